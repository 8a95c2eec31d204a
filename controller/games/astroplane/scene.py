"""The base lights of Astroplane: craft, the centre, hyperspaces, anomalies and dangers."""

from __future__ import annotations

from controller.games.astroplane.board import CENTRE, opposite
from controller.games.astroplane.standing import Standing
from controller.scene import AMBER, BLUE, RED, WHITE, Light, Scene, dimmed
from controller.values import Seat, Site

PRIZE = Light(dimmed(WHITE, 0.3))  # an empty central position
GATE = Light(dimmed(BLUE, 0.3))  # hyperspace
LOADED = Light(dimmed(AMBER, 0.3))  # a firing position whose partner is occupied
ARMED = Light(AMBER)  # such a position, with a craft of the same seat ready to enter it
DANGER = Light(dimmed(RED, 0.4))  # the free half of a space where a Square can kill


def scene(now: Standing) -> Scene:
    """Return all lights: places, over them anomalies and dangers, over all craft."""
    places = dict.fromkeys(now.box.hyperspace, GATE) | dict.fromkeys(CENTRE, PRIZE)
    return places | anomalies(now) | dangers(now) | craft(now)


def craft(now: Standing) -> dict[Site, Light]:
    """Return each stack lit in the colour of its top craft."""
    lights = [Light(fleet.colour) for fleet in now.fleets]
    return {site: lights[now.owner(site)] for site in now.board}


def anomalies(now: Standing) -> dict[Site, Light]:
    """Return lights for empty firing positions whose partner is occupied (P16)."""
    found = {}
    for one, other in now.box.chart.guns:
        for full, lacking in ((one, other), (other, one)):
            if full in now.board and lacking not in now.board:
                found[lacking] = ARMED if awaited(now, lacking, now.owner(full)) else LOADED
    return found


def awaited(now: Standing, firing: Site, seat: Seat) -> bool:
    """True if a craft of the seat stands at the wormhole pointing at this firing position."""
    (before,) = (site for site, way in now.box.chart.flights[seat].items() if firing in way.moves)
    return before in now.board and now.owner(before) == seat


def dangers(now: Standing) -> dict[Site, Light]:
    """Return lights where a foreign Square can kill craft of the current player (P10)."""
    squares = [space for space, seat in now.squares().items() if seat != now.turn]
    struck = (site for square in squares for site in now.prey(square))
    return {opposite(site): DANGER for site in struck if now.has_own(site)}
