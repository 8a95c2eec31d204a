"""The table as systemd starts it: a process with a port that was opened for it, and a watchdog."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.walls import HUNG

ROOT = Path(__file__).parents[2]
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
        until = time.monotonic() + HUNG
        while not any(word in line for line in self.heard):
            assert time.monotonic() < until, (word, self.heard)
            assert self.process.poll() is None, self.process.stdout.read()
            self.hear(0.2)

    def page(self) -> httpx.Response:
        return httpx.get(f"http://127.0.0.1:{self.port.getsockname()[1]}/", timeout=HUNG)

    def end(self, sign: signal.Signals = signal.SIGTERM) -> str:
        self.process.send_signal(sign)
        return self.left()

    def left(self) -> str:
        """When it has gone by itself: what it printed."""
        told, _ = self.process.communicate(timeout=HUNG)
        self.hear(0.1)
        self.port.close()
        self.ear.close()
        return told
