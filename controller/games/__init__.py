"""The shelf: every game the board can play, by name."""

from __future__ import annotations

from controller.game import Game
from controller.games import astron, astroplane, situation7, space_walk, zylatron

SHELF: dict[str, Game] = {
    game.GAME.name: game.GAME for game in (astron, space_walk, situation7, zylatron, astroplane)
}
