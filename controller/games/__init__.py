"""The shelf: every game the board can play, by name."""

from __future__ import annotations

from controller.game import Game
from controller.games import astron, astroplane, situation7, space_walk

SHELF: dict[str, Game] = {
    game.name: game for game in (astron.GAME, space_walk.GAME, astroplane.GAME, situation7.GAME)
}
