"""A simulated board under the name that udev would give it; signals are the hands."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

from controller.values import Site
from tests.appliance.pty_board import PtyBoard

NAME = Path("/dev/stardeck/board")
SITES = iter(("o1", "o2", "o3"))


def plug_in(board: PtyBoard) -> None:
    board.plug_in()
    port = os.path.realpath(NAME)
    shutil.chown(port, "root", "dialout")
    os.chmod(port, 0o660)


def main() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, HANDS)  # before any thread would take them
    NAME.parent.mkdir(exist_ok=True)
    NAME.unlink(missing_ok=True)
    board = PtyBoard(NAME, "space_walk")
    plug_in(board)
    while True:
        HANDS[signal.sigwait(HANDS)](board)


HANDS = {
    signal.SIGUSR1: PtyBoard.pull_out,
    signal.SIGUSR2: plug_in,
    signal.SIGHUP: lambda board: board.put(next(SITES)),
    signal.SIGALRM: lambda board: board.touch(Site("key.yes")),
}

if __name__ == "__main__":
    main()
