"""The command `stardeck`: sees that the packages it is about to import are its own, then begins."""

from __future__ import annotations

import signal
import sys

TYPE_CHECKING = False  # as typing has it, which takes a while to import
if TYPE_CHECKING:
    from pathlib import Path

TWIN = "sims"  # the simulated board: who has a real one may leave it out
OPENINGS = {  # how each of our packages begins
    "controller": '"""Decides',
    "drivers": '"""Touches the world',
    "firmware": '"""Feels and lights',
    TWIN: '"""The twin',
}
INTERRUPTED = 130  # what a shell calls a program that Ctrl-C has ended
WAY_OUT = "give Stardeck a place of its own, by pipx install or in a fresh venv"


def main() -> int:
    """Do what was asked; a sentence and 2 when another package stands in the way.

    While packages are imported there is nothing to put away: Ctrl-C simply ends the program.
    """
    asks = signal.getsignal(signal.SIGINT)
    if asks is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if clash := elsewhere() or overwritten():
        sys.stderr.write(f"stardeck: {clash}: {WAY_OUT}.\n")
        return 2
    from controller.app.commands import main as begin

    try:
        signal.signal(signal.SIGINT, asks)
        return begin()
    except KeyboardInterrupt:
        return INTERRUPTED


def home() -> Path:
    """The folder that our packages are in."""
    from pathlib import Path

    return Path(__file__).resolve().parent


def elsewhere() -> str:
    """Which of our packages would be imported from somebody else's folder."""
    for room in OPENINGS:
        places = folders(room)
        if places != [home() / room] and (places or room != TWIN):
            where = places[0] if places else "nowhere"
            return f"The package {room} comes from {where}, which is not Stardeck's"
    return ""


def folders(room: str) -> list[Path]:
    """Where Python would import this package from."""
    from importlib.util import find_spec
    from pathlib import Path

    found = find_spec(room)
    places = found.submodule_search_locations if found else None
    return [Path(place).resolve() for place in places or ()]


def overwritten() -> str:
    """Which of our packages begins with somebody else's words: it was installed over ours."""
    for room, opening in OPENINGS.items():
        first = home() / room / "__init__.py"
        if first.exists() and not first.read_text(encoding="utf-8").startswith(opening):
            return f"Another package called {room} was installed over Stardeck's"
    return ""


if __name__ == "__main__":
    sys.exit(main())
