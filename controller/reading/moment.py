"""A position and what it makes of the board: what should be read, known, lit; and the ways back."""

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


class Moment(Struct, frozen=True, dict=True, eq=False):
    """One point of a sitting. What it makes of the board is worked out once, when first asked."""

    position: Position[Any]
    senses: Senses
    move: Move | None = None  # the one that led here
    at: float = 0.0  # s, when it was recorded
    passed: bool = False  # the hand went on from here in the same gesture
    asked: bool = False  # the table did not know which move it was
    felt: float = 0.0  # s, when the last piece of it was felt; 0 where no piece was

    @cached_property
    def expected(self) -> dict[Site, Reading]:
        """What lies on the board and should be read."""
        return {site: was for site, was in self._all.items() if not self.senses[site].momentary}

    @cached_property
    def shown(self) -> dict[Site, Reading]:
        """What each tap reader was last shown."""
        return {site: was for site, was in self._all.items() if self.senses[site].momentary}

    @cached_property
    def known(self) -> MoveIndex | LocalMoveIndex:
        return finish(know(self.position, self.senses, self._all))

    def drop_caches(self) -> None:
        """The game has gone on: what could be done here is forgotten, and found again if asked.

        It is most of what a moment holds, 25 kB in Zylatron.
        """
        for name in ("known", "ahead", "points", "pointing", "scene"):
            vars(self).pop(name, None)

    def learn(self) -> Stepwise[None]:
        """What is known here, worked out bit by bit."""
        if "known" not in vars(self):
            vars(self)["known"] = yield from know(self.position, self.senses, self._all)

    @cached_property
    def ahead(self) -> Moment | None:
        """The moment after this one, when a move that nobody can feel or choose leads there."""
        move = self.known.granted
        return Moment(self.position.after(move), self.senses, move, self.at) if move else None

    @cached_property
    def unfelt(self) -> Site | None:
        """The only place with a piece that nothing feels, if there is just one."""
        layout = self.position.layout()
        places = [s for s in layout if s not in self.senses and standing(layout, s)]
        return places[0] if len(places) == 1 else None

    @cached_property
    def points(self) -> frozenset[Site]:
        """Where a lawful move that is known here is a mere touch."""
        touched = [mark.trace.touched for mark in self.known.marks if not mark.trace.changes]
        every: frozenset[Site] = frozenset().union(*touched)
        felt = every & self.senses.keys()
        return frozenset(site for site in felt if not self.senses[site].momentary)

    @cached_property
    def pointing(self) -> bool:
        """Nothing is to be carried anywhere: one points, or presses a key."""
        lawful = self.known.marks if isinstance(self.known, MoveIndex) else ()
        return bool(lawful) and not any(mark.trace.changes for mark in lawful)

    def pointed(self, site: Site) -> bool:
        """Who lifts what stands there a little has made a lawful move."""
        return bool(self.known.completed(Trace({}, frozenset({site}))))

    def owner(self, key: Site) -> Seat | None:
        """The only seat that this key speaks for; None if it speaks for several or for none."""
        tried = self.position.attempts(frozenset({key}))
        seats = {move.seat for move in tried if key in move.touches}
        return seats.pop() if len(seats) == 1 else None

    def lasting(self, site: Site) -> bool:
        """Pieces lie there, felt or not; no key, and no card that was only shown."""
        return site not in self.senses or not self.senses[site].momentary

    @cached_property
    def scene(self) -> Scene:
        return self.position.public().scene()

    def due(self, dial: Site, standing: bool) -> Reading:
        """Where the strip should stand, or where a move is to bring it."""
        stands = self.expected.get(dial)
        goals = {mark.trace.changes.get(dial, stands) for mark in self.known.marks}
        return goals.pop() if len(goals) == 1 and not standing else stands

    @cached_property
    def _all(self) -> dict[Site, Reading]:
        return expect(self.position.layout(), self.senses)


def with_forced_moves(moment: Moment) -> Iterator[Moment]:
    """This moment, and those that follow from it by moves taken for granted."""
    here: Moment | None = moment
    while here:
        yield here
        here = here.ahead


def sealed(moment: Moment, free: bool) -> bool:
    """The move that led here has shown somebody a card, and not all have agreed to forget it."""
    return bool(moment.move and moment.move.reveals and not free)


def restored(
    moments: Sequence[Moment], stands_as: Callable[[Moment], bool], free: bool, *, held: bool = True
) -> int | None:
    """The latest earlier moment that the board stands as, if it may be gone back to.

    Unless something is `held`, nothing can be in the hand that would have to be felt as it comes.
    """
    if stands_as(moments[-1]):
        return None
    for number in range(len(moments) - 2, -1, -1):
        earlier, later = moments[number], moments[number + 1]
        if sealed(later, free) or (later.expected == earlier.expected and not free):
            return None
        if stands_as(earlier):
            return number if not held or felt_back(earlier, moments[-1]) else None
    return None


def felt_back(earlier: Moment, later: Moment) -> bool:
    """A piece that came back from the later moment would be felt where it stood earlier.

    Else a board with that piece in the hand reads the same, and nobody has taken anything back.
    """
    before, after = earlier.position.layout(), later.position.layout()
    left = (site for site in differing(before, after) if earlier.lasting(site))
    return all(
        earlier.expected.get(site) != later.expected.get(site)
        for site in left
        if set(standing(before, site)) - set(standing(after, site))
    )


def slid(moments: Sequence[Moment], lying: Readings, touched: frozenset[Site]) -> Move | None:
    """The other move from before the last one that the board shows now."""
    if (last := revocable(moments)) is None:
        return None
    before = moments[-2]
    trace = Trace.between(before.expected, lying, touched)
    lawful = {str(mark.move): mark.move for mark in before.known.completed(trace)}
    lawful.pop(str(last), None)
    return next(iter(lawful.values())) if len(lawful) == 1 else None


def revocable(moments: Sequence[Moment]) -> Move | None:
    """The last move, if it may turn out to have been another: it has shown nobody a card."""
    last = moments[-1].move
    return last if len(moments) > 1 and last and not last.reveals else None
