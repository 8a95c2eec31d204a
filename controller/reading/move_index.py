"""The possible moves of a position, indexed by the traces they would leave."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import islice
from typing import Any, TypeGuard

from msgspec import Struct

from controller.game import Move, Position, Wide
from controller.reading.stepwise import Stepwise
from controller.values import (
    Layout,
    Reading,
    Readings,
    Sense,
    Senses,
    Site,
    Trace,
    differing,
    expect,
    standing,
)

FEW = 60  # number of moves that can be computed in advance on any board
AT_HAND = 25  # moves of a held piece computed at once: a millisecond
AT_ONCE = 2  # moves computed between two pauses: a quarter of a millisecond
NOWHERE: frozenset[Site] = frozenset()
NOTHING = Trace({}, NOWHERE)


class Mark(Struct, frozen=True):
    """A possible move, and the trace it would leave."""

    move: Move
    trace: Trace
    unfelt: frozenset[Site] = NOWHERE  # where a piece arrives without being felt
    left: frozenset[Site] = NOWHERE  # where a piece leaves a stack without being felt
    before: tuple[Move, ...] = ()  # earlier moves of the same gesture

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the gesture."""
        return *self.before, self.move

    @property
    def hidden(self) -> int:
        """The number of acts that no sensor feels."""
        return len(self.unfelt) + len(self.left)

    @property
    def sites(self) -> frozenset[Site]:
        """The sites that the hand comes to."""
        unfelt = self.unfelt | self.left if self.unfelt or self.left else NOWHERE
        return self.trace.touched | unfelt if unfelt else self.trace.touched


class MoveIndex:
    """The lawful moves of a position, indexed by the traces they leave."""

    starts = NOWHERE  # not needed: `marks` lists all moves

    def __init__(
        self,
        marks: Iterable[Mark],
        senses: Senses,
        layout: Layout | None = None,
        expected: Readings | None = None,
    ) -> None:
        self.marks = tuple(marks)
        self._layout = layout or {}
        self._senses = senses
        self._expected = expect(self._layout, senses) if expected is None else expected
        self._by_site: defaultdict[Site, list[Mark]] = defaultdict(list)
        for mark in self.marks:
            for site in mark.trace.touched:
                self._by_site[site].append(mark)

    def feel(self, seen: Trace) -> Stepwise[None]:
        """Do nothing; all moves are computed already."""
        yield from ()

    @cached_property
    def widest(self) -> int:
        """The maximum number of sites that one move changes."""
        return max((len(mark.trace.changes) for mark in self.marks), default=0) or 1

    @cached_property
    def unseen(self) -> tuple[Mark, ...]:
        """The moves that no sensor can feel."""
        return tuple(mark for mark in self.marks if not mark.trace)

    @property
    def silent(self) -> tuple[Mark, ...]:
        """The moves that no sensor can feel, if there are no others."""
        return self.unseen if len(self.unseen) == len(self.marks) else ()

    @property
    def forced_move(self) -> Move | None:
        """The only move, if it cannot be felt; it is inferred from what follows."""
        return self.marks[0].move if len(self.marks) == 1 and self.unseen else None

    def completed(self, seen: Trace) -> list[Mark]:
        """Return the moves whose trace is exactly what is seen."""
        changes, touched = seen.changes, seen.touched
        near = min((self._by_site.get(site, ()) for site in changes), key=len, default=self.marks)
        alike = [mark for mark in near if mark.trace.changes == changes]
        return [mark for mark in alike if mark.trace and mark.trace.touched <= touched]

    def included(self, seen: Trace) -> list[Mark]:
        """Return the moves whose trace is part of what is seen."""
        sites = sorted(seen.touched)
        near = {id(mark): mark for site in sites for mark in self._by_site.get(site, ())}
        return [mark for mark in near.values() if seen.includes(mark.trace)]

    def taking(self, seen: Trace, *, crowds: bool = False) -> list[Mark]:
        """Return the moves that take a piece from where one is missing or was replaced.

        Crowds count as sources too if no piece is missing, or if `crowds` is set.
        """
        missed = [s for s, now in seen.changes.items() if lacks(now, self._expected.get(s))]
        replaced = sorted(seen.touched & self._expected.keys() - seen.changes.keys())
        sites = [*missed, *replaced] if missed else []
        if crowds or not missed:
            sites += sorted(crowded(self._layout, self._senses))
        return [mark for site in sites for mark in self._by_source.get(site, ())]

    @cached_property
    def _by_source(self) -> Mapping[Site, list[Mark]]:
        """The moves, by the sites they take a piece from."""
        found: defaultdict[Site, list[Mark]] = defaultdict(list)
        for mark in self.marks:
            changes = mark.trace.changes.items()
            gone = {site for site, now in changes if lacks(now, self._expected.get(site))}
            for site in gone | mark.left:
                found[site].append(mark)
        return found

    def begun(self, seen: Trace) -> list[Mark]:
        """Return the moves this trace may still become, narrowed by further touches."""
        site = next(iter(seen.changes), None)
        if site is None:
            return [mark for mark in self.marks if seen.touched & mark.trace.touched]
        near = self._by_site.get(site, ())
        begun = [mark for mark in near if may_become(seen, mark.trace, self._senses)]
        if any(isinstance(now, frozenset) for now in self._told(seen)):
            begun = [mark for mark in begun if not misplaced(seen, mark, self._expected)]
        return [mark for mark in begun if seen.touched <= mark.trace.touched] or begun

    def _told(self, seen: Trace) -> Iterator[Reading]:
        """Yield what the changed sites should read and what they do read."""
        for site, now in seen.changes.items():
            yield now
            yield self._expected.get(site)

    def loose(self, seen: Trace) -> bool:
        """True if a turned dial may be turned further, or all that changed is in the hand."""
        if not seen.changes:
            return not all(self._senses[site].momentary for site in seen.touched)
        turned = any(self._senses[site] is Sense.DIAL for site in seen.changes)
        return turned or all(reading is None for reading in seen.changes.values())


class LocalMoveIndex:
    """The lawful moves of a wide board, computed only near the hand."""

    silent: tuple[Mark, ...] = ()  # among so many moves, one can always be felt
    widest = 2  # sites: a move takes a piece from one to another

    def __init__(self, position: Wide[Any], senses: Senses, expected: Readings) -> None:
        self._position = position
        self._senses = senses
        self._expected = expected
        self._marks: dict[Move, Mark] = {}  # computed so far
        self._at: tuple[frozenset[Site], MoveIndex] = NOWHERE, MoveIndex((), senses)
        self._felt: tuple[Trace, MoveIndex] = NOTHING, MoveIndex((), senses)

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """The moves made with keys and readers; those of pieces are computed at a lift."""
        said = frozenset(site for site, sense in self._senses.items() if sense.momentary)
        return self._near(said).marks

    @cached_property
    def starts(self) -> frozenset[Site]:
        """The sites whose pieces may be lifted."""
        return self._position.starts()

    @cached_property
    def unseen(self) -> tuple[Mark, ...]:
        every = marks(self._position, self._position.moves(), self._senses)
        return tuple(mark for mark in every if not mark.trace)

    @cached_property
    def forced_move(self) -> Move | None:
        some = MoveIndex(
            marks(self._position, islice(self._position.moves(), 2), self._senses), self._senses
        )
        return some.forced_move

    def feel(self, seen: Trace) -> Stepwise[None]:
        """Compute stepwise the moves that may have left this trace."""
        if self._felt[0] != seen and self._at[0] != seen.touched:
            new = [move for move in self._fitting(seen) if move not in self._marks]
            for done in range(0, len(new), AT_HAND):
                self._work_out(new[done : done + AT_HAND])
                yield

    def completed(self, seen: Trace) -> list[Mark]:
        return self._by(seen).completed(seen)

    def begun(self, seen: Trace) -> list[Mark]:
        return self._by(seen).begun(seen)

    def loose(self, seen: Trace) -> bool:
        return self._by(seen).loose(seen)

    def included(self, seen: Trace) -> list[Mark]:
        return self._near(seen.touched).included(seen)

    def taking(self, seen: Trace, *, crowds: bool = False) -> list[Mark]:
        return self._near(frozenset(seen.changes)).taking(seen, crowds=crowds)

    def _by(self, seen: Trace) -> MoveIndex:
        """Return the moves that may have left this trace, from cache if it is unchanged."""
        if len(seen.changes) < 2:
            return self._near(frozenset(seen.changes) or seen.touched)
        if self._felt[0] != seen:
            self._felt = seen, self._known(self._fitting(seen))
        return self._felt[1]

    def _fitting(self, seen: Trace) -> list[Move]:
        """Return the moves that come to all changed sites; without changes, to a touched one."""
        at = [frozenset({site}) for site in seen.changes] or [seen.touched]
        moves = list(self._position.near(at[0]))
        for sites in at[1:]:
            if moves:
                others = frozenset(self._position.near(sites))
                moves = [move for move in moves if move in others]
        return moves

    def _near(self, sites: frozenset[Site]) -> MoveIndex:
        """Return the moves that come to any of these sites, from cache if unchanged."""
        if self._at[0] != sites:
            self._at = sites, self._known(list(self._position.near(sites)))
        return self._at[1]

    def _known(self, moves: Sequence[Move]) -> MoveIndex:
        self._work_out([move for move in moves if move not in self._marks])
        found = (self._marks[move] for move in moves)
        return MoveIndex(found, self._senses, self._position.layout(), self._expected)

    def _work_out(self, new: Sequence[Move]) -> None:
        found = marks(self._position, new, self._senses)
        self._marks.update(zip(new, found, strict=True))


def wide(position: Position[Any]) -> TypeGuard[Wide[Any]]:
    """True if moves can be requested by place. A protocol check would cost more than a position."""
    return hasattr(position, "near")


def know(
    position: Position[Any], senses: Senses, expected: Readings | None = None
) -> Stepwise[MoveIndex | LocalMoveIndex]:
    """Return the index of all lawful moves, or a local one on a wide board."""
    if expected is None:
        expected = expect(position.layout(), senses)
    moves: Iterable[Move] = position.moves()
    if wide(position):
        moves = list(islice(moves, FEW + 1))
        if len(moves) > FEW:
            return LocalMoveIndex(position, senses, expected)
    found: list[Mark] = []
    for number, mark in enumerate(marks(position, moves, senses), 1):
        found.append(mark)
        if number % AT_ONCE == 0:
            yield
    return MoveIndex(found, senses, position.layout(), expected)


def marks(position: Position[Any], moves: Iterable[Move], senses: Senses) -> Iterator[Mark]:
    """Yield the mark of each move."""
    before = position.layout()
    for move in moves:
        after, changed = led_to(position, move, before)
        trace = Trace.of(before, after, senses, move.touches, changed)
        hidden = [site for site in changed if site not in trace.touched]
        came, gone = (
            arrivals_and_departures(before, after, hidden, senses) if hidden else (NOWHERE, NOWHERE)
        )
        yield Mark(move, trace, came, gone)


def led_to(position: Position[Any], move: Move, before: Layout) -> tuple[Layout, Set[Site]]:
    """Return the layout after the move, at least where it differs, and where that is."""
    effect = position.effect(move)
    if effect is not None:
        return effect, effect.keys()
    after = position.after(move).layout()
    return after, differing(before, after)


def arrivals_and_departures(
    before: Layout, after: Layout, sites: Iterable[Site], senses: Senses
) -> tuple[frozenset[Site], frozenset[Site]]:
    """Return where pieces arrived and where they left, of these sites; shown cards do not count."""
    lasting = [site for site in sites if site not in senses or not senses[site].momentary]
    stacks = {site: (set(standing(before, site)), set(standing(after, site))) for site in lasting}
    came = frozenset(site for site, (was, now) in stacks.items() if now - was)
    return came, frozenset(site for site, (was, now) in stacks.items() if was - now)


def crowded(layout: Layout, senses: Senses) -> frozenset[Site]:
    """Return the sites where taking a piece from a stack does not change the reading."""
    return frozenset(
        site
        for site, content in layout.items()
        if not isinstance(content, int) and len(content) > 1 and site in senses
        if senses[site].read(content) == senses[site].read(content[:-1])
    )


def lacks(now: Reading, was: Reading) -> bool:
    """True if something of the reading `was` is missing in `now`; never for a strip."""
    if isinstance(was, frozenset):
        return bool(was - (now if isinstance(now, frozenset) else frozenset()))
    return was is True and now is None


def misplaced(seen: Trace, goal: Mark, expected: Readings) -> bool:
    """True if a named piece lies where this move does not put it, or has left where it stays.

    A stack that the move points at may be lifted completely.
    """
    for site, reading in seen.changes.items():
        told = expected.get(site), reading, goal.trace.changes.get(site)
        before, now, after = map(pieces, told)
        stays = frozenset() if site in goal.move.touches else after
        if not now - before <= after or (before - now) & stays:
            return True
    return False


def pieces(reading: Reading) -> frozenset[Hashable]:
    """Return the single pieces in a reading; empty if it names none."""
    return reading if isinstance(reading, frozenset) else frozenset()


def may_become(seen: Trace, goal: Trace, senses: Senses) -> bool:
    """True if this trace can still grow into `goal`; a tag shown to a reader cannot be undone."""
    if not seen.begins(goal):
        return False
    for site, reading in seen.changes.items():
        if senses[site].momentary and goal.changes.get(site) != reading:
            return False
    return True
