"""Calibration: finds each cell's channel and pixel by leading a person from light to light."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.values import Saying, Sense, Site
from drivers.toml import toml
from drivers.wiring import CHAIN, SPARE, WiringFile, checked_wiring, read_wiring_file
from drivers.workshop.checks.reeds import ordered
from drivers.workshop.shop import Skipped, Steps, Stopped, Task, Workshop

CARRY_TO_UNKNOWN = 60.0  # s to carry the magnet to the next light
STEADY_HOLD = 0.3  # s the magnet must lie there before it counts
LIFT = 10.0  # s to lift it again
NAMES_PER_LINE = 10  # names per line of the file


class Spot(Struct, frozen=True):
    """The channel and pixel found under a cell."""

    channel: int
    pixel: int  # the first of its pixels


class Known(Struct, frozen=True):
    """What has been found so far, as saved between sessions."""

    spots: Mapping[Site, Spot] = {}


class Calibration:
    """One calibration session; progress is saved in the file `keep`."""

    def __init__(self, shop: Workshop, keep: Path) -> None:
        self._shop = shop
        self._keep = keep
        self.spots: dict[Site, Spot] = earlier_findings(keep) if shop.can_resume(keep) else {}
        self.silent: list[Site] = []
        self.stopped = False

    def run(self) -> Steps[None]:
        """Visit every cell whose light has not been found yet."""
        if self.spots:
            self._note("calibrate.resumed", count=len(self.spots))
        lit = {spot.pixel for spot in self.spots.values()}
        chain = self._shop.wiring.chain
        sites = [site for site in ordered(self._shop, self._shop.cells) if site in chain]
        try:
            for number, site in enumerate(sites):
                self._shop.display.progress(number, len(sites))
                if chain[site].start not in lit:
                    yield from self._visit(site)
        except Stopped:
            self.stopped = True
        self._shop.dark()

    @property
    def open(self) -> list[Site]:
        return [site for site in self._shop.cells if site not in self.spots]

    def _visit(self, believed: Site) -> Steps[None]:
        """Light the pixel believed to be under this cell, and record what answers where."""
        shop = self._shop
        shop.light([believed])
        yield from shop.wait(STEADY_HOLD)
        resting = set(shop.probe.closed)
        shop.ask(Task("follow", believed))
        try:
            answered = yield from self._answered(resting)
        except Skipped:
            answered = None
        self._learn(self._where(believed), believed, answered)
        shop.dark()
        shop.ask(Task("lift"))
        yield from shop.until(lambda: not (shop.probe.closed - resting), LIFT, each=True)

    def _answered(self, resting: set[int]) -> Steps[int | None]:
        """Return the first cell channel that closed and stayed closed, or None."""
        shop, first = self._shop, len(self._shop.probe.edges)
        closes = shop.until(lambda: bool(self._felt() - resting), CARRY_TO_UNKNOWN, each=True)
        if not (yield from closes):
            return None
        yield from shop.wait(STEADY_HOLD)
        closed = self._felt() - resting
        order = [channel for channel, level in shop.probe.edges[first:] if level]
        return next((channel for channel in order if channel in closed), None)

    def _felt(self) -> set[int]:
        chains = self._shop.wiring.file.chains
        return {
            channel
            for channel in self._shop.probe.closed
            if chains[channel // CHAIN].sense is Sense.REED
        }

    def _where(self, believed: Site) -> Site:
        """Return the cell at which the light was, as the person says."""
        said = Site(self._shop.said or believed)
        if said == believed or said not in self._shop.cells:
            return believed
        self._note("calibrate.lit", believed=believed, site=said)
        return said

    def _learn(self, site: Site, believed: Site, channel: int | None) -> None:
        taken = {spot.channel: other for other, spot in self.spots.items() if other != site}
        if channel is None:
            self.silent.append(site)
            self._note("calibrate.silent", site=site)
        elif channel in taken:
            self._note("calibrate.same", site=site, channel=channel, other=taken[channel])
        else:
            self.spots[site] = Spot(channel, self._shop.wiring.chain[believed].start)
            self._shop.save(self._keep, toml(msgspec.to_builtins(Known(self.spots))))

    def _note(self, key: str, /, **gaps: str | int) -> None:
        self._shop.display.note(Saying(key, gaps))


def earlier_findings(keep: Path) -> dict[Site, Spot]:
    """Return what an earlier session found."""
    known = read_wiring_file(keep, lambda wiring_text: msgspec.toml.decode(wiring_text, type=Known))
    return dict(known.spots)


def rewired(shop: Workshop, spots: Mapping[Site, Spot]) -> WiringFile:
    """Return the wiring file, with tags, and the cells moved to where they answered."""
    file = shop.wiring.file
    chains = [rechained(shop, number, spots) for number in range(len(file.chains))]
    lights = [relit(shop, number, spots) for number in range(len(file.lights))]
    plain = msgspec.to_builtins(file)
    plain["tags"] = {uid.hex(): piece for uid, piece in shop.wiring.tags.items()}
    for part, sites in zip(plain["chains"], chains, strict=True):
        part["sites"] = sites
    for part, sites in zip(plain["lights"], lights, strict=True):
        part["sites"] = sites
    moved = msgspec.convert(plain, WiringFile)
    checked_wiring(moved)
    return moved


def differences(shop: Workshop, spots: Mapping[Site, Spot]) -> tuple[int, int]:
    """Return how many cells have another channel, and how many another light, than before."""
    cells, chain = shop.cells, shop.wiring.chain
    moved = sum(spot.channel != cells[site] for site, spot in spots.items())
    return moved, sum(spot.pixel != chain[site].start for site, spot in spots.items())


def rechained(shop: Workshop, number: int, spots: Mapping[Site, Spot]) -> str:
    """Return the sites of a chain as found."""
    chain = shop.wiring.file.chains[number]
    if chain.sense is not Sense.REED:
        return chain.sites
    usual = chain.sites.split()
    found = {spot.channel: site for site, spot in spots.items()}
    width = max([len(usual), *(at % CHAIN + 1 for at in found if at // CHAIN == number)])
    names = [found.get(number * CHAIN + bit, SPARE) for bit in range(width)]
    return columns([stay(name, usual, bit, spots) for bit, name in enumerate(names)])


def relit(shop: Workshop, number: int, spots: Mapping[Site, Spot]) -> str:
    """Return the sites of a run of pixels as found."""
    run = shop.wiring.file.lights[number]
    usual, chain = run.sites.split(), shop.wiring.chain
    widths = {pixels.start: len(pixels) for pixels in chain.values()}
    found = {
        spot.pixel + step: site
        for site, spot in spots.items()
        for step in range(widths.get(spot.pixel, 1))
    }
    names = [found.get(run.first + at, SPARE) for at in range(len(usual))]
    return columns([stay(name, usual, at, spots) for at, name in enumerate(names)])


def stay(name: str, usual: list[str], at: int, spots: Mapping[Site, Spot]) -> str:
    """Return the name found here; if none, the old one unless that was found elsewhere."""
    if name != SPARE or at >= len(usual) or usual[at] in spots:
        return name
    return usual[at]


def columns(names: list[str]) -> str:
    """Return the names as text, ten to a line."""
    if len(names) <= 2 * NAMES_PER_LINE:
        return " ".join(names)
    rows = (names[at : at + NAMES_PER_LINE] for at in range(0, len(names), NAMES_PER_LINE))
    return "\n" + "\n".join(" ".join(row) for row in rows)


def wiring_text(file: WiringFile) -> str:
    """Return the file as TOML, without values that are empty."""
    plain = msgspec.to_builtins(file)
    bare = {key: value for key, value in plain.items() if value not in (None, {}, [])}
    if not any(plain["pi"].values()):
        del bare["pi"]
    return toml(bare)
