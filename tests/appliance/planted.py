"""The service with something planted in it.

stuck: the table's loop hangs. off: somebody switches the table off. deaf: the pages' loop hangs.
killed: the pages' thread dies once. few: the process may open 64 files.
"""

from __future__ import annotations

import itertools
import os
import resource
import socket
import sys
import time

from controller.app.commands import main
from controller.app.hosting.web_table import WebTable

TURNS = 3
turns, turn = itertools.count(), WebTable.turn
EAR = os.environ["NOTIFY_SOCKET"]


def hang() -> None:
    say("hangs")
    time.sleep(3600)


def die() -> None:
    say("died")
    raise SystemExit


def say(status: str) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mouth:
        mouth.sendto(f"STATUS={status}".encode(), EAR)


def switch_off(table: WebTable) -> None:
    """As the menu on the board does it."""
    table.host.down = True


PLANTED = {
    "stuck": lambda table: hang(),
    "off": switch_off,
    "deaf": lambda table: table.server._server.call(hang),
    "killed": lambda table: table.server._server.call(die),
    "few": lambda table: None,
}


def planted(table: WebTable) -> None:
    turn(table)
    if next(turns) == TURNS:
        PLANTED[sys.argv[1]](table)


if __name__ == "__main__":
    if sys.argv[1] == "few":
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    WebTable.turn = planted  # type: ignore[method-assign]
    sys.exit(main(sys.argv[2:]))
