"""The command `stardeck`: sees that the packages it is about to import are its own, then begins."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

HOME = Path(__file__).resolve().parent
TWIN = "sims"  # the simulated board: who has a real one may leave it out
OPENINGS = {  # how each of our packages begins
    "controller": '"""Decides',
    "drivers": '"""Touches the world',
    "firmware": '"""Feels and lights',
    TWIN: '"""The twin',
}
WAY_OUT = "give Stardeck a place of its own, by pipx install or in a fresh venv"


def main() -> int:
    """Do what was asked; a sentence and 2 when another package stands in the way."""
    if clash := elsewhere() or overwritten():
        sys.stderr.write(f"stardeck: {clash}: {WAY_OUT}.\n")
        return 2
    from controller.app.commands import main as begin

    return begin()


def elsewhere() -> str:
    """Which of our packages would be imported from somebody else's folder."""
    for room in OPENINGS:
        places = folders(room)
        if places != [HOME / room] and (places or room != TWIN):
            where = places[0] if places else "nowhere"
            return f"The package {room} comes from {where}, which is not Stardeck's"
    return ""


def folders(room: str) -> list[Path]:
    found = find_spec(room)
    places = found.submodule_search_locations if found else None
    return [Path(place).resolve() for place in places or ()]


def overwritten() -> str:
    """Which of our packages begins with somebody else's words: it was installed over ours."""
    for room, opening in OPENINGS.items():
        first = HOME / room / "__init__.py"
        if first.exists() and not first.read_text(encoding="utf-8").startswith(opening):
            return f"Another package called {room} was installed over Stardeck's"
    return ""


if __name__ == "__main__":
    sys.exit(main())
