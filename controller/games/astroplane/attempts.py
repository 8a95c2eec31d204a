"""The moves that a hand could be making at some sites, legal or not, so that rules can be named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.game import Move
from controller.games.astroplane.board import DIAMONDS, DONE
from controller.games.astroplane.moves import (
    Cross,
    Done,
    Fire,
    Fly,
    Jump,
    Phase,
    Reinforce,
    Remove,
    Return,
    SetUp,
    Slide,
    Withdraw,
)
from controller.games.astroplane.standing import Standing
from controller.values import Site


def attempts(now: Standing, near: frozenset[Site]) -> Iterator[Move]:
    """Yield all moves at these sites: carrying, sliding, firing, removing, and the DONE key."""
    if now.phase is Phase.AGAIN:
        yield SetUp(now.next_first)
    for site in sorted(near & now.board.keys()):
        yield from taken_off(now, site)
        yield from (attempt_to_carry(now, site, target) for target in goals(now, near, site))
    yield from attempted_slides(now, near)
    yield from shots(now, near)
    if DONE in near:
        yield Done(now.turn)


def goals(now: Standing, near: frozenset[Site], source: Site) -> Iterable[Site]:
    """Return the other sites near the hand, or all other sites if there are none."""
    chart = now.box.chart
    others = sorted((near - {source}) & chart.places)
    return others or (site for site in chart.sites if site != source)


def attempt_to_carry(now: Standing, source: Site, target: Site) -> Move:
    """Return the most likely move when the top craft of `source` is put on `target`."""
    chart, seat = now.box.chart, now.owner(source)
    if now.phase is Phase.RETURN and source == now.at:
        return Return(now.turn, source, target)
    if now.phase is Phase.CROSS and source == now.at:
        return Cross(seat, source, target)
    if source in chart.reserves:
        return Reinforce(seat, source, target)
    if source[:-1] in chart.partners and target[:-1] == chart.partners[source[:-1]]:
        return Jump(seat, source, target)
    return Fly(seat, source, target)


def taken_off(now: Standing, site: Site) -> Iterator[Move]:
    """Yield the move, if any, that a craft lifted off the board for good would be."""
    if now.phase is Phase.LEAVE:
        if now.has_own(site):
            yield Withdraw(now.turn, site)
    elif now.phase is Phase.KILL or struck(now, site):
        yield Remove(now.turn, site)


def struck(now: Standing, site: Site) -> bool:
    """True if the player has a Square and may believe that it can kill this stack."""
    ordinary = now.box.chart.space.get(site) in now.box.chart.ordinary
    return ordinary and now.has_foreign(site, now.turn) and bool(now.own_squares())


def attempted_slides(now: Standing, near: frozenset[Site]) -> Iterator[Move]:
    """Yield the slides of Squares near the hand to diamonds near it, or to any if none is."""
    spaces = {now.box.chart.space[site] for site in near & now.box.chart.space.keys()}
    for square, seat in now.squares().items():
        if square in spaces:
            others = sorted((spaces & DIAMONDS.keys()) - {square}) or DIAMONDS
            yield from (Slide(seat, square, space) for space in others if space != square)


def shots(now: Standing, near: frozenset[Site]) -> Iterator[Move]:
    """Yield the shots from corners near the hand that have a craft on both firing positions."""
    for one, other in now.box.chart.guns:
        if near & {one, other} and one in now.board and other in now.board:
            owners = {now.owner(one), now.owner(other)}
            yield Fire(owners.pop() if len(owners) == 1 else now.turn, one, other)
