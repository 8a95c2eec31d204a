"""The game so far: its moments, the deals of CHANCE, and the record they are written to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from controller.game import Move, Position
from controller.reading.moment import Moment, reveals_card
from controller.sitting.journal import JournalWriter, Played
from controller.sitting.luck import Luck
from controller.sitting.touch_move import bound, let_go
from controller.table_rules import TableRules
from controller.values import CHANCE, Refusal, Saying, Seat, Senses, Site

PAST = 4  # moments back to which caches are dropped, except the last two


class Progress(Struct, frozen=True, eq=False):
    """The moments played so far, and the moves that are decided but not written yet."""

    moments: tuple[Moment, ...] = ()
    luck: Luck | None = None  # deals for CHANCE; None if people deal
    pen: JournalWriter = field(default_factory=JournalWriter)
    rules: TableRules = TableRules()
    first: int = 0  # number of the earliest moment that a takeback can reach
    decided: tuple[Played, ...] = ()

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
        """The seat that made the last move."""
        return self.here.move.seat if self.here.move else CHANCE

    @property
    def alone(self) -> bool:
        """True if at most one seat may act now."""
        return len(self.position.actors) < 2

    @property
    def busy(self) -> bool:
        """True if a decision is not written yet."""
        return bool(self.decided)

    def decides(self, move: Move) -> bool:
        """True if this move is decided and not written yet."""
        return any(played.move == move for played in self.decided)

    # ----------------------------------------------------------------------------------- going on

    def decide(self, moves: Sequence[Move] = (), *, asked: bool = False) -> Progress:
        """Decide that these moves were played; they count once they are written."""
        position = self.position
        for move in moves:
            position = position.after(move)
        dealt = self._dealt(position, len(moves))
        return replace(self, decided=(*in_one_go(moves, asked), *map(Played, dealt)))

    def write(self) -> Progress:
        """Write the decided moves to the journal."""
        self.pen.keep(self.decided)
        return replace(self, decided=())

    def stand(self, played: Played, senses: Senses, at: float, felt: float) -> Progress:
        """Add the moment after a move that was written."""
        then, how = self.position.after(played.move), (played.passed, played.asked)
        moments = (*self.moments, Moment(then, senses, played.move, at, *how, felt))
        for past in moments[-PAST:-2]:  # the last two are still searched for moves
            past.drop_caches()
        return replace(self, moments=moments)

    def bind(self, site: Site, seat: Seat) -> Progress:
        """Bind the player to the piece on this site: another piece may not move before it."""
        here, rule = self.here, replace(self.rules.touched, sites=frozenset({site}))
        tied = replace(here, position=bound(here.position, site, seat, rule))
        return replace(self, moments=(*self.moments[:-1], tied))

    def reconsider(self, senses: Senses) -> Progress:
        """Recompute the moments for other senses, with which moves leave other traces."""
        if self.here.senses is senses:
            return self
        return replace(self, moments=tuple(replace(one, senses=senses) for one in self.moments))

    # --------------------------------------------------------------------------------- going back

    def way_back(
        self, *, misread: bool = False, robots: frozenset[Seat] = frozenset()
    ) -> int | Saying | Refusal:
        """Return the number of the moment that a takeback leads to, or why there is none."""
        number = self._last_choice(robots)
        struck = self.moments[number + 1 :]
        seen = any(reveals_card(moment, self.rules.free_takeback) for moment in struck)
        if number < self.first or (seen and all(move.seat == CHANCE for move in self.history)):
            return Saying("table.nothing_back")
        if seen:
            stays = (moment.move.stays for moment in struck if moment.move)
            return next(filter(None, stays), Saying("table.no_back"))
        return number if misread else self.holds(number) or number

    def holds(self, number: int) -> Refusal | None:
        """Return the rule that forbids taking back the moves since that moment; None if allowed.

        Moves that the table had to ask about can be taken back, and lifted pieces not yet put down.
        """
        since = pairwise(self.moments[number:])
        made = [not now.asked and let_go(was.position, now.position) for was, now in since]
        return self.rules.firm if any(made) else None

    def _last_choice(self, robots: frozenset[Seat]) -> int:
        """Return the number of the moment before the last gesture of a person.

        Deals and robots' moves after it are skipped; a robot in the same position would repeat its
        move.
        """
        number = len(self.moments) - 2
        while number >= 0 and self._on_the_way(number, robots):
            number -= 1
        return number

    def _on_the_way(self, number: int, robots: frozenset[Seat]) -> bool:
        """True if no person continued from that moment: mid-gesture, a deal, or a robot's move."""
        by_itself = robots if self.luck is None else robots | {CHANCE}
        move = self.moments[number + 1].move
        return self.moments[number].passed or (move is not None and move.seat in by_itself)

    def since(self, number: int) -> list[Move]:
        """Return the moves after this moment, newest first."""
        return [moment.move for moment in self.moments[:number:-1] if moment.move]

    def strike(self, number: int) -> Progress:
        """Go back to this moment."""
        self.pen.take_back(self.since(number))
        return replace(self, moments=self.moments[: number + 1])

    def strike_last(self, instead: Sequence[Move]) -> Progress:
        """Write these moves for the last one in one transaction; they are decided, and written."""
        played = in_one_go(instead, asked=False)
        self.pen.take_back(self.since(len(self.moments) - 2), played)
        return replace(self, moments=self.moments[:-1], decided=tuple(played))

    def _dealt(self, position: Position[Any], ahead: int) -> list[Move]:
        """Return the moves that CHANCE adds; none if people deal."""
        moves: list[Move] = []
        while self.luck and (
            move := self.luck.deal(position, len(self.moments) - 1 + ahead + len(moves))
        ):
            moves.append(move)
            position = position.after(move)
        return moves


def movers(moments: Iterable[Moment]) -> frozenset[Seat]:
    """Return the seats whose moves led to these moments, and who may take them back."""
    return frozenset(moment.move.seat for moment in moments if moment.move)


def in_one_go(moves: Sequence[Move], asked: bool) -> list[Played]:
    """Return the moves of one gesture, marked as passed where the same hand continued."""
    on = [one.seat == then.seat != CHANCE for one, then in pairwise(moves)]
    return [Played(m, passed, asked) for m, passed in zip(moves, [*on, False], strict=False)]
