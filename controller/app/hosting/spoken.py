"""Commands from a seat's page: play a move, choose which one was meant, take back."""

from __future__ import annotations

from controller.app.recordings.reels import Reels
from controller.app.running.running_table import RunningTable
from controller.errors import Misuse
from controller.game import THEN, Move, gesture_text, why
from controller.sitting.progress import movers
from controller.sitting.table import Table
from controller.values import Saying, Seat, Sense
from controller.words import say


class SeatCommands:
    """The commands of a seat's page; each returns a sentence, or "" when it was done."""

    def __init__(self, running: RunningTable, reels: Reels) -> None:
        self._running, self._reels = running, reels

    def shown(self, text: str, seat: Seat) -> str:
        """Return the line by which a simulated hand shows a real card; "" where cards are dealt."""
        running, move = self._running, self._own(text, seat)
        return (
            reader_line(move, running.table) if running.twin and running.table.luck is None else ""
        )

    def play(self, text: str, seat: Seat) -> str:
        """Play a move; return why it is refused, or ""."""
        refusal = self._running.say(self._own(text, seat))
        return say(why(refusal)) if refusal else ""

    def choose(self, text: str, seat: Seat) -> str:
        """Answer which moves were meant, when the table asks."""
        moves = [self._own(part, seat) for part in text.split(THEN)]
        self._reels.say(f"choose {gesture_text(moves)}")
        return "" if self._running.table.choose(moves) else say(Saying("page.not_open"))

    def back(self, seat: Seat) -> str:
        """Take back the last moves, if this seat made one of them."""
        table = self._running.table
        number = table.state.way_back()
        if isinstance(number, int) and seat not in movers(table.moments[number + 1 :]):
            return say(Saying("page.not_your_back"))
        self._reels.say("back")
        table.take_back()
        return say(table.message) if table.message else ""

    def _own(self, text: str, seat: Seat) -> Move:
        """Return the move in this text; Misuse if it is another seat's or not this seat's turn."""
        move = self._running.terms.game.parse(text)
        if move.seat != seat or seat not in self._running.table.position.actors:
            raise Misuse("page.not_yours")
        return move


def reader_line(move: Move, table: Table) -> str:
    """Return the line that shows this move's card to its reader, or "" if it has none."""
    for mark in table.moments[-1].known.marks:
        for site, reading in mark.trace.changes.items():
            if mark.move == move and table.senses[site] is Sense.TAP:
                return f"tap {site} {reading}"
    return ""
