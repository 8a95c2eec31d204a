"""Every game the board can play: a folder here, or one that another distribution brings."""

from __future__ import annotations

from controller.game_discovery import everywhere
from controller.games.shelf import Shelf

SHELF = Shelf(everywhere)
