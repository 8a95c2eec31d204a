"""Dim the board's lights when it is not used; a touch makes them bright again."""

from __future__ import annotations

from drivers.board import Board

IDLE = 600.0  # s without a touch; a hard move takes less
SHARE = 5  # a fifth of the light is a third of it to the eye


class Lamp:
    """The board's brightness, by the time since it was last touched."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._full = self._shown = board.wiring.file.brightness

    def look(self, now: float, touched: float) -> None:
        """Change the brightness if the board was not touched for IDLE, or was touched again."""
        wanted = self._full if now - touched < IDLE else self._full // SHARE
        if wanted != self._shown:
            self._shown = wanted
            self._board.shine(wanted)
