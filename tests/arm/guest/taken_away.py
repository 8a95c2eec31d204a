"""At last: nothing is wrong, and when it is taken away nothing is left but what was played."""

from __future__ import annotations

import os

from installed import board
from kept import JOURNAL, moves
from looked import PROGRAM, command, how, look, says, shown, tell


def main() -> None:
    board("run")
    look("with its board again", says("moves: "), how)
    said = command("stardeck doctor", PROGRAM, "doctor")
    tell(said.startswith("Nothing is wrong."), "it finds nothing", said)
    board("stop")
    before = moves()
    said = command("stardeck uninstall", PROGRAM, "uninstall")
    left = [path for path in ("/opt/stardeck", PROGRAM) if os.path.lexists(path)]
    gone = shown("LoadState") == "not-found" and not left
    tell(gone, "nothing is left of it", f"unit {shown('LoadState')}, {left or 'no file'}")
    tell(bool(before) and moves() == before, "but what was played", f"{JOURNAL}: {moves()}")
    tell(str(JOURNAL.parent) in said, "it says where that is", said)


if __name__ == "__main__":
    main()
