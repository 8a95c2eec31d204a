"""A game so far: its moments, what luck adds to them, and the paper they are written on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from controller.game import Move, Position
from controller.reading.moment import Moment, sealed
from controller.sitting.journal import Pen, Record
from controller.sitting.luck import Luck
from controller.values import CHANCE, Saying, Seat, Senses


class Progress:
    """What was played, and what is decided but not written down yet."""

    def __init__(
        self,
        moments: Iterable[Moment] = (),
        *,
        luck: Luck | None = None,
        record: Record | None = None,
        free: bool = False,
    ) -> None:
        self.moments = list(moments)
        self.luck = luck  # deals, when nobody deals by hand
        self.pen = Pen(record)
        self.free = free  # all agreed that cards seen may be taken back
        self._decided: list[Move] = []

    @property
    def here(self) -> Moment:
        return self.moments[-1]

    @property
    def position(self) -> Position[Any]:
        return self.here.position

    @property
    def history(self) -> list[Move]:
        return [moment.move for moment in self.moments if moment.move]

    @property
    def last_seat(self) -> Seat:
        """Who made the last move."""
        return self.here.move.seat if self.here.move else CHANCE

    @property
    def alone(self) -> bool:
        """No two may act at once."""
        return len(self.position.actors) < 2

    @property
    def busy(self) -> bool:
        """Something was decided that is not written down yet."""
        return bool(self._decided)

    # ----------------------------------------------------------------------------------- going on

    def decide(self, moves: Sequence[Move] = ()) -> None:
        """These were played; they count, with what luck deals next, once they are written down."""
        position = self.position
        for move in moves:
            position = position.after(move)
        self._decided = [*moves, *self._dealt(position, len(moves))]

    def write(self) -> Sequence[Move]:
        """Put on paper what was decided."""
        moves, self._decided = self._decided, []
        self.pen.keep(moves)
        return moves

    def stand(self, move: Move, senses: Senses, at: float) -> None:
        self.moments.append(Moment(self.position.after(move), senses, move, at))

    def reconsider(self, senses: Senses) -> None:
        """With fewer senses, or more, moves look different."""
        if self.here.senses is not senses:
            self.moments = [
                Moment(moment.position, senses, moment.move, moment.at) for moment in self.moments
            ]

    # --------------------------------------------------------------------------------- going back

    def way_back(self) -> int | Saying:
        """The moment that a takeback leads to, or why there is none."""
        if len(self.moments) > 1 and sealed(self.here, self.free):
            return Saying("table.no_back")
        number = self._last_choice()
        return Saying("table.nothing_back") if number < 0 else number

    def _last_choice(self) -> int:
        """The moment before the last move, and before what luck dealt to bring it about."""
        number = len(self.moments) - 2
        while number >= 0 and self.luck and self.moments[number].position.actors == {CHANCE}:
            number -= 1
        return number

    def strike(self, number: int) -> list[Move]:
        """Go back to this moment; the moves struck, the last first."""
        struck = [moment.move for moment in self.moments[:number:-1] if moment.move]
        self.pen.take_back(struck)
        del self.moments[number + 1 :]
        return struck

    def strike_last(self, instead: Move) -> None:
        """The last move was this one: struck and written anew in one breath."""
        last = self.moments.pop()
        assert last.move
        self.pen.take_back([last.move], instead)

    def _dealt(self, position: Position[Any], ahead: int) -> list[Move]:
        """What CHANCE adds, when nobody deals by hand."""
        moves: list[Move] = []
        while self.luck and (
            move := self.luck.deal(position, len(self.moments) - 1 + ahead + len(moves))
        ):
            moves.append(move)
            position = position.after(move)
        return moves
