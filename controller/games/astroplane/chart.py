"""Lookup tables of an Astroplane board: where each position leads, computed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, takewhile
from typing import NamedTuple, TypeAlias

from controller.games.astroplane.board import (
    BEHIND,
    CENTRE,
    DIAMONDS,
    GROUND,
    SIDEWAYS,
    apex_of,
    next_space,
    opposite,
    ray,
    space_of,
)
from controller.games.astroplane.moves import Carry, Fly, Jump
from controller.values import Seat, Site

Shot: TypeAlias = tuple[Site, Site]
"""A firing position, and the central position at which it is aimed."""

FLEETS = 4
OPPOSITE = 2  # index distance of opposite corners in a diamond's ground (north and south)


class Held(NamedTuple):
    """The moves into a space whose only stack is at `site`: onto it, or also facing it."""

    site: Site
    onto: tuple[Carry, ...]
    facing: tuple[Carry, ...]


class Way(NamedTuple):
    """The space beyond a corner: all its positions, and the moves to those that may be entered."""

    space: str
    ground: tuple[Site, ...]
    covers: int  # the same positions as a bit set
    moves: Mapping[Site, Carry]
    every: tuple[Carry, ...]
    held: Mapping[int, Held]  # by the bit of the only occupied position


Ways: TypeAlias = Mapping[Site, Way]


class Chart:
    """One board: its kinds of spaces, and every way from position to position."""

    def __init__(
        self,
        hyperspace: tuple[Site, ...],
        corners: tuple[tuple[tuple[str, str], tuple[Shot, Shot]], ...],
        starts: tuple[tuple[Site, Site], ...],
        reserves: tuple[Site, ...],
    ) -> None:
        self.centre, self.reserves = frozenset(CENTRE), frozenset(reserves)
        self.hyperspace, self.starts = frozenset(hyperspace), frozenset(chain(*starts))
        self.guns = tuple((one, other) for _, ((one, _), (other, _)) in corners)
        self.firing = {firing: aim for _, shots in corners for firing, aim in shots}
        self.partners = dict(chain(*((ends, ends[::-1]) for ends, _ in corners)))
        special = {*map(space_of, CENTRE), *self.partners}
        self.ordinary = frozenset(DIAMONDS.keys() - special)
        self.edge = (*hyperspace, *self.firing, *chain(*starts))
        self.sites = tuple(chain(*GROUND.values(), self.edge, reserves))
        self.places = frozenset(self.sites)
        self.bit = {site: 1 << number for number, site in enumerate(self.sites)}
        self.space = {site: space_of(site) for site in chain(*GROUND.values(), self.edge)}
        self.opposite = {site: opposite(site) for site in chain(*GROUND.values())}
        self.halves = {
            site: (opposite(site), space)
            for space in self.ordinary
            for site in GROUND[space]
            if apex_of(site) in "ne"
        }
        self.half = self.covered(self.halves)
        self.goal, self.muzzles = self.covered(CENTRE), self.covered(self.firing)
        self.mouths = frozenset(chain.from_iterable(GROUND[space] for space in self.partners))
        self.faced = {site: self.bit[other] for site, other in self.opposite.items()}
        self.rays = {space: tuple(self._rays(space)) for space in self.ordinary}
        self.beside = {space: frozenset(r[0] for r in self.rays[space]) for space in self.rays}
        self.flights = tuple(self._ways(Fly, Seat(seat), self.exits()) for seat in range(FLEETS))
        self.jumps = tuple(self._ways(Jump, Seat(seat), self.falls()) for seat in range(FLEETS))

    def covered(self, sites: Iterable[Site]) -> int:
        """Return the bit set of these positions."""
        return sum(self.bit[site] for site in sites)

    def named(self, covered: int) -> list[Site]:
        """Return the positions in a bit set, sorted by name."""
        found = []
        while covered:
            lowest = covered & -covered
            found.append(self.sites[lowest.bit_length() - 1])
            covered ^= lowest
        return sorted(found)

    def exits(self) -> Iterator[tuple[Site, str, list[Site]]]:
        """Yield each position with the space beyond its corner and the positions open there."""
        for site in self.space:
            if site not in self.centre and (targets := self._entered(site)):
                yield site, space_of(targets[0]), targets

    def falls(self) -> Iterator[tuple[Site, str, list[Site]]]:
        """Yield each wormhole position with the onward positions at the other end (P15)."""
        for space, partner in self.partners.items():
            leading = [site for site in GROUND[partner] if self._entered(site)]
            yield from ((site, partner, leading) for site in GROUND[space])

    def _entered(self, site: Site) -> list[Site]:
        """Return the positions a craft may take beyond `site`: not the corner it comes through."""
        beyond, entry = next_space(site), BEHIND[apex_of(site)]
        if beyond not in DIAMONDS:
            only = Site(beyond + entry)
            return [only] if only in self.hyperspace or only in self.firing else []
        targets = [site for site in GROUND[beyond] if apex_of(site) != entry]
        return [site for site in targets if site in self.centre] or targets

    def _rays(self, space: str) -> Iterator[tuple[str, ...]]:
        for way in SIDEWAYS:
            if line := tuple(takewhile(self.ordinary.__contains__, ray(space, way))):
                yield line

    def _held(self, site: Site, moves: Mapping[Site, Carry]) -> Held:
        other = self.opposite.get(site)
        onto = tuple(move for target, move in moves.items() if target == site)
        facing = tuple(move for target, move in moves.items() if target in (site, other))
        return Held(site, onto, facing)

    def _ways(
        self, kind: type[Carry], seat: Seat, leads: Iterable[tuple[Site, str, list[Site]]]
    ) -> Ways:
        found = {}
        for source, space, targets in leads:
            moves = {target: kind(seat, source, target) for target in targets}
            ground = GROUND.get(space, tuple(targets))
            every = tuple(moves.values())
            held = {self.bit[site]: self._held(site, moves) for site in ground}
            found[source] = Way(space, ground, self.covered(ground), moves, every, held)
        return found
