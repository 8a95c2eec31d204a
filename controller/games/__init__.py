"""Every game the board can play: a folder here, or one that another distribution brings."""

from __future__ import annotations

from functools import partial

from controller.games.shelf import Shelf, folders, guests

SHELF = Shelf(partial(folders, __name__, __path__), guests)
