"""The base lights of Space Walk: ships, holes, and keys of tokens that may be spent."""

from __future__ import annotations

from controller.games.space_walk.board import KEYS
from controller.games.space_walk.moves import Phase
from controller.games.space_walk.standing import Standing
from controller.scene import RED, Light, Scene, dimmed
from controller.values import Seat, Site

HOLE = Light(dimmed(RED, 0.3))
SWALLOWS = Light(RED)


def scene(now: Standing) -> Scene:
    """Return all lights: holes, over them ships, over them token keys; uses no card in any hand."""
    return holes(now) | ships(now) | lit_tokens(now)


def holes(now: Standing) -> dict[Site, Light]:
    """Return lights for the holes, bright where the next ship of the group would fall in."""
    lights = dict.fromkeys(now.terms.chart.holes, HOLE)
    if now.phase is Phase.LAND and now.landing() in lights:
        lights[now.landing()] = SWALLOWS
    return lights


def ships(now: Standing) -> dict[Site, Light]:
    """Return each field with ships in a fleet's colour, that of the acting player if present."""
    doer, found = now.doer, dict[Site, Seat]()
    for field, stack in now.layout().items():
        if field in now.terms.orbit and not isinstance(stack, int):
            seats = {piece.seat for piece in stack}
            found[field] = doer if doer in seats else stack[0].seat
    return {field: colour(now, seat) for field, seat in found.items()}


def lit_tokens(now: Standing) -> dict[Site, Light]:
    """Return lights for the keys of players who may spend a token."""
    if now.phase is not Phase.GAP:
        return {}
    return {KEYS[spend.seat]: colour(now, spend.seat) for spend in now.spends()}


def colour(now: Standing, seat: Seat) -> Light:
    """Return a steady light in the colour of a seat's fleet."""
    return Light(now.terms.box.fleets[seat].colour)
