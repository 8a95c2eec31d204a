"""A moment: a position, its readings and moves, and the ways back to earlier moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from controller.game import Move, Position
from controller.reading.move_index import LocalMoveIndex, MoveIndex, know
from controller.reading.stepwise import Stepwise, finish
from controller.scene import Scene
from controller.values import (
    Reading,
    Readings,
    Seat,
    Senses,
    Site,
    Trace,
    differing,
    expect,
    standing,
)

MOST_LATER = 400  # moments kept for searches: up to 25 kB each


class Moment(Struct, frozen=True, dict=True, eq=False):
    """One point of a sitting; its properties are computed once, when first needed."""

    position: Position[Any]
    senses: Senses
    move: Move | None = None  # the one that led here
    at: float = 0.0  # s, when it was recorded
    passed: bool = False  # the hand went on from here in the same gesture
    asked: bool = False  # the table had to ask which move it was
    felt: float = 0.0  # s, when its last piece was felt; 0 if none was

    @cached_property
    def expected(self) -> dict[Site, Reading]:
        """The readings of what should lie on the board."""
        return {site: was for site, was in self._all.items() if not self.senses[site].momentary}

    @cached_property
    def shown(self) -> dict[Site, Reading]:
        """What each tap reader was last shown."""
        return {site: was for site, was in self._all.items() if self.senses[site].momentary}

    @cached_property
    def known(self) -> MoveIndex | LocalMoveIndex:
        return finish(know(self.position, self.senses, self._all))

    def drop_caches(self) -> None:
        """Delete the computed properties of a past moment; they are recomputed if needed.

        They are most of its memory: 25 kB in Zylatron.
        """
        for name in ("known", "ahead", "later", "points", "pointing", "scene"):
            vars(self).pop(name, None)

    def learn(self) -> Stepwise[None]:
        """Compute the possible moves stepwise."""
        if "known" not in vars(self):
            vars(self)["known"] = yield from know(self.position, self.senses, self._all)

    @cached_property
    def ahead(self) -> Moment | None:
        """The next moment, if the only move here can neither be felt nor chosen; else None."""
        move = self.known.forced_move
        return Moment(self.position.after(move), self.senses, move, self.at) if move else None

    @cached_property
    def later(self) -> dict[tuple[Move, ...], Moment]:
        """The moments after several moves, as searches for gestures computed them."""
        return {}

    def after(self, moves: tuple[Move, ...], before: Moment) -> Moment:
        """Return the moment after these moves, computed once; `before` is the one before the last.

        One gesture is searched again with each change of the board.
        """
        if (known := self.later.get(moves)) is None:
            if len(self.later) >= MOST_LATER:
                self.later.clear()
            then = before.position.after(moves[-1])
            known = self.later[moves] = Moment(then, self.senses, moves[-1], self.at)
        return known

    @cached_property
    def unfelt(self) -> Site | None:
        """The only occupied place without a sensor; None if there are none or several."""
        layout = self.position.layout()
        places = [s for s in layout if s not in self.senses and standing(layout, s)]
        return places[0] if len(places) == 1 else None

    @cached_property
    def points(self) -> frozenset[Site]:
        """The sites where touching alone makes a lawful move that is known here."""
        touched = [mark.trace.touched for mark in self.known.marks if not mark.trace.changes]
        every: frozenset[Site] = frozenset().union(*touched)
        felt = every & self.senses.keys()
        return frozenset(site for site in felt if not self.senses[site].momentary)

    @cached_property
    def pointing(self) -> bool:
        """True if every lawful move is made by pointing or pressing a key."""
        lawful = self.known.marks if isinstance(self.known, MoveIndex) else ()
        return bool(lawful) and not any(mark.trace.changes for mark in lawful)

    def pointed(self, site: Site) -> bool:
        """True if touching this site makes a lawful move."""
        return bool(self.known.completed(Trace({}, frozenset({site}))))

    def owner(self, key: Site) -> Seat | None:
        """Return the only seat that this key speaks for; None if several or none."""
        tried = self.position.attempts(frozenset({key}))
        seats = {move.seat for move in tried if key in move.touches}
        return seats.pop() if len(seats) == 1 else None

    def lasting(self, site: Site) -> bool:
        """True if pieces lie there, felt or not, as opposed to keys and cards shown."""
        return site not in self.senses or not self.senses[site].momentary

    @cached_property
    def scene(self) -> Scene:
        return self.position.public().scene()

    def due(self, dial: Site, standing: bool) -> Reading:
        """Return where the strip should stand now, or after the move."""
        stands = self.expected.get(dial)
        goals = {mark.trace.changes.get(dial, stands) for mark in self.known.marks}
        return goals.pop() if len(goals) == 1 and not standing else stands

    @cached_property
    def _all(self) -> dict[Site, Reading]:
        return expect(self.position.layout(), self.senses)


def with_forced_moves(moment: Moment) -> Iterator[Moment]:
    """Yield this moment and those that follow by forced moves."""
    here: Moment | None = moment
    while here:
        yield here
        here = here.ahead


def reveals_card(moment: Moment, free: bool) -> bool:
    """True if the move that led here revealed a card, and takebacks after that were not agreed."""
    return bool(moment.move and moment.move.reveals and not free)


def find_moment(
    moments: Sequence[Moment], stands_as: Callable[[Moment], bool], free: bool, *, held: bool = True
) -> int | None:
    """Return the number of the latest earlier moment that the board matches; None if none.

    With `held`, only if a piece in the hand would be felt when it comes back.
    """
    if stands_as(moments[-1]):
        return None
    for number in range(len(moments) - 2, -1, -1):
        earlier, later = moments[number], moments[number + 1]
        if reveals_card(later, free) or (later.expected == earlier.expected and not free):
            return None
        if stands_as(earlier):
            return number if not held or felt_back(earlier, moments[-1]) else None
    return None


def felt_back(earlier: Moment, later: Moment) -> bool:
    """True if every piece that came back would be felt where it stood before.

    Otherwise a board with that piece in the hand reads the same, and is no takeback.
    """
    before, after = earlier.position.layout(), later.position.layout()
    left = (site for site in differing(before, after) if earlier.lasting(site))
    return all(
        earlier.expected.get(site) != later.expected.get(site)
        for site in left
        if set(standing(before, site)) - set(standing(after, site))
    )


def other_move(moments: Sequence[Moment], lying: Readings, touched: frozenset[Site]) -> Move | None:
    """Return the only other move instead of the last one that matches the board; else None."""
    if (last := revocable(moments)) is None:
        return None
    before = moments[-2]
    trace = Trace.between(before.expected, lying, touched)
    lawful = {str(mark.move): mark.move for mark in before.known.completed(trace)}
    lawful.pop(str(last), None)
    return next(iter(lawful.values())) if len(lawful) == 1 else None


def revocable(moments: Sequence[Moment]) -> Move | None:
    """Return the last move, if it may still be replaced, as it revealed no card."""
    last = moments[-1].move
    return last if len(moments) > 1 and last and not last.reveals else None
