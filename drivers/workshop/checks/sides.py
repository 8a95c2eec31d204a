"""Checks Hall switches: each side's pieces on their spaces, led by the lights.

Each puzzle piece goes on its own space, so that every magnet of either side is tried once, and both
outputs of every Hall switch.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.values import Saying, Site
from drivers.workshop.checks.reeds import RATTLES, Visit, Walk, ordered, sites_of_channels
from drivers.workshop.checks.sentinels import ill_chains
from drivers.workshop.result import Flaw, Reed, Result
from drivers.workshop.shop import Steps, Workshop

SIDE_TASKS = ("first", "second")  # the sides, by the task's verb


def try_sides(shop: Workshop) -> Steps[Result]:
    """Try one side's pieces, then the other's; only what is wrong twice counts."""
    sided, ill = shop.sided, ill_chains(shop)
    tried = [s for s in ordered(shop, sided) if not ill & {at // 32 for at in sided[s]}]
    if not tried:
        return Result((Saying("reeds.none"),), skipped=True)
    visits: dict[Site, list[Visit]] = {site: [] for site in tried}
    stuck: set[int] = set()
    for seat, verb in enumerate(SIDE_TASKS):
        found = yield from side(shop, tried, seat, verb)
        stuck |= found[1]
        for site, visit in found[0].items():
            visits[site].append(visit)
    shop.dark()
    return side_result(shop, visits, stuck)


def side(
    shop: Workshop, tried: list[Site], seat: int, verb: str
) -> Steps[tuple[dict[Site, Visit], set[int]]]:
    """Try every piece of this side on its space, and again where something was wrong."""
    cells = {site: shop.sided[site][seat] for site in tried}
    heard = {at for channels in shop.sided.values() for at in channels}
    round_ = Walk(shop, cells, heard, verb)
    yield from round_.clear()
    whole, done = len(SIDE_TASKS) * len(tried), seat * len(tried)
    visits = yield from round_.over(tried, done, whole)
    amiss = [site for site, visit in visits.items() if visit.closed != {cells[site]}]
    visits |= yield from round_.over(amiss, done + len(tried) - len(amiss), whole)
    return visits, round_.stuck


def judge_switch(visit: Visit, own: int, other: int) -> Reed:
    """Return how a switch did under a piece that should close only its own output."""
    if visit.edges[own] >= RATTLES:
        return Reed.CHATTERING
    if visit.closed == {own}:
        return Reed.SOUND
    if visit.closed == {other}:
        return Reed.TURNED
    if own in visit.closed:
        return Reed.CROSSTALK
    return Reed.ELSEWHERE if visit.closed else Reed.NEVER


def side_result(shop: Workshop, visits: dict[Site, list[Visit]], stuck: set[int]) -> Result:
    """Return the result of all visits."""
    reeds = dict.fromkeys(shop.sided, Reed.UNTRIED)
    flaws: list[Flaw] = []
    for site, (first, second) in visits.items():
        north, south = shop.sided[site]
        did = judge_switch(first, north, south), judge_switch(second, south, north)
        if {north, south} & stuck:
            did = (Reed.ALWAYS, Reed.ALWAYS)
        reeds[site] = next((one for one in did if one is not Reed.SOUND), Reed.SOUND)
        flaws += side_flaws(shop, site, did, (first, second))
    lost = tuple(site for site, reed in reeds.items() if reed is Reed.ELSEWHERE)
    flaws += [Flaw("F12", "crossed", lost)] if lost else []
    sound = sum(reed is Reed.SOUND for reed in reeds.values())
    gaps = {"sound": sound, "all": len(reeds)}
    return Result((Saying("reeds.told", gaps),), tuple(flaws), reeds=reeds)


def side_flaws(
    shop: Workshop, site: Site, did: tuple[Reed, Reed], visits: tuple[Visit, Visit]
) -> Iterator[Flaw]:
    """Yield what is wrong at a space: its switch, if both sides show it, else a piece."""
    match did:
        case (Reed.TURNED, Reed.TURNED):
            yield Flaw("F53", "swapped", (site,))
        case (Reed.ALWAYS, _):
            yield Flaw("F07", "stuck_reed", (site,))
        case (Reed.NEVER, Reed.NEVER):
            yield Flaw("F08", "dead_switch", (site,))
        case _:
            for seat, (reed, visit) in enumerate(zip(did, visits, strict=True)):
                yield from of_piece(shop, site, seat, reed, visit)


def of_piece(shop: Workshop, site: Site, seat: int, reed: Reed, visit: Visit) -> Iterator[Flaw]:
    """Yield the flaw of one side's piece on this space."""
    own = shop.sided[site][seat]
    match reed:
        case Reed.TURNED:
            yield Flaw("F53", "turned", (site,), str(seat + 1))
        case Reed.NEVER:
            yield Flaw("F08", "unfelt", (site,), str(seat + 1))
        case Reed.CHATTERING:
            yield Flaw("F02", "chattering_reed", (site,), str(visit.edges[own]))
        case Reed.CROSSTALK:
            others = sorted({*sites_of_channels(shop, visit.closed - {own})} - {site})
            kind = "crosstalk" if others else "bridged"
            yield Flaw("F05", kind, (site, *others))
        case _:
            return
