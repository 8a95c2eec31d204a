"""What the looks at an installed table share: a line of the result each, and what systemd knows."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable

PATIENCE = 240.0  # s; everything here is emulated
PROGRAM = "/usr/local/bin/stardeck"


def tell(well: bool, name: str, seen: str) -> None:
    """On the console, where the host listens."""
    words = " ".join(seen.split())
    sys.stdout.write(f"\n@@ {'ok' if well else 'WRONG'} | {name} | {words[:160]}\n")
    sys.stdout.flush()


def ran(*words: str) -> tuple[int, str]:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


def shown(what: str, unit: str = "stardeck.service") -> str:
    return ran("systemctl", "show", "--value", "-p", what, unit)[1]


def page() -> str:
    """Return the status of the table's page; 403 is an answer, as no key was sent."""
    try:
        with urllib.request.urlopen("http://127.0.0.1/", timeout=60) as answer:
            return str(answer.status)
    except urllib.error.HTTPError as answer:
        return str(answer.code)
    except OSError as trouble:
        return str(trouble)


def awaited(so: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Seconds until it was so; inf when it never was."""
    begun = time.monotonic()
    while not so():
        if time.monotonic() - begun > patience:
            return float("inf")
        time.sleep(1)
    return time.monotonic() - begun


def says(word: str) -> Callable[[], bool]:
    return lambda: word in shown("StatusText")


def look(name: str, so: Callable[[], bool], seen: Callable[[], str]) -> bool:
    """Waited for, and told with what is seen then."""
    after = awaited(so)
    tell(after < PATIENCE, name, f"{seen()} (after {after:.0f} s)")
    return after < PATIENCE


def serves() -> bool:
    return shown("ActiveState") == "active" and page() in ("200", "403")


def how() -> str:
    return f"{shown('ActiveState')}, page {page()}, {shown('StatusText')}"


def command(name: str, *words: str, wanted: int = 0) -> str:
    begun = time.monotonic()
    status, said = ran(*words)
    last = (said.splitlines() or [""])[-1]
    tell(status == wanted, name, f"status {status}, {time.monotonic() - begun:.0f} s: {last}")
    return said
