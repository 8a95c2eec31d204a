"""What befalls a board that is no move: pieces moved, swapped, taken, added, swept, bumped."""

from __future__ import annotations

from random import Random

from controller.values import Piece, Site
from sims.bench.motions import departures
from tests.hands.gestures import errands
from tests.hands.seated import Seated, lasting

KINDS = ("moved", "swapped", "taken", "added", "swept", "bumped", "refused")


class Disturbance:
    """Does it on the bench, and remembers what no sense could have told."""

    def __init__(self, rig: Seated, luck: Random) -> None:
        self.rig = rig
        self.luck = luck
        self.acts: list[str] = []
        self.displaced: set[str] = set()
        self.homes: dict[str, Site] = {}  # where each piece was first taken from
        self.together = False  # two pieces were in the air at once: nobody knows which came down
        self.unfelt = False  # some act left every reading as it was
        self.taken_unfelt = self.put_unfelt = False  # out of a crowd, into a crowd

    def happen(self, what: str) -> None:
        getattr(self, what)()

    def moved(self) -> None:
        """One piece after the other is set somewhere else."""
        for _ in range(self.luck.randint(1, 4)):
            if piece := self.lift_any():
                self.put(piece, self.anywhere())
                self.rest()

    def swapped(self) -> None:
        """Two pieces change places, by way of a third or both in the air."""
        sites = self.occupied(2)
        if len(sites) < 2:
            return
        one, other = sites
        first = self.lift(one)
        if self.luck.random() < 0.5:
            aside = self.empty()
            self.put(first, aside)
            self.rest()
            second = self.lift(other)
            self.put(second, one)
            self.rest()
            self.put(self.lift(aside), other)
        else:
            second = self.lift(other)
            self.put(second, one)
            self.put(first, other)

    def taken(self) -> None:
        """Pieces go into a pocket, from where they come back when they are asked for."""
        for _ in range(self.luck.randint(1, 3)):
            if self.lift_any():
                self.rest()

    def added(self) -> None:
        """A piece comes out of the box that has no business on the board."""
        out = {(p.name, p.seat) for s in self.rig.bench.stacks.values() for p in s}
        tokens = self.rig.game.drawing(self.rig.table.position).tokens
        box = [Piece(t.name, t.seat) for t in tokens if (t.name, t.seat) not in out]
        for piece in self.luck.sample(box, min(len(box), self.luck.randint(1, 2))):
            self.put(piece, self.anywhere())
            self.rest()

    def swept(self) -> None:
        """A sleeve: up to eight pieces in the air at once, and down again wherever it may be."""
        sites = self.occupied(self.luck.randint(2, 8))
        pieces = [self.lift(site, 0.02) for site in sites]
        for piece in self.luck.sample(pieces, len(pieces)):
            if self.luck.random() < 0.7:
                self.put(piece, self.luck.choice([self.empty(), *sites]), 0.02)

    def bumped(self) -> None:
        """A piece is carried, and on the way a neighbour is pushed to the next cell."""
        piece = self.lift_any()
        for site in self.occupied(1):
            self.put(self.lift(site, 0.03), self.beside(site), 0.03)
        if piece:
            self.put(piece, self.anywhere())

    def refused(self) -> None:
        """Something that a rule forbids."""
        position = self.rig.table.position
        near = frozenset(self.luck.sample(lasting(self.rig), min(40, len(lasting(self.rig)))))
        near |= frozenset(self.occupied(8))
        wrong = sorted((m for m in position.attempts(near) if position.refusal(m)), key=str)
        lies = [m for m in wrong if departures(position.layout(), position.after(m).layout())]
        if not lies:
            return self.moved()
        move = self.luck.choice(lies)
        senses = self.rig.wiring.senses
        self.acts.append(f"try {move}:")
        for errand in errands(position.layout(), position.after(move).layout()):
            if errand.source and senses[errand.source].holds:
                self.lift(errand.source, 0.1, errand.piece.name)
            if errand.goal and senses[errand.goal].holds:
                self.put(errand.piece, errand.goal, 0.3)
        self.rest()

    # --------------------------------------------------------------------------------------- deeds

    def lift_any(self) -> Piece | None:
        return next((self.lift(site) for site in self.occupied(1)), None)

    def lift(self, site: Site, rest: float | None = None, name: str = "") -> Piece:
        stood = tuple(self.rig.bench.stacks[site])
        piece = self.rig.bench.lift(site, name)
        self.taken_unfelt |= not self.felt(site, stood)
        self.homes.setdefault(piece.name, site)
        self.acts.append(f"lift {site} {piece.name}")
        self.displaced.add(piece.name)
        self.rig.in_air.append(piece)
        self.together |= len(self.rig.in_air) > 1
        self.rest(rest)
        return piece

    def put(self, piece: Piece, site: Site, rest: float | None = None) -> None:
        stood = tuple(self.rig.bench.stacks.get(site, ()))
        self.rig.in_air[:] = [p for p in self.rig.in_air if p.name != piece.name]
        self.rig.bench.put(piece, site)
        self.put_unfelt |= not self.felt(site, stood)
        self.acts.append(f"put {site} {piece.name}")
        self.displaced.add(piece.name)
        self.rest(rest)

    def felt(self, site: Site, stood: tuple[Piece, ...]) -> bool:
        stands = tuple(self.rig.bench.stacks.get(site, ()))
        unfelt = bool(self.rig.reads(site, stood) == self.rig.reads(site, stands))
        self.unfelt |= unfelt
        return not unfelt

    def rest(self, seconds: float | None = None) -> None:
        pause = self.luck.choice([0.02, 0.1, 0.3, 0.6, 1.5]) if seconds is None else seconds
        self.rig.acted = self.rig.clock.now()
        self.rig.wait(pause)

    # -------------------------------------------------------------------------------------- places

    def occupied(self, most: int) -> list[Site]:
        stacks = self.rig.bench.stacks
        sites = sorted(site for site, stack in stacks.items() if stack)
        return self.luck.sample(sites, min(most, len(sites)))

    def anywhere(self) -> Site:
        """Mostly an empty cell; never on another that went astray: a reed feels no second one."""
        homely = [
            site
            for site in self.occupied(1)
            if not any(p.name in self.displaced for p in self.rig.bench.stacks[site])
        ]
        return self.luck.choice([self.empty(), self.empty(), *homely])

    def empty(self) -> Site:
        stacks = self.rig.bench.stacks
        return self.luck.choice([s for s in lasting(self.rig) if not stacks.get(s)])

    def beside(self, site: Site) -> Site:
        """The nearest cells as they are drawn."""
        cells = {c.site: c for c in self.rig.game.drawing(self.rig.table.position).cells}
        here = middle(cells[site]) if site in cells else (0.0, 0.0)
        near = sorted(
            (site for site in lasting(self.rig) if site in cells),
            key=lambda other: distance(middle(cells[other]), here),
        )
        return self.luck.choice(near[1:5] or near)


def middle(cell: object) -> tuple[float, float]:
    x, y = getattr(cell, "centre", None) or getattr(cell, "middle", None) or (0.0, 0.0)
    return float(x), float(y)


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
