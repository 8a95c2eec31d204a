"""The panels of every game on the shelf, as the tests wire them."""

from __future__ import annotations

from functools import cache

from controller.games import SHELF
from drivers.wiring import Wiring, load_wiring

EVERY = {path.stem: path for game in SHELF.values() for path in game.panels}
ALIKE = {"zylatron_matrix"}  # as another panel in all that a table can tell, but built otherwise
PANELS = {name: path for name, path in EVERY.items() if name not in ALIKE}


@cache
def load_panel(name: str) -> Wiring:
    """The panel of this name, whichever game it is for."""
    return load_wiring(EVERY[name])
