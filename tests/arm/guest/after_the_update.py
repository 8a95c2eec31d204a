"""The third boot, after a cut upon an update: it is there, and so is the way back."""

from __future__ import annotations

import os

from after_the_cut import environment
from installed import board
from looked import PROGRAM, command, how, look, says, serves, tell


def main() -> None:
    look("after a power cut upon an update it has started by itself", serves, how)
    newer, older = environment(), os.readlink("/opt/stardeck/previous")
    tell(int(newer) > int(older), "in the new environment", f"{newer}, and before it {older}")
    command("stardeck update --back", PROGRAM, "update", "--back")
    look("the service is back in the old one", lambda: environment() == older and serves(), how)
    board("run")
    look("with the same game", says("moves: 2"), how)
    board("stop")


if __name__ == "__main__":
    main()
