"""The base lights of Zylatron: pieces, factories and headquarters."""

from __future__ import annotations

from functools import cache

from controller.games.zylatron.board import SITES
from controller.games.zylatron.box import Box
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.sheet import KINDS, Works
from controller.games.zylatron.standing import Standing
from controller.scene import AMBER, RED, RGB, WHITE, Light, Scene, dimmed
from controller.values import CHANCE, Seat, Site

FAINT, DULL = 0.12, 0.4  # brightness of a building, and of a piece out of action
DAMAGED = Light(dimmed(AMBER, FAINT))
IN_RANGE = Light(RED)
NEUTRAL = Light(dimmed(WHITE, FAINT))


def scene(now: Standing) -> Scene:
    """Return all lights: buildings, over them pieces, over all what is in range if agreed."""
    return lit_buildings(now) | lit_pieces(now) | ranges(now)


def colour(now: Standing, seat: Seat) -> RGB:
    """Return a player's colour: always that of their home planet."""
    return now.box.galaxy.planets[now.box.home[seat]].colour


def lit_buildings(now: Standing) -> dict[Site, Light]:
    """Return lights for factories and headquarters in the colour of their holder."""
    lights = {SITES[now.box.zylon]: held(now, now.card)}
    for point, planet in now.box.headquarters.items():
        if now.holders[planet] != CHANCE:
            lights[SITES[point]] = held(now, now.holders[planet])
    for factory, works in zip(now.box.factories, now.works, strict=True):
        holder = now.holders[factory.planet]
        if holder != CHANCE and works is not Works.DESTROYED:
            damaged = works is Works.DAMAGED
            lights[SITES[factory.point]] = DAMAGED if damaged else held(now, holder)
    return lights


def held(now: Standing, seat: Seat) -> Light:
    """Return the faint light of a building held by this seat, white if by none."""
    return NEUTRAL if seat == CHANCE else Light(dimmed(colour(now, seat), FAINT))


def lit_pieces(now: Standing) -> dict[Site, Light]:
    """Return each stack in the colour of its commander, dimmer if its lowest piece is damaged."""
    lights: dict[Site, Light] = {}
    for point, piece in now.stands.items():
        seat = now.owners[piece]
        own = colour(now, seat) if seat != CHANCE else WHITE
        lights[SITES[point]] = Light(dimmed(own, DULL) if piece in now.damaged else own)
    return lights


def ranges(now: Standing) -> dict[Site, Light]:
    """Return lights for all targets in range of the aiming piece, if the option is on (Z10)."""
    if not now.show_ranges or now.phase is not Phase.TARGET:
        return {}
    names = [now.box.names[p] for p, at in enumerate(now.at) if at >= 0 and p not in now.mine]
    works = [name for name, _, holder in now.standing_works() if holder != now.turn]
    return {SITES[now.point(n)]: IN_RANGE for n in (*names, *works) if now.in_range(n)}


@cache
def signs(box: Box) -> dict[Site, str]:
    """Return one letter for what is printed on each point (cached)."""
    letters = {site: "#" if box.land >> point & 1 else "." for point, site in enumerate(SITES)}
    for planet in box.galaxy.planets:
        for kind in KINDS:
            letters |= dict.fromkeys(planet.marks.of(kind), kind.value[0])
        letters |= dict.fromkeys(planet.factories, "F")
        letters[planet.headquarters] = "H"
    letters[box.galaxy.zylon] = "H"
    return letters
