"""Which piece is in the hand: what was lifted is followed from site to site until all agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from math import dist
from typing import TypeAlias

from controller.reading.input_filter import Felt
from controller.reading.known import crowded, lacks
from controller.reading.moment import Moment
from controller.values import (
    Layout,
    Reading,
    Readings,
    Site,
    Trace,
    differing,
    kind,
    standing,
)

NEARER = 0.5  # cells by which one crowd must be nearer than another to be taken for the source

Homes: TypeAlias = frozenset[Site]
"""Where a piece may belong; one site when that is known, none when it came out of the box."""


class Grip:
    """Remembers of every piece that is not at home where its home may be."""

    def __init__(self) -> None:
        self.astray: dict[Site, Homes] = {}  # by where it stands
        self._held: list[Homes] = []  # of what is in the air, the last lifted last
        self._agreed = False  # all stood right once; before, everything comes out of the box
        self._here: Moment | None = None
        self._lying: Readings = {}

    def follow(self, here: Moment, felt: Felt) -> None:
        """Take in what has changed since, in the order in which it was felt."""
        lying = felt.lying()
        if here is not self._here:
            self._go_on(here, lying)
        changed = {site for site, _ in self._lying.items() ^ lying.items()}
        if changed:

            def when(site: Site) -> float:
                return felt.changed.get(site, 0.0)

            for _, sites in groupby(sorted(changed, key=when), key=when):
                self._take(list(sites), lying, here, felt)
            self._lying = lying
        if lying == here.expected and not displaced(here, self.astray):
            self._agreed = True
            self.forget()

    def forget(self) -> None:
        """Somebody has looked: every piece is where it belongs."""
        self.astray.clear()
        self._held.clear()

    def stand_back(self, stood: Layout, here: Moment) -> None:
        """Moves were taken back: what stood there belongs where it stood before them."""
        layout = here.position.layout()
        homes = {piece: site for site in layout for piece in standing(layout, site)}
        self._here = here
        for site in differing(stood, layout):
            strangers = set(standing(stood, site)) - set(standing(layout, site))
            if strangers:
                self.astray[site] = frozenset(homes[one] for one in strangers if one in homes)

    def _go_on(self, here: Moment, lying: Readings) -> None:
        """Another moment: what reads as it should then is where it should be."""
        if self._here is None:
            self._lying = lying
        self._here = here
        expected = here.expected
        self.astray = {s: h for s, h in self.astray.items() if lying.get(s) != expected.get(s)}
        self._held = [h for h in self._held if any(lying.get(s) != expected.get(s) for s in h)]

    def _take(self, sites: list[Site], lying: Readings, here: Moment, felt: Felt) -> None:
        """What changed at one time: what left, then what came."""
        gone = [site for site in sites if lacks(lying.get(site), self._lying.get(site))]
        came = [site for site in sites if lacks(self._lying.get(site), lying.get(site))]
        self._held += [self.astray.pop(site, frozenset({site})) for site in gone]
        for site in came:
            homes = self._put(site, lying.get(site), here, felt)
            if homes != {site}:
                self.astray[site] = homes

    def _put(self, site: Site, reading: Reading, here: Moment, felt: Felt) -> Homes:
        """The homes of what has come here: of what was in the air the only one, or any of it.

        Who has several in his hands and puts one where one was missed has put it right.
        """
        if not self._held:
            return unfelt_source(site, reading, here, felt) if self._agreed else frozenset()
        own = [homes for homes in self._held if site in homes]
        if own:
            self._held.remove(min(own, key=len))
            return frozenset({site})
        if len({look(homes, here) for homes in self._held}) > 1:
            every = frozenset[Site]().union(*self._held)
            self._held = [every] * (len(self._held) - 1)
            return every
        return self._held.pop()


def look(homes: Homes, here: Moment) -> frozenset[tuple[str, int]]:
    """What may stand there, as far as the rules tell pieces apart: kind and owner."""
    layout = here.position.layout()
    pieces = (piece for site in homes for piece in standing(layout, site))
    return frozenset((kind(piece.name), piece.seat) for piece in pieces)


def displaced(here: Moment, astray: Mapping[Site, Homes]) -> list[Site]:
    """Where the wrong piece stands, though the site cannot tell: another kind belongs there."""
    return [
        site
        for site, homes in astray.items()
        if homes and look(homes, here).isdisjoint(look(frozenset({site}), here))
    ]


def unfelt_source(site: Site, reading: Reading, here: Moment, felt: Felt) -> Homes:
    """The crowd it came from, though nothing felt it go: of the only move, or the nearest."""
    came = here.known.completed(Trace({site: reading}, frozenset({site})))
    crowds = {source for mark in came for source in mark.left}
    if len(crowds) == 1:
        return frozenset(crowds)
    if reading == here.expected.get(site):  # it was missed here, and no site says otherwise
        return frozenset({site})
    layout, actors = here.position.layout(), here.position.actors
    every = crowded(layout, here.senses)
    own = [s for s in every if standing(layout, s)[-1].seat in actors]
    return nearest(site, own, felt) or frozenset(own)


def nearest(site: Site, crowds: Iterable[Site], felt: Felt) -> Homes:
    """The nearest of these; none when two are as near."""
    middles = felt.middles
    if site not in middles:
        return frozenset()
    ranked = sorted((dist(middles[site], middles[s]), s) for s in crowds if s in middles)
    if ranked and (len(ranked) == 1 or ranked[1][0] - ranked[0][0] > NEARER):
        return frozenset({ranked[0][1]})
    return frozenset()
