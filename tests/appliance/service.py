"""The table as systemd starts it: a process with a port that was opened for it, and a watchdog."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx

from controller.values import Piece, Site
from drivers.clock import WallClock
from sims.bench.bench import Bench
from sims.bench.protocol_sim import SCAN, Pico
from tests.panels import load_panel

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # s; a busy machine is no bug
SETTLED = 1.2  # s
HANDED = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
own = {"LISTEN_PID": str(os.getpid()), "WATCHDOG_PID": str(os.getpid())}
os.execve(sys.executable, [sys.executable, *sys.argv[2:]], {**os.environ, **own})
"""


class Service:
    """What systemd does for a unit with a socket, Type=notify and WatchdogSec=3."""

    def __init__(self, folder: Path, program: list[str], *words: str) -> None:
        self.port = socket.create_server(("127.0.0.1", 0))
        self.ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = folder / f"notify{time.monotonic_ns()}"
        self.ear.bind(str(path))
        self.heard: list[str] = []
        env = {
            **os.environ,
            "XDG_DATA_HOME": str(folder),
            "NOTIFY_SOCKET": str(path),
            "WATCHDOG_USEC": "3000000",
            "LISTEN_FDS": "1",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", HANDED, str(self.port.fileno()), *program, *words],
            cwd=ROOT,
            env=env,
            pass_fds=[self.port.fileno()],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def hear(self, seconds: float) -> list[str]:
        """What it says in this time."""
        before, until = len(self.heard), time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.ear.settimeout(left)
            try:
                self.heard.append(self.ear.recv(4096).decode())
            except TimeoutError:
                break
        return self.heard[before:]

    def heard_of(self, word: str) -> bool:
        self.hear(0.2)
        return any(word in line for line in self.heard)

    def await_word(self, word: str) -> None:
        until = time.monotonic() + PATIENCE
        while not any(word in line for line in self.heard):
            assert time.monotonic() < until, (word, self.heard)
            assert self.process.poll() is None, self.process.stdout.read()
            self.hear(0.2)

    def page(self) -> httpx.Response:
        return httpx.get(f"http://127.0.0.1:{self.port.getsockname()[1]}/", timeout=60)

    def end(self, sign: signal.Signals = signal.SIGTERM) -> str:
        self.process.send_signal(sign)
        return self.left()

    def left(self) -> str:
        """When it has gone by itself: what it printed."""
        told, _ = self.process.communicate(timeout=PATIENCE)
        self.hear(0.1)
        self.port.close()
        self.ear.close()
        return told


class PtyBoard:
    """A bench's Pico behind a name in a folder, as udev makes it: plugged in, pulled out."""

    def __init__(self, name: Path, panel: str) -> None:
        self.name, self.clock = name, WallClock()
        self.bench = Bench(load_panel(panel), self.clock, Random(1))
        self._pico = Pico(self.bench, self.clock)
        self._lock, self._master = threading.Lock(), -1
        threading.Thread(target=self._run, daemon=True).start()

    def plug_in(self) -> None:
        master, self._slave = os.openpty()
        os.set_blocking(master, False)
        self.name.symlink_to(os.ttyname(self._slave))
        self._pico.hal.up.clear()
        self._master = master

    def pull_out(self) -> None:
        with self._lock:
            self.name.unlink()
            for end in (self._master, self._slave):
                os.close(end)
            self._master = -1

    def put(self, site: str) -> None:
        """A ship, after a while in which nobody plays; and YES, it is the one that is offered."""
        time.sleep(SETTLED)
        with self._lock:
            self.bench.put(Piece("ship"), Site(site))
        time.sleep(SETTLED)
        with self._lock:
            self.bench.press(Site("key.yes"))

    def press(self, key: str, until: Callable[[], bool]) -> None:
        """This key of the menu, again and again; whoever looks waits for a moment each time."""
        for _ in range(20):
            if until():
                return
            with self._lock:
                self.bench.press(Site(f"key.{key}"))
            time.sleep(SETTLED / 2)
        raise AssertionError(f"{key} leads nowhere")

    def _run(self) -> None:
        while True:
            time.sleep(SCAN)
            with self._lock:
                if self._master >= 0:
                    self._carry(self._master)

    def _carry(self, master: int) -> None:
        hal = self._pico.hal
        with suppress(OSError):
            hal.down += os.read(master, 4096)
        self._pico.run()
        with suppress(OSError):
            sent = os.write(master, bytes(hal.up[:512]))
            del hal.up[:sent]
