"""A hypothesis: one account of everything that changed since board and record last agreed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Move, Position
from controller.reading.evidence import Evidence
from controller.reading.move_index import NOTHING, Mark, arrivals_and_departures
from controller.values import Layout, Piece, Refusal, Site, Trace, differing, standing


class Kind(IntEnum):
    """What a hand did according to a hypothesis, most harmless first."""

    LAWFUL = 0  # it made a move, or several
    TAKEBACK = 1  # it put the board back as it stood before
    REVISION = 2  # its last move was another move
    SHOWN = 3  # a piece was held over a reader, to ask where it belongs
    MISTAKE = 4  # it broke a rule
    NOISE = 5  # no known act


class Cost(NamedTuple):
    """The cost of a hypothesis, compared column by column from the left: this order is the policy.

    Each column is the sum of the criteria in `criteria.py` that belong to it.
    """

    impossible: int = 0  # effects before causes, another piece in the hand, denied with NO
    unasked: int = 0  # another move was announced
    unexplained: int = 0  # changes and touches that it does not explain
    unfelt: int = 0  # acts that no sensor felt
    pieces: int = 0  # pieces that end up elsewhere
    kind: int = Kind.LAWFUL
    disorder: int = 0  # acts that were felt in another order, or stops that were not
    moves: int = 0


class Hypothesis(Struct, frozen=True, dict=True, eq=False):
    """One account of what is seen; what it leads to is computed when needed."""

    evidence: Evidence
    kind: Kind
    made: tuple[Mark, ...] = ()  # in this order
    next: tuple[Mark, ...] = ()  # what remains to be done; empty if complete
    refusal: Refusal | None = None  # of a mistake
    foreign: bool = False  # of a mistake: a person did what only the robot may do
    back: int = -1  # of a takeback: the number of the moment
    home: Site | None = None  # of a piece that was shown to a reader
    said: bool = False  # no sensor can feel it; YES was pressed
    path: tuple[Position[Any], ...] = ()  # after each of its first moves, as far as known

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(move for mark in self.made for move in mark.moves)

    @cached_property
    def end(self) -> Position[Any]:
        """The position it leads to."""
        if self.kind is Kind.TAKEBACK:
            return self.evidence.moments[self.back].position
        return self.positions[-1]

    @cached_property
    def positions(self) -> tuple[Position[Any], ...]:
        """The position before its moves, and after each of them."""
        start = self.evidence.moments[-2] if self.kind is Kind.REVISION else self.evidence.here
        found = [start.position, *self.path]
        for move in self.moves[len(self.path) :]:
            found.append(found[-1].after(move))
        return tuple(found)

    @property
    def single(self) -> bool:
        """True for one move, not counting moves that can neither be felt nor chosen."""
        return sum(bool(mark.trace or mark.hidden) for mark in self.made) == 1

    @property
    def begun(self) -> bool:
        """True for a single move that is under way."""
        return self.single and self.made[-1:] == self.next

    @cached_property
    def pieces(self) -> int:
        """The number of pieces that end up elsewhere than recorded.

        Pieces that one move lifts together count as one, since a hand lifts a stack in one act.
        So does putting the board back.
        """
        evidence = self.evidence
        if self.kind in (Kind.SHOWN, Kind.NOISE):
            return 0
        if self.kind in (Kind.LAWFUL, Kind.MISTAKE) and self.single:
            return int(bool(self.mark.trace.changes or self.mark.hidden))
        if self.kind is Kind.TAKEBACK:
            return 1
        if self.kind is not Kind.REVISION:
            return groups_elsewhere([one.layout() for one in self.positions])
        before = evidence.moments[-2].position.layout()
        known = pieces_elsewhere(before, evidence.layout)
        return max(0, pieces_elsewhere(before, self.end.layout()) - known)

    @cached_property
    def changed(self) -> set[Site]:
        """The sites where something else stands in the end."""
        return differing(self.evidence.layout, self.end.layout())

    @cached_property
    def mark(self) -> Mark:
        """All its moves as one mark: the differences in the end, without intermediate sites."""
        if self.single:  # forced moves need no evidence
            (own,) = (mark for mark in self.made if mark.trace or mark.hidden)
            granted = tuple(mark.move for mark in self.made if mark is not own)
            return replace(own, before=granted) if granted else own
        here, before, after = self.evidence.here, self.evidence.layout, self.end.layout()
        moves = self.moves
        touches = frozenset[Site]().union(*(move.touches for move in moves))
        trace = Trace.of(before, after, here.senses, touches, self.changed)
        told = trace.changes.keys() | (trace.touched & self.evidence.seen.touched)
        came, left = arrivals_and_departures(
            before, after, [s for s in self.changed if s not in told], here.senses
        )
        return Mark(moves[-1], trace, came, left, moves[:-1])

    @property
    def told(self) -> bool:
        """True if the rule against this mistake was named already."""
        seen, told, trace = self.evidence.seen.changes, self.evidence.told, self.mark.trace
        known = {site for site, now in told.changes.items() if seen.get(site, ()) == now}
        own = trace.changes.keys() & seen.keys()
        return own <= known if trace.changes else trace.touched <= told.touched

    @cached_property
    def guessed(self) -> bool:
        """True if only an act that no sensor felt distinguishes this from doing nothing."""
        touched, mark = self.evidence.seen.touched, self.mark
        if (mark.unfelt | mark.left) & touched:
            return False
        return bool(mark.unfelt or (mark.left and mark.before)) or self.moved_in_the_air

    @cached_property
    def moved_in_the_air(self) -> bool:
        """True if nothing was put down, and one lifted piece made several moves."""
        carried = [move for move in self.moves if not move.touches]
        several = len(self.made) > 1 and not self.evidence.came
        moved = pieces_elsewhere(self.evidence.layout, self.end.layout()) if several else 0
        return several and len(carried) > moved


def distinct(every: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return the first account for each final position."""
    ends: defaultdict[object, list[Hypothesis]] = defaultdict(list)
    found: list[Hypothesis] = []
    for one in every:
        alike = ends[frozenset(one.end.layout().items())]
        if all(one.end != other.end for other in alike):
            alike.append(one)
            found.append(one)
    return found


def unfelt_move(move: Move) -> Mark:
    """Return the mark of a move that leaves no trace."""
    return Mark(move, NOTHING)


def pieces_elsewhere(before: Layout, after: Layout) -> int:
    """Return how many pieces do not stand where they stood."""
    return len(displaced_pieces(before, after))


def displaced_pieces(before: Layout, after: Layout) -> set[Piece]:
    """Return the pieces that do not stand where they stood."""
    changed = differing(before, after)
    stood = {(piece, site) for site in changed for piece in standing(before, site)}
    stands = {(piece, site) for site in changed for piece in standing(after, site)}
    stayed = {piece for piece, _ in stood & stands}
    return {piece for piece, _ in stood | stands} - stayed


def groups_elsewhere(layouts: Sequence[Layout]) -> int:
    """Return how many groups of pieces end up elsewhere; pieces lifted by one move are a group."""
    groups: list[set[Piece]] = []
    for before, after in pairwise(layouts):
        groups.append(displaced_pieces(before, after).difference(*groups))
    ended = displaced_pieces(layouts[0], layouts[-1])
    return sum(not group.isdisjoint(ended) for group in groups)
