"""The second boot: the table has started by itself; it is updated, and the power is cut again."""

from __future__ import annotations

import os

from installed import board
from kept import JOURNAL, moves
from looked import PROGRAM, command, how, look, says, serves, tell


def environment() -> str:
    return os.readlink("/opt/stardeck/current")


def main() -> None:
    look("after a power cut it has started by itself", serves, how)
    kept = moves()
    tell(len(kept) == 2, "its journal opens", f"{JOURNAL}: {kept}")
    board("run")
    look("the game goes on after both moves", says("moves: 2"), how)
    board("stop")  # it would take half of the time that there is
    updated()


def updated() -> None:
    before = environment()
    words = (PROGRAM, "update", "--from", "/nowhere")
    command("an update that cannot be had is refused", *words, wanted=2)
    tell(environment() == before and serves(), "and changes nothing", how())
    command("stardeck update", PROGRAM, "update")
    look(
        "the service goes on in a new environment",
        lambda: environment() != before and serves(),
        how,
    )


if __name__ == "__main__":
    main()
