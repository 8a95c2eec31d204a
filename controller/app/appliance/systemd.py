"""The interface to systemd: its socket, watchdog and status messages.

Messages are the datagrams of sd_notify(3); the socket is passed as in sd_listen_fds(3).
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, MutableMapping

SWITCHED_OFF = 10  # exit status after the table was switched off, on which systemd powers off
FIRST = 3  # the file descriptor after standard input, output and error

log = logging.getLogger(__name__)


class Supervisor:
    """The connection to systemd, for readiness, watchdog and status; it may be absent."""

    def __init__(self, env: MutableMapping[str, str], now: Callable[[], float]) -> None:
        path = env.pop("NOTIFY_SOCKET", "")
        # "@" stands for the nought byte that begins the name of an abstract socket.
        self._path = f"\0{path[1:]}" if path.startswith("@") else path
        self._now, self._every = now, patience(env) / 2
        self._fed, self._status = now(), ""

    @property
    def watches(self) -> bool:
        """True if systemd has started us and takes messages."""
        return bool(self._path)

    def ready(self) -> None:
        self._tell("READY=1")

    def alive(self, status: str, pages_answer: Callable[[], bool]) -> None:
        """Send the status if it changed; feed the watchdog when due, if the pages answer too.

        The table's loop calls this once a turn, so a loop that hangs is missed; a watchdog that was
        not fed is tried again in the next turn.
        """
        if status != self._status:
            self._status = status
            self._tell(f"STATUS={status}")
        due = self._every and self._now() - self._fed >= self._every
        if due and pages_answer():
            self._fed = self._now()
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        self._tell("STOPPING=1")

    def _tell(self, line: str) -> None:
        if not self._path:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.sendto(line.replace("\n", " ").encode(), self._path)
        except OSError as trouble:
            log.warning("systemd was not told %s: %s", line, trouble)


def patience(env: MutableMapping[str, str]) -> float:
    """Return the watchdog's timeout in seconds; 0 without one, or if it is for another process."""
    wanted, whose = env.pop("WATCHDOG_USEC", "0"), env.pop("WATCHDOG_PID", str(os.getpid()))
    return int(wanted) / 1e6 if wanted.isdigit() and whose == str(os.getpid()) else 0.0


def handed_over(env: MutableMapping[str, str]) -> socket.socket | None:
    """Return the listening socket from systemd, if any, and remove it from `env` for children."""
    whose, count = env.pop("LISTEN_PID", ""), env.pop("LISTEN_FDS", "0")
    env.pop("LISTEN_FDNAMES", None)
    if whose != str(os.getpid()) or count in ("", "0"):
        return None
    os.set_inheritable(FIRST, False)
    return socket.socket(fileno=FIRST)
