"""The service with a fault planted in it: after some turns its loop comes round no more."""

from __future__ import annotations

import itertools
import sys
import time

from controller.app.commands import main
from controller.app.host import Host

TURNS = 3
turns, turn = itertools.count(), Host.turn


def stuck(host: Host) -> None:
    turn(host)
    if next(turns) > TURNS:
        time.sleep(3600)


if __name__ == "__main__":
    Host.turn = stuck  # type: ignore[method-assign]
    sys.exit(main())
