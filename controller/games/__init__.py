"""The shelf of all games: the ones in this folder, and those that other distributions bring."""

from __future__ import annotations

from controller.game_discovery import everywhere
from controller.games.shelf import Shelf

SHELF = Shelf(everywhere)
