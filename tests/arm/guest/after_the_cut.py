"""The second boot: the table has started by itself; it is updated, taken back, taken away."""

from __future__ import annotations

import os

from installed import board
from looked import PROGRAM, command, how, look, ran, says, serves, shown, tell

JOURNAL = "/var/lib/stardeck/journal.db"


def environment() -> str:
    return os.readlink("/opt/stardeck/current")


def main() -> None:
    look("after a power cut it has started by itself", serves, how)
    board("run")
    look("and both moves are there", says("moves: 2"), how)
    updated()
    said = command("stardeck doctor", PROGRAM, "doctor")
    tell(said == "Nothing is wrong.", "and it finds nothing", said)
    size = os.path.getsize(JOURNAL)
    command("stardeck uninstall", PROGRAM, "uninstall")
    left = [path for path in ("/opt/stardeck", PROGRAM) if os.path.lexists(path)]
    gone = shown("LoadState") == "not-found" and not left
    tell(gone, "nothing is left of it", f"unit {shown('LoadState')}, {left or 'no file'}")
    kept = os.path.exists(JOURNAL) and os.path.getsize(JOURNAL) >= size
    tell(kept, "but what was played", f"{JOURNAL}, {size} bytes")
    ran("systemctl", "stop", "pty-board.service")


def updated() -> None:
    before = environment()
    command("stardeck update", PROGRAM, "update")
    look(
        "the service goes on in a new environment",
        lambda: environment() != before and serves(),
        how,
    )
    newer = environment()
    command(
        "an update that cannot be had is refused", PROGRAM, "update", "--from", "/nowhere", wanted=2
    )
    tell(environment() == newer and serves(), "and changes nothing", how())
    command("stardeck update --back", PROGRAM, "update", "--back")
    look("the service is back in the old one", lambda: environment() == before and serves(), how)
    look("with the same game", says("moves: 2"), how)


if __name__ == "__main__":
    main()
