"""Hands: one that makes a move as the difference of two layouts, and a clumsy one for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import ceil, floor
from random import Random
from typing import Any

from controller.game import Move, Position
from controller.scene import Glow, Light
from controller.values import Content, Layout, Piece, Sense, Site, differing, kind, standing
from sims.bench.bench import Bench

Wait = Callable[[float], None]


class Hand:
    """`wait` lets the world go on between two motions."""

    def __init__(self, bench: Bench, wait: Wait) -> None:
        self.bench = bench
        self.wait = wait
        self.held: list[Piece] = []

    def make(self, move: Move, position: Position[Any]) -> None:
        """Show this move on the board."""
        before, after = position.layout(), position.after(move).layout()
        for site in sorted(differing(before, after)):
            if self._sense(site) is Sense.TAP:
                self._show(site, after.get(site, ()))
        self.carry(self._lying(before), self._lying(after))
        for site in sorted(move.touches & self.bench.wiring.senses.keys()):
            self.point(site)
        for site, goal in after.items():
            if isinstance(goal, int) and before.get(site) != goal and self._sense(site):
                self.turn(site, goal - round(self.bench.row(site), 3))

    def carry(self, before: Layout, after: Layout) -> None:
        """Lift what goes, put it where it belongs; a piece that leaves stays in the box."""
        goals = dict(arrivals(before, after))
        for site, piece in departures(before, after):
            self.lift(site, piece.name)
            if piece in goals:
                self.put(goals.pop(piece))
            else:
                self.held.pop()
        for piece, goal in goals.items():
            self.held.append(piece)
            self.put(goal)

    def lift(self, site: Site, name: str = "") -> None:
        self.held.append(self.bench.lift(site, name))
        self.wait(0.15)

    def put(self, site: Site) -> None:
        self.bench.put(self.held.pop(), site)
        self.wait(0.1)

    def slide(self, sites: list[Site], pause: float = 0.06) -> None:
        """Drag a piece from the first of these sites over the others to the last."""
        self.held.append(self.bench.lift(sites[0]))
        for site in sites[1:-1]:
            self.wait(0.02)
            if site not in self.bench.stacks:
                self.bench.put(self.held.pop(), site)
                self.wait(pause)
                self.held.append(self.bench.lift(site))
        self.wait(0.02)
        self.put(sites[-1])

    def press(self, key: Site) -> None:
        self.bench.press(key)
        self.wait(0.15)

    def point(self, site: Site) -> None:
        """Press a key, touch a bare cell, or lift a little what stands there and put it back."""
        if not self.bench.stacks.get(site):
            self.press(site)
            return
        stack = [self.bench.lift(site) for _ in list(self.bench.stacks[site])]
        self.wait(0.15)
        for piece in reversed(stack):
            self.bench.put(piece, site)
        self.wait(0.1)

    def tap(self, reader: Site, name: str) -> None:
        self.bench.tap(reader, name)
        self.wait(0.5)

    def turn(self, dial: Site, rows: float) -> None:
        self.wait(self.bench.turn(dial, rows) + 0.1)

    def _show(self, site: Site, content: Content) -> None:
        if not isinstance(content, int) and content:
            self.tap(site, content[-1].name)

    def _lying(self, layout: Layout) -> Layout:
        """What stays on the board: a card that was shown goes on a heap beside it."""
        senses = self.bench.wiring.senses
        return {s: c for s, c in layout.items() if s in senses and not senses[s].momentary}

    def _sense(self, site: Site) -> Sense | None:
        return self.bench.wiring.senses.get(site)

    def follow(self, lights: Mapping[Site, Light], layout: Layout) -> None:
        """Do the one thing that the lights ask for; which piece is meant, its colour tells."""
        wrong = [s for s, light in lights.items() if light.glow is Glow.FAST]
        if lifted := next((s for s in wrong if self.bench.stacks.get(s)), None):
            stack, belong = self.bench.stacks[lifted], standing(layout, lifted)
            astray = unmatched(stack, belong)
            self.lift(lifted, (astray or stack)[-1].name)
            return
        for site, light in lights.items():
            if light.glow in (Glow.DOUBLE, Glow.PULSE) and self._place(site, layout):
                return
            if light.glow in (Glow.RUN, Glow.RUN_BACK):
                self._wind(site, light.glow is Glow.RUN)
                return

    def _place(self, site: Site, layout: Layout) -> bool:
        lying = self._lying(layout)
        lacking = unmatched(standing(lying, site), self.bench.stacks.get(site, ()))
        if not lacking:
            return False
        piece = self._fetch(lacking[0], lying)
        self.held.remove(piece)
        self.bench.put(piece, site)
        self.wait(0.1)
        return True

    def _fetch(self, piece: Piece, lying: Layout) -> Piece:
        """Such a piece: out of the hand, from where it stands astray, or out of the box."""
        wanted = kind(piece.name)
        for held in self.held:
            if kind(held.name) == wanted:
                return held
        for site, stack in self.bench.stacks.items():
            for astray in unmatched(stack, standing(lying, site)):
                if kind(astray.name) == wanted:
                    self.lift(site, astray.name)
                    return astray
        self.held.append(piece)
        return piece

    def _wind(self, dial: Site, onward: bool) -> None:
        """To the next line that way."""
        row = self.bench.row(dial)
        goal = floor(row + 0.01) + 1 if onward else ceil(row - 0.01) - 1
        self.turn(dial, goal - row)


def unmatched(pieces: Iterable[Piece], others: Iterable[Piece]) -> list[Piece]:
    """Those that the others have none like, as far as anybody tells them apart."""
    left = Counter(kind(piece.name) for piece in others)
    found = []
    for piece in pieces:
        if not left[kind(piece.name)]:
            found.append(piece)
        left[kind(piece.name)] -= left[kind(piece.name)] > 0
    return found


class ClumsyHand(Hand):
    """Makes every move in the end, but hovers, slips, bumps, grabs the wrong thing and lets go."""

    def __init__(self, bench: Bench, wait: Wait, luck: Random, clumsiness: float = 0.3) -> None:
        super().__init__(bench, wait)
        self.luck = luck
        self.clumsiness = clumsiness

    def fumble(self) -> bool:
        """Do something silly that is no move; True when the board was disturbed."""
        if self.luck.random() > self.clumsiness:
            return False
        handling = [self.hover, self.misplace, self.bump] if self.bench.stacks else []
        self.luck.choice([*handling, self.overturn, self.stranger])()
        return True

    def put(self, site: Site) -> None:
        """Put it down, now and then by way of another cell, or not firmly at once."""
        if self.luck.random() < self.clumsiness:
            elsewhere = self._empty()
            self.bench.put(self.held[-1], elsewhere)
            self.wait(self.luck.uniform(0.01, 0.3))
            self.bench.lift(elsewhere)
            self.wait(self.luck.uniform(0.01, 0.1))
        super().put(site)
        if self.luck.random() < self.clumsiness:
            self._wobble(site)

    def hover(self) -> None:
        """Lift a piece a little, let it wobble over its contact, put it back."""
        self._wobble(self._occupied())

    def misplace(self) -> None:
        """Take a piece and leave it where it does not belong."""
        site = self._occupied()
        empty = self._empty()
        self.lift(site)
        self.wait(self.luck.choice([0.1, 0.6]))
        self.put(empty)
        self.wait(self.luck.choice([0.05, 0.2, 1.0]))

    def bump(self) -> None:
        """Knock two pieces off at once."""
        for _ in range(2):
            if self.bench.stacks:
                self.held.append(self.bench.lift(self._occupied()))
                self.wait(self.luck.uniform(0, 0.05))
        self.wait(self.luck.choice([0.2, 1.0]))

    def overturn(self) -> None:
        """Give the roller a nudge."""
        for dial in self.bench.wiring.limits:
            self.turn(dial, self.luck.choice([-1.4, -0.5, 0.4, 0.5, 1.0, 2.0]))
            self.wait(self.luck.choice([0.1, 1.0]))

    def stranger(self) -> None:
        """Hold a card over a reader that nobody knows."""
        readers = self.bench.wiring.file.readers
        if readers:
            self.tap(self.luck.choice(readers).site, "stranger")

    def _wobble(self, site: Site) -> None:
        for _ in range(self.luck.randint(1, 5)):
            piece = self.bench.lift(site)
            self.wait(self.luck.uniform(0.01, 0.2))
            self.bench.put(piece, site)
            self.wait(self.luck.uniform(0.01, 0.2))

    def _occupied(self) -> Site:
        return self.luck.choice(sorted(self.bench.stacks))

    def _empty(self) -> Site:
        cells = [s for s, sense in self.bench.wiring.senses.items() if sense.holds]
        return self.luck.choice([site for site in cells if site not in self.bench.stacks])


def departures(before: Layout, after: Layout) -> list[tuple[Site, Piece]]:
    """Pieces that stand in one layout where they do not stand in the other."""
    return [
        (site, piece)
        for site, stack in before.items()
        if not isinstance(stack, int)
        for piece in stack
        if piece not in standing(after, site)
    ]


def arrivals(before: Layout, after: Layout) -> list[tuple[Piece, Site]]:
    return [(piece, site) for site, piece in departures(after, before)]
