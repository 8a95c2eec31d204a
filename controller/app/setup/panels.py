"""What a running table asks of the panels of a game."""

from __future__ import annotations

from pathlib import Path

from controller.game import Game
from controller.sitting.state import DOCK
from controller.values import Sense, Site
from drivers.wiring import Wiring, load_wiring


def best_panel(game: Game) -> Path:
    """Return the game's panel that senses most, and therefore asks least."""
    return max(game.panels, key=lambda path: load_wiring(path).tells)


def card_readers(wiring: Wiring) -> set[Site]:
    """Return the sites where cards can be shown; the dock is left out, because it is for pieces."""
    taps = {site for site, sense in wiring.senses.items() if sense is Sense.TAP}
    return taps - {DOCK}
