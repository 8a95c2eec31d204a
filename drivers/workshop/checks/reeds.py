"""Checks the contacts: a magnet over every cell, led by the lights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from controller.values import Saying, Site
from drivers.workshop.checks.sentinels import ill_chains
from drivers.workshop.result import Flaw, Reed, Result, nothing_to_test
from drivers.workshop.shop import Steps, Task, Workshop
from firmware import wire

CLEAR = 30.0  # s a person may take to clear the board
CARRY_TO_LIGHT = 20.0  # s to carry the magnet to the next light
REED_HOLD = 0.6  # s the magnet must lie there
LIFT = 10.0  # s to lift it again
RATTLES = 6  # edges of a contact under a still magnet; a trembling hand makes two


class Visit(Struct, frozen=True):
    """What answered while the magnet lay on a cell."""

    closed: frozenset[int]
    edges: Counter[int]
    bare: bool = False  # the row that tests a matrix read wrong meanwhile

    def judged(self, channel: int) -> Reed:
        if self.edges[channel] >= RATTLES:
            return Reed.CHATTERING
        if self.bare and channel in self.closed:
            return Reed.BARE
        if channel in self.closed:
            return Reed.CROSSTALK if len(self.closed) > 1 else Reed.SOUND
        return Reed.ELSEWHERE if self.closed else Reed.NEVER


class Walk:
    """One round over the cells; `stuck` are channels closed without a magnet.

    `cells` has the channel that should answer at each cell, `heard` all that may answer, and `verb`
    what the person is asked to do there.
    """

    def __init__(
        self, shop: Workshop, cells: Mapping[Site, int], heard: Iterable[int], verb: str = "put"
    ) -> None:
        self._shop = shop
        self._cells, self._heard, self._verb = cells, frozenset(heard), verb
        self.stuck: set[int] = set()

    def clear(self) -> Steps[None]:
        """Have the board cleared; channels that are still closed are stuck."""
        heard = self._heard
        self._shop.ask(Task("clear"))
        bare = self._shop.until(lambda: not self._shop.probe.closed & heard, CLEAR, each=True)
        yield from bare
        self.stuck = self._shop.probe.closed & heard

    def over(self, sites: Iterable[Site], done: int, whole: int) -> Steps[dict[Site, Visit]]:
        visits = {}
        for number, site in enumerate(sites):
            self._shop.display.progress(done + number, whole)
            visits[site] = yield from self.visit(site)
        return visits

    def visit(self, site: Site) -> Steps[Visit]:
        """Have the magnet put there, held still, and lifted; return what answered."""
        shop, channel = self._shop, self._cells[site]
        shop.light([site])
        shop.ask(Task(self._verb, site))
        first = len(shop.probe.edges)
        visit = yield from self._felt(first)
        shop.dark()
        shop.ask(Task("lift", site))
        lifted = shop.until(lambda: not self._fresh() & {channel}, LIFT, each=True)
        if not (yield from lifted):
            self.stuck.add(channel)
        yield from shop.until(lambda: not self._fresh(), REED_HOLD, each=True)
        return visit

    def _felt(self, first: int) -> Steps[Visit]:
        """Return the contacts that are closed once the magnet lies still, if any in time."""
        shop, ill = self._shop, test_row_errors(self._shop)
        until = shop.clock.now() + CARRY_TO_LIGHT
        fresh: set[int] = set()
        while not fresh and (
            yield from shop.until(lambda: bool(self._fresh()), until - shop.clock.now(), each=True)
        ):
            yield from shop.wait(REED_HOLD)
            fresh = self._fresh()
        edges = Counter(channel for channel, _ in shop.probe.edges[first:])
        return Visit(frozenset(fresh), edges, test_row_errors(shop) > ill)

    def _fresh(self) -> set[int]:
        return (self._shop.probe.closed & self._heard) - self.stuck


def test_row_errors(shop: Workshop) -> int:
    """Return how often the row that tests a matrix has read wrong."""
    told = shop.probe.complaints.items()
    return sum(n for (code, at), n in told if code == wire.CHAIN and at == shop.wiring.proof)


def check_reeds(shop: Workshop) -> Steps[Result]:
    """Visit every cell, and again where something was wrong; the second visit then counts."""
    cells = shop.cells
    if not cells:
        return nothing_to_test("skipped.no_cells")
    ill = ill_chains(shop)
    tried = [site for site in ordered(shop, cells) if cells[site] // 32 not in ill]
    if not tried:
        return Result((Saying("reeds.none"),), skipped=True)
    round_ = Walk(shop, cells, cells.values())
    yield from round_.clear()
    walked = [site for site in tried if cells[site] not in round_.stuck]
    visits = yield from round_.over(walked, 0, len(walked))
    amiss = [s for s, visit in visits.items() if visit.judged(cells[s]) is not Reed.SOUND]
    again = yield from round_.over(amiss, len(walked) - len(amiss), len(walked))
    visits |= again
    shop.dark()
    return reed_result(shop, visits, round_.stuck)


def reed_result(shop: Workshop, visits: dict[Site, Visit], stuck: set[int]) -> Result:
    """Return the result of all visits."""
    cells = shop.cells
    reeds = dict.fromkeys(cells, Reed.UNTRIED)
    reeds |= {site: visit.judged(cells[site]) for site, visit in visits.items()}
    reeds |= {site: Reed.ALWAYS for site, channel in cells.items() if channel in stuck}
    sound = sum(reed is Reed.SOUND for reed in reeds.values())
    flaws = [flaw for site, reed in reeds.items() if (flaw := reed_flaw(shop, site, reed, visits))]
    flaws += swapped_cells(shop, reeds)
    gaps = {"sound": sound, "all": len(reeds)}
    return Result((Saying("reeds.told", gaps),), tuple(flaws), reeds=reeds)


def reed_flaw(shop: Workshop, site: Site, reed: Reed, visits: dict[Site, Visit]) -> Flaw | None:
    """Return the flaw of one contact, or None."""
    match reed:
        case Reed.NEVER:
            return Flaw("F08", "dead_reed", (site,))
        case Reed.ALWAYS:
            return Flaw("F07", "stuck_reed", (site,))
        case Reed.CHATTERING:
            return Flaw("F02", "chattering_reed", (site,), str(rattles(shop, site, visits)))
        case Reed.BARE:
            return Flaw("F52", "bare", (site,))
        case Reed.CROSSTALK:
            others = visits[site].closed - {shop.cells[site]}
            return Flaw("F05", "crosstalk", (site, *sites_of_channels(shop, others)))
        case _:
            return None


def swapped_cells(shop: Workshop, reeds: dict[Site, Reed]) -> list[Flaw]:
    """Return a flaw for cells that answer in place of others.

    Their wires are crossed, or a register is missing.
    """
    lost = tuple(site for site, reed in reeds.items() if reed is Reed.ELSEWHERE)
    return [Flaw("F12", "crossed", lost)] if lost else []


def rattles(shop: Workshop, site: Site, visits: dict[Site, Visit]) -> int:
    """Return the number of edges of the cell's own channel."""
    return visits[site].edges[shop.cells[site]]


def sites_of_channels(shop: Workshop, channels: Iterable[int]) -> list[Site]:
    """Return the sites of these channels."""
    return sorted(shop.wiring.channels[channel] for channel in channels)


def ordered(shop: Workshop, cells: Iterable[Site]) -> list[Site]:
    """Return the cells in the order of their lights, which is a short way to walk."""
    chain = shop.wiring.chain
    end = shop.wiring.file.pixels
    return sorted(cells, key=lambda site: chain[site].start if site in chain else end)
