"""Where every position of a board leads: worked out once, looked up all evening."""

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
"""A firing position, and the central position it is aimed at."""

FLEETS = 4


class Way(NamedTuple):
    """The space beyond a corner: all its positions, and the moves to those that may be taken."""

    space: str
    ground: tuple[Site, ...]
    moves: Mapping[Site, Carry]
    every: tuple[Carry, ...]


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
        self.space = {site: space_of(site) for site in chain(*GROUND.values(), self.edge)}
        self.opposite = {site: opposite(site) for site in chain(*GROUND.values())}
        self.halves = {
            site: (opposite(site), space)
            for space in self.ordinary
            for site in GROUND[space]
            if apex_of(site) in "ne"
        }
        self.rays = {space: tuple(self._rays(space)) for space in self.ordinary}
        self.beside = {space: frozenset(r[0] for r in self.rays[space]) for space in self.rays}
        self.flights = tuple(self._ways(Fly, Seat(seat), self.exits()) for seat in range(FLEETS))
        self.jumps = tuple(self._ways(Jump, Seat(seat), self.falls()) for seat in range(FLEETS))

    def exits(self) -> Iterator[tuple[Site, str, list[Site]]]:
        """From each position the space beyond its corner, and where a craft may be put there."""
        for site in self.space:
            if site not in self.centre and (targets := self._entered(site)):
                yield site, space_of(targets[0]), targets

    def falls(self) -> Iterator[tuple[Site, str, list[Site]]]:
        """Through the wormhole: a craft is set to a corner that leads on (P15)."""
        for space, partner in self.partners.items():
            leading = [site for site in GROUND[partner] if self._entered(site)]
            yield from ((site, partner, leading) for site in GROUND[space])

    def _entered(self, site: Site) -> list[Site]:
        """Any corner but the one it comes through; on a triangle or in the centre, the only one."""
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

    def _ways(
        self, kind: type[Carry], seat: Seat, leads: Iterable[tuple[Site, str, list[Site]]]
    ) -> Ways:
        found = {}
        for source, space, targets in leads:
            moves = {target: kind(seat, source, target) for target in targets}
            ground = GROUND.get(space, tuple(targets))
            found[source] = Way(space, ground, moves, tuple(moves.values()))
        return found
