"""The command `stardeck`: sees that the packages it is about to import are its own, then begins."""

from __future__ import annotations

import sys
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path

HOME = Path(__file__).resolve().parent
TWIN = "sims"  # the simulated board: who has a real one may leave it out
ROOMS = ("controller", "drivers", "firmware", TWIN)
WAY_OUT = "give Stardeck a place of its own, by pipx install or in a fresh venv"


def main() -> int:
    """Do what was asked; a sentence and 2 when another package stands in the way."""
    if clash := elsewhere() or claimed():
        sys.stderr.write(f"stardeck: {clash}: {WAY_OUT}.\n")
        return 2
    from controller.app.commands import main as begin

    return begin()


def elsewhere() -> str:
    """Which of our packages would be imported from somebody else's folder."""
    for room in ROOMS:
        places = folders(room)
        if places != [HOME / room] and (places or room != TWIN):
            where = places[0] if places else "nowhere"
            return f"The package {room} comes from {where}, which is not Stardeck's"
    return ""


def folders(room: str) -> list[Path]:
    found = find_spec(room)
    places = found.submodule_search_locations if found else None
    return [Path(place).resolve() for place in places or ()]


def claimed() -> str:
    """Which other installed distribution writes into one of our packages."""
    owners = packages_distributions()
    for room in ROOMS:
        others = {name for name in owners.get(room, ()) if name != "stardeck"}
        if others:
            return f"The package {room} is also {min(others)}'s, and one overwrites the other"
    return ""


if __name__ == "__main__":
    sys.exit(main())
