"""The text to be spoken aloud: the question, why a move is refused, what a robot wants."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import why
from controller.sitting.flow import Stage
from controller.sitting.table import Table
from controller.values import Saying

SILENT = (Stage.SHELF, Stage.MOVING)  # stages without speech: a hand in the board is not disturbed


class Speech:
    """Remembers the last message of each kind, so that each is spoken once."""

    def __init__(self) -> None:
        self._last: dict[str, Saying | None] = {}

    def news(self, table: Table, tell: Callable[[Saying], str]) -> str:
        """Return the messages that are new, gravest first, in one text; "" if there are none."""
        if table.stage in SILENT:
            return ""
        rule = why(table.notice) if table.notice else None
        asked = None if table.alarm else table.asks()
        now = {"alarm": table.alarm, "rule": rule, "message": table.message, "asked": asked}
        fresh = [saying for name, saying in now.items() if saying != self._last.get(name)]
        self._last = now
        return " ".join(tell(saying) for saying in fresh if saying)
