"""Simulated hands that act in real order and time: a steady one and a clumsy one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from controller.game import Move, Position
from controller.scene import Scene
from controller.values import Layout, Piece, Site
from sims.bench.bench import Bench
from sims.bench.motions import Motion, Motions

Wait = Callable[[float], None]


class Hand:
    """A steady hand; `wait` lets the world go on between two acts."""

    def __init__(self, motions: Motions, wait: Wait) -> None:
        self.motions = motions
        self.wait = wait

    @property
    def bench(self) -> Bench:
        return self.motions.bench

    @property
    def held(self) -> list[Piece]:
        return self.motions.held

    def do(self, motion: Motion) -> None:
        for seconds in motion:
            self.wait(seconds)

    def make(self, move: Move, position: Position[Any]) -> None:
        self.do(self.motions.make(move, position))

    def lift(self, site: Site, name: str = "") -> None:
        self.do(self.motions.lift(site, name))

    def put(self, site: Site) -> None:
        self.do(self.motions.put(site))

    def slide(self, sites: list[Site], pause: float = 0.06) -> None:
        self.do(self.motions.slide(sites, pause))

    def press(self, key: Site) -> None:
        self.do(self.motions.press(key))

    def point(self, site: Site, seconds: float = 0.15) -> None:
        self.do(self.motions.point(site, seconds))

    def tap(self, reader: Site, name: str) -> None:
        self.do(self.motions.tap(reader, name))

    def turn(self, dial: Site, rows: float) -> None:
        self.do(self.motions.turn(dial, rows))

    def follow(self, lights: Scene, layout: Layout) -> None:
        self.do(self.motions.follow(lights, layout))


class ClumsyMotions(Motions):
    """Motions that make every move, but via other cells and with wobbling."""

    def __init__(self, bench: Bench, luck: Random, clumsiness: float) -> None:
        super().__init__(bench)
        self.luck = luck
        self.clumsiness = clumsiness

    def put(self, site: Site) -> Motion:
        if self.luck.random() < self.clumsiness:
            elsewhere = self._empty()
            self.bench.put(self.held[-1], elsewhere)
            yield self.luck.uniform(0.01, 0.3)
            self.bench.lift(elsewhere)
            yield self.luck.uniform(0.01, 0.1)
        yield from super().put(site)
        if self.luck.random() < self.clumsiness:
            yield from self._wobble(site)

    def fumble(self) -> Motion:
        """Do one random clumsy thing that is no move."""
        handling = [self.hover, self.misplace, self.bump] if self.bench.stacks else []
        yield from self.luck.choice([*handling, self.overturn, self.stranger])()

    def hover(self) -> Motion:
        """Lift a piece slightly, let it wobble over its contact, put it back."""
        yield from self._wobble(self._occupied())

    def misplace(self) -> Motion:
        """Take a piece and leave it where it does not belong."""
        site = self._occupied()
        empty = self._empty()
        yield from self.lift(site)
        yield self.luck.choice([0.1, 0.6])
        yield from self.put(empty)
        yield self.luck.choice([0.05, 0.2, 1.0])

    def bump(self) -> Motion:
        """Knock two pieces off at once."""
        for _ in range(2):
            if self.bench.stacks:
                self.held.append(self.bench.lift(self._occupied()))
                yield self.luck.uniform(0, 0.05)
        yield self.luck.choice([0.2, 1.0])

    def overturn(self) -> Motion:
        """Turn the roller slightly."""
        for dial in self.bench.wiring.limits:
            yield from self.turn(dial, self.luck.choice([-1.4, -0.5, 0.4, 0.5, 1.0, 2.0]))
            yield self.luck.choice([0.1, 1.0])

    def stranger(self) -> Motion:
        """Hold an unknown card over a reader."""
        readers = self.bench.wiring.file.readers
        if readers:
            yield from self.tap(self.luck.choice(readers).site, "stranger")

    def _wobble(self, site: Site) -> Motion:
        for _ in range(self.luck.randint(1, 5)):
            piece = self.bench.lift(site)
            yield self.luck.uniform(0.01, 0.2)
            self.bench.put(piece, site)
            yield self.luck.uniform(0.01, 0.2)

    def _occupied(self) -> Site:
        return self.luck.choice(sorted(self.bench.stacks))

    def _empty(self) -> Site:
        cells = [s for s, sense in self.bench.wiring.senses.items() if sense.holds]
        return self.luck.choice([site for site in cells if site not in self.bench.stacks])


class ClumsyHand(Hand):
    """A hand that hovers, slips, bumps and takes wrong pieces."""

    def __init__(self, bench: Bench, wait: Wait, luck: Random, clumsiness: float = 0.3) -> None:
        self.clumsy = ClumsyMotions(bench, luck, clumsiness)
        super().__init__(self.clumsy, wait)

    def fumble(self) -> bool:
        """Sometimes do something clumsy that is no move; return True if it did."""
        if self.clumsy.luck.random() > self.clumsy.clumsiness:
            return False
        self.do(self.clumsy.fumble())
        return True
