"""Stardeck's public face: `stardeck.game`, `stardeck.bench`, `stardeck.client`, and the command.

A game imports `stardeck.game`, its tests `stardeck.bench`, and a program that talks to a running
table `stardeck.client`. What these three do not export may change at any time.
"""

from __future__ import annotations

import gc
import signal
import sys

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

FACES = ("bench", "client", "game")  # our modules for others, imported when they are first used

TWIN = "sims"  # the simulated board, which may be missing where there is a real one
OPENINGS = {  # the first words of each of our packages
    "controller": '"""Decides',
    "drivers": '"""Touches the world',
    "firmware": '"""Feels and lights',
    TWIN: '"""The twin',
}
INTERRUPTED = 130  # the exit status of a program that Ctrl-C has ended
WAY_OUT = "give Stardeck a place of its own, by pipx install or in a fresh venv"


def __getattr__(name: str) -> ModuleType:
    """Import one of the public modules when `stardeck.NAME` is first used."""
    if name not in FACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"{__name__}.{name}")


def main() -> int:
    """Run the command line; return its status, or 2 if another package has taken our place.

    While packages are imported there is nothing to clean up: Ctrl-C simply ends the program.
    """
    asks = signal.getsignal(signal.SIGINT)
    if asks is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if clash := foreign_package() or overwritten():
        sys.stderr.write(f"stardeck: {clash}: {WAY_OUT}.\n")
        return 2
    gc.disable()  # what is imported is no garbage
    from controller.app.commands import main as begin
    from controller.app.computer.garbage import collect_seldom

    collect_seldom()

    try:
        signal.signal(signal.SIGINT, asks)
        return begin()
    except KeyboardInterrupt:
        return INTERRUPTED


def packages_folder() -> Path:
    """Return the folder that holds our packages."""
    from pathlib import Path

    return Path(__file__).resolve().parents[1]


def foreign_package() -> str:
    """Return which of our packages would be imported from a folder that is not ours; "" if none."""
    for room in OPENINGS:
        places = folders(room)
        if places != [packages_folder() / room] and (places or room != TWIN):
            where = places[0] if places else "nowhere"
            return f"The package {room} comes from {where}, which is not Stardeck's"
    return ""


def folders(room: str) -> list[Path]:
    """Return the folders from which Python would import this package."""
    from importlib.util import find_spec
    from pathlib import Path

    found = find_spec(room)
    places = found.submodule_search_locations if found else None
    return [Path(place).resolve() for place in places or ()]


def overwritten() -> str:
    """Return which of our packages another one was installed over; "" if none."""
    for room, opening in OPENINGS.items():
        first = packages_folder() / room / "__init__.py"
        if first.exists() and not first.read_text(encoding="utf-8").startswith(opening):
            return f"Another package called {room} was installed over Stardeck's"
    return ""
