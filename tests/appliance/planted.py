"""The service with something planted in it: `stuck`, its loop comes round no more; or `off`."""

from __future__ import annotations

import itertools
import os
import socket
import sys
import time

from controller.app.commands import main
from controller.app.host import Host

TURNS = 3
turns, turn = itertools.count(), Host.turn
EAR = os.environ["NOTIFY_SOCKET"]


def stuck(host: Host) -> None:
    turn(host)
    if next(turns) > TURNS:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mouth:
            mouth.sendto(b"STATUS=stuck", EAR)
        time.sleep(3600)


def off(host: Host) -> None:
    """As the menu on the board does it."""
    turn(host)
    host.down = next(turns) > TURNS


if __name__ == "__main__":
    Host.turn = {"stuck": stuck, "off": off}[sys.argv[1]]  # type: ignore[method-assign]
    sys.exit(main(sys.argv[2:]))
