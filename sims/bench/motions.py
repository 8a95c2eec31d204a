"""The motions of a hand, as generators of the seconds to wait after each act."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from math import ceil, floor
from typing import Any, TypeAlias

from controller.game import Move, Position
from controller.scene import Glow, Light
from controller.values import Content, Layout, Piece, Sense, Site, differing, kind, standing
from drivers.clock import Clock
from sims.bench.bench import Bench

Motion: TypeAlias = Generator[float, None, None]


class Motions:
    """Everything one hand can do on a bench, and what it holds."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.held: list[Piece] = []

    def make(self, move: Move, position: Position[Any]) -> Motion:
        """Make this move on the board."""
        before, after = position.layout(), position.after(move).layout()
        for site in sorted(differing(before, after)):
            if self._sense(site) is Sense.TAP:
                yield from self._show(site, after.get(site, ()))
        yield from self.carry(before, after)
        for site in sorted(move.touches & self.bench.wiring.senses.keys()):
            yield from self.point(site)
        for site, goal in after.items():
            if isinstance(goal, int) and before.get(site) != goal and self._sense(site):
                yield from self.turn(site, goal - round(self.bench.row(site), 3))

    def carry(self, before: Layout, after: Layout) -> Motion:
        """Move pieces from one layout to the other; pieces that leave go into the box.

        A piece that was taken meanwhile is taken from the hand, or from where it was put.
        """
        before, after = self._lying(before), self._lying(after)
        goals = dict(arrivals(before, after))
        for site, piece in departures(before, after):
            yield from self._grasp(piece, before, site)
            if piece in goals:
                yield from self.put(goals.pop(piece))
            else:
                self.held.pop()
        for piece, goal in goals.items():
            lacking = unmatched(standing(after, goal), self.bench.stacks.get(goal, ()))
            # else it is there since an earlier attempt
            if any(look_alike(piece, one) for one in lacking):
                yield from self._grasp(piece, after)
                yield from self.put(goal)

    def _grasp(self, piece: Piece, lying: Layout, site: Site | None = None) -> Motion:
        """Take this piece or one like it into the hand, from its site or wherever it is."""
        stack = self.bench.stacks.get(site, []) if site else []
        held = any(look_alike(one, piece) for one in self.held)
        if site and stack and (not held or any(look_alike(one, piece) for one in stack)):
            yield from self.lift(site, matching_piece(piece, stack).name)
            return
        yield from self._fetch(piece, lying)
        taken = matching_piece(piece, self.held)
        self.held.remove(taken)
        self.held.append(taken)

    def lift(self, site: Site, name: str = "") -> Motion:
        self.held.append(self.bench.lift(site, name))
        yield 0.15

    def put(self, site: Site) -> Motion:
        self.bench.put(self.held.pop(), site)
        yield 0.1

    def slide(self, sites: list[Site], pause: float = 0.06) -> Motion:
        """Drag a piece from the first of these sites over the others to the last."""
        self.held.append(self.bench.lift(sites[0]))
        for site in sites[1:-1]:
            yield 0.02
            if site not in self.bench.stacks:
                self.bench.put(self.held.pop(), site)
                yield pause
                self.held.append(self.bench.lift(site))
        yield 0.02
        yield from self.put(sites[-1])

    def press(self, key: Site) -> Motion:
        self.bench.press(key)
        yield 0.15

    def point(self, site: Site, seconds: float = 0.15) -> Motion:
        """Press a key, touch a bare cell, or lift a stack slightly and put it back."""
        if not self.bench.stacks.get(site):
            yield from self.press(site)
            return
        stack = [self.bench.lift(site) for _ in list(self.bench.stacks[site])]
        yield seconds
        for piece in reversed(stack):
            self.bench.put(piece, site)
        yield 0.1

    def tap(self, reader: Site, name: str) -> Motion:
        self.bench.tap(reader, name)
        yield 0.5

    def turn(self, dial: Site, rows: float) -> Motion:
        yield self.bench.turn(dial, rows) + 0.1

    def _show(self, site: Site, content: Content) -> Motion:
        if not isinstance(content, int) and content:
            yield from self.tap(site, content[-1].name)

    def _lying(self, layout: Layout) -> Layout:
        """Return the layout without cards that are only shown, which lie beside the board."""
        senses = self.bench.wiring.senses
        return {s: c for s, c in layout.items() if s in senses and not senses[s].momentary}

    def _sense(self, site: Site) -> Sense | None:
        return self.bench.wiring.senses.get(site)

    def follow(self, lights: Mapping[Site, Light], layout: Layout) -> Motion:
        """Do one thing the lights ask for; `layout` stands for the colours that tell the piece."""
        wrong = [s for s, light in lights.items() if light.glow is Glow.FAST]
        if lifted := next((s for s in wrong if self.bench.stacks.get(s)), None):
            stack, belong = self.bench.stacks[lifted], standing(layout, lifted)
            astray = unmatched(stack, belong)
            yield from self.lift(lifted, (astray or stack)[-1].name)
            return
        for site, light in lights.items():
            if light.glow in (Glow.DOUBLE, Glow.PULSE) and self._lacking(site, layout):
                yield from self._place(site, layout)
                return
            if light.glow in (Glow.RUN, Glow.RUN_BACK) and self._sense(site) is Sense.DIAL:
                yield from self._wind(site, light.glow is Glow.RUN)
                return

    def home(self, layout: Layout) -> Motion:
        """Put the held piece where one of its kind is missing, or into the box."""
        piece = self.held[-1]
        for site in layout:
            if any(kind(one.name) == kind(piece.name) for one in self._lacking(site, layout)):
                yield from self.put(site)
                return
        self.held.pop()

    def _lacking(self, site: Site, layout: Layout) -> list[Piece]:
        return unmatched(standing(self._lying(layout), site), self.bench.stacks.get(site, ()))

    def _place(self, site: Site, layout: Layout) -> Motion:
        yield from self._grasp(self._lacking(site, layout)[0], self._lying(layout))
        yield from self.put(site)

    def _fetch(self, piece: Piece, lying: Layout) -> Motion:
        """Take such a piece into the hand, from a wrong site or out of the box."""
        if any(look_alike(held, piece) for held in self.held):
            return
        for site, stack in self.bench.stacks.items():
            for astray in unmatched(stack, standing(lying, site)):
                if look_alike(astray, piece):
                    yield from self.lift(site, astray.name)
                    return
        self.held.append(self._boxed(piece))

    def _boxed(self, piece: Piece) -> Piece:
        """Return this piece, or one of its kind in the box while it is in play."""
        out = {one.name for stack in self.bench.stacks.values() for one in stack}
        names = [piece.name, *self.bench.wiring.tags.values()]
        boxed = (name for name in names if name not in out and kind(name) == kind(piece.name))
        return Piece(next(boxed, piece.name), piece.seat)

    def _wind(self, dial: Site, onward: bool) -> Motion:
        """Turn the strip to the next row line in this direction."""
        row = self.bench.row(dial)
        goal = floor(row + 0.01) + 1 if onward else ceil(row - 0.01) - 1
        yield from self.turn(dial, goal - row)


class Agenda:
    """A queue of motions, done one after the other, each act at its time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._motions: deque[Motion] = deque()
        self._due = 0.0  # s, the time of the next act
        self._begun = False  # the first motion is under way

    @property
    def busy(self) -> bool:
        return bool(self._motions)

    def add(self, motion: Motion) -> None:
        if not self._motions:
            self._due = self._clock.now()
        self._motions.append(motion)

    def leave_off(self) -> None:
        """Cancel the motion that is under way."""
        if self._begun:
            self._begun = False
            self._motions.popleft().close()

    def go_on(self) -> None:
        """Do all acts that are due."""
        while self._motions and self._due <= self._clock.now():
            pause = next(self._motions[0], None)
            self._begun = pause is not None
            if pause is None:
                self._motions.popleft()
            else:
                self._due += pause


def look_alike(one: Piece, other: Piece) -> bool:
    """True if the two pieces look alike: the same kind and seat."""
    return (kind(one.name), one.seat) == (kind(other.name), other.seat)


def matching_piece(piece: Piece, among: Sequence[Piece]) -> Piece:
    """Return the piece itself, or one that looks like it, else the last."""
    return max(reversed(among), key=lambda one: (one == piece, look_alike(one, piece)))


def unmatched(pieces: Iterable[Piece], others: Iterable[Piece]) -> list[Piece]:
    """Return the pieces for which the others have no piece of the same kind."""
    left = Counter(kind(piece.name) for piece in others)
    found = []
    for piece in pieces:
        if not left[kind(piece.name)]:
            found.append(piece)
        left[kind(piece.name)] -= left[kind(piece.name)] > 0
    return found


def departures(before: Layout, after: Layout) -> list[tuple[Site, Piece]]:
    """Return the pieces of `before` that are not on the same site in `after`."""
    return [
        (site, piece)
        for site, stack in before.items()
        if not isinstance(stack, int)
        for piece in stack
        if piece not in standing(after, site)
    ]


def arrivals(before: Layout, after: Layout) -> list[tuple[Piece, Site]]:
    """Return the pieces of `after` that are not on the same site in `before`."""
    return [(piece, site) for site, piece in departures(after, before)]
