"""What the lights of Space Walk say before a hand moves: whose ships are where, and the holes."""

from __future__ import annotations

from controller.games.space_walk.board import KEYS
from controller.games.space_walk.moves import Phase
from controller.games.space_walk.standing import Standing
from controller.scene import RED, Light, Scene, dimmed
from controller.values import Seat, Site

HOLE = Light(dimmed(RED, 0.3))
SWALLOWS = Light(RED)


def scene(now: Standing) -> Scene:
    """Holes under ships under tokens. Nothing here looks into a hand."""
    return holes(now) | ships(now) | lit_tokens(now)


def holes(now: Standing) -> dict[Site, Light]:
    """The black holes; bright, where the next ship of the group would fall in."""
    lights = dict.fromkeys(now.terms.chart.holes, HOLE)
    if now.phase is Phase.LAND and now.landing() in lights:
        lights[now.landing()] = SWALLOWS
    return lights


def ships(now: Standing) -> dict[Site, Light]:
    """Every field with ships in a colour of theirs: the one on turn's, if he has one there."""
    doer, found = now.doer, dict[Site, Seat]()
    for field, stack in now.layout().items():
        if field in now.terms.orbit and not isinstance(stack, int):
            seats = {piece.seat for piece in stack}
            found[field] = doer if doer in seats else stack[0].seat
    return {field: colour(now, seat) for field, seat in found.items()}


def lit_tokens(now: Standing) -> dict[Site, Light]:
    """The keys of those who may spend a token."""
    if now.phase is not Phase.GAP:
        return {}
    return {KEYS[spend.seat]: colour(now, spend.seat) for spend in now.spends()}


def colour(now: Standing, seat: Seat) -> Light:
    """The colour of a seat's fleet."""
    return Light(now.terms.box.fleets[seat].colour)
