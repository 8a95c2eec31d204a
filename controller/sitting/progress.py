"""A game so far: its moments, what luck adds to them, and the paper they are written on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from controller.game import Move, Position
from controller.reading.moment import Moment, sealed
from controller.sitting.journal import JournalWriter, Played, Record
from controller.sitting.luck import Luck
from controller.sitting.touch_move import bound, let_go
from controller.table_rules import TableRules
from controller.values import CHANCE, Refusal, Saying, Seat, Senses, Site

PAST = 4  # moments looked at again when one is made


class Progress:
    """What was played, and what is decided but not written down yet."""

    def __init__(
        self,
        moments: Iterable[Moment] = (),
        *,
        luck: Luck | None = None,
        record: Record | None = None,
        rules: TableRules | None = None,
        first: int = 0,
    ) -> None:
        self.moments = list(moments)
        self.first = first  # moment to which anybody may go back
        self.luck = luck  # deals, when nobody deals by hand
        self.pen = JournalWriter(record)
        self.rules = rules or TableRules()
        self._decided: list[Played] = []

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

    def decides(self, move: Move) -> bool:
        """This very move is being written down."""
        return any(played.move == move for played in self._decided)

    # ----------------------------------------------------------------------------------- going on

    def decide(self, moves: Sequence[Move] = (), *, asked: bool = False) -> None:
        """These were played; they count, with what luck deals next, once they are written down."""
        position = self.position
        for move in moves:
            position = position.after(move)
        dealt = self._dealt(position, len(moves))
        self._decided = [*in_one_go(moves, asked), *map(Played, dealt)]

    def write(self) -> Sequence[Played]:
        """Put on paper what was decided."""
        played, self._decided = self._decided, []
        self.pen.keep(played)
        return played

    def stand(self, played: Played, senses: Senses, at: float, felt: float) -> None:
        then, how = self.position.after(played.move), (played.passed, played.asked)
        self.moments.append(Moment(then, senses, played.move, at, *how, felt))
        for past in self.moments[-PAST:-2]:  # of the last two it is still asked what they make
            past.drop_caches()

    def bind(self, site: Site, seat: Seat) -> None:
        """What stands there was touched: nothing else of that player's moves before it."""
        here, rule = self.here, replace(self.rules.touched, sites=frozenset({site}))
        self.moments[-1] = replace(here, position=bound(here.position, site, seat, rule))

    def reconsider(self, senses: Senses) -> None:
        """With fewer senses, or more, moves look different."""
        if self.here.senses is not senses:
            self.moments = [replace(moment, senses=senses) for moment in self.moments]

    # --------------------------------------------------------------------------------- going back

    def way_back(
        self, *, misread: bool = False, robots: frozenset[Seat] = frozenset()
    ) -> int | Saying | Refusal:
        """The moment that a takeback leads to, or why there is none."""
        number = self._last_choice(robots)
        struck = self.moments[number + 1 :]
        seen = any(sealed(moment, self.rules.free_takeback) for moment in struck)
        if number < self.first or (seen and all(move.seat == CHANCE for move in self.history)):
            return Saying("table.nothing_back")
        if seen:
            stays = (moment.move.stays for moment in struck if moment.move)
            return next(filter(None, stays), Saying("table.no_back"))
        return number if misread else self.holds(number) or number

    def holds(self, number: int) -> Refusal | None:
        """The rule by which what was made since that moment stays.

        Unless the table had to ask, or what was taken up has not been let go of yet.
        """
        since = pairwise(self.moments[number:])
        made = [not now.asked and let_go(was.position, now.position) for was, now in since]
        return self.rules.firm if any(made) else None

    def _last_choice(self, robots: frozenset[Seat]) -> int:
        """The moment before a person's last gesture, and before what luck dealt to bring it about.

        A robot that is left where it was would do the same again.
        """
        number = len(self.moments) - 2
        while number >= 0 and self._on_the_way(number, robots):
            number -= 1
        return number

    def _on_the_way(self, number: int, robots: frozenset[Seat]) -> bool:
        """No person went on from there: a hand had not stopped, luck dealt, or a robot acted."""
        by_itself = robots if self.luck is None else robots | {CHANCE}
        move = self.moments[number + 1].move
        return self.moments[number].passed or (move is not None and move.seat in by_itself)

    def strike(self, number: int) -> list[Move]:
        """Go back to this moment; the moves struck, the last first."""
        struck = [moment.move for moment in self.moments[:number:-1] if moment.move]
        self.pen.take_back(struck)
        del self.moments[number + 1 :]
        return struck

    def strike_last(self, instead: Sequence[Move]) -> Sequence[Played]:
        """The last move was this one, or these: struck and written anew in one breath."""
        last = self.moments.pop()
        assert last.move
        played = in_one_go(instead, asked=False)
        self.pen.take_back([last.move], played)
        return played

    def _dealt(self, position: Position[Any], ahead: int) -> list[Move]:
        """What CHANCE adds, when nobody deals by hand."""
        moves: list[Move] = []
        while self.luck and (
            move := self.luck.deal(position, len(self.moments) - 1 + ahead + len(moves))
        ):
            moves.append(move)
            position = position.after(move)
        return moves


def movers(moments: Iterable[Moment]) -> frozenset[Seat]:
    """Whose moves led to these moments: who may take them back."""
    return frozenset(moment.move.seat for moment in moments if moment.move)


def in_one_go(moves: Sequence[Move], asked: bool) -> list[Played]:
    """The moves of one gesture: where the same hand went on, nobody stopped."""
    on = [one.seat == then.seat != CHANCE for one, then in pairwise(moves)]
    return [Played(m, passed, asked) for m, passed in zip(moves, [*on, False], strict=False)]
