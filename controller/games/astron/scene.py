"""What the lights of Astron tell before a hand moves: ships, stations, and what is in reach."""

from __future__ import annotations

from collections.abc import Mapping

from controller.games.astron.board import DEADLY, HAZARDS, LANDS
from controller.games.astron.consequences import FIRST_PRIZE, prize
from controller.games.astron.standing import Standing
from controller.scene import AMBER, GREEN, RED, WHITE, Light, Scene, dimmed
from controller.values import Site

BROWN = (70, 35, 0)

PERILS: Mapping[str, Light] = {
    **dict.fromkeys(HAZARDS, Light(dimmed(AMBER, 0.5))),
    **dict.fromkeys(DEADLY, Light(RED)),
    **dict.fromkeys(LANDS, Light(BROWN)),
}
"""How the ground is lit where the ship on turn might come."""

PAYS = (
    Light(dimmed(WHITE, 0.15)),
    *(Light(dimmed(GREEN, left / FIRST_PRIZE)) for left in range(1, FIRST_PRIZE + 1)),
)
"""A station by what it still pays."""


def scene(now: Standing) -> Scene:
    """Perils within reach, stations over them, ships over all. Nothing here looks into a hand."""
    return perils(now) | lit_stations(now) | ships(now)


def perils(now: Standing) -> dict[Site, Light]:
    """What some card of the deck could bring the ship on turn over."""
    cell = now.ships[now.turn]
    if cell is None:
        return {}
    letters = now.box.strip[now.offset].letters
    return {
        over: PERILS[letters[over]]
        for over in now.box.reach[cell]
        if letters[over] in PERILS and not now.at_home(now.turn, letters[over])
    }


def lit_stations(now: Standing) -> dict[Site, Light]:
    """The stations in the window, brighter the more they pay the ship on turn."""
    return {
        cell: PAYS[0 if now.turn in earlier else prize(earlier)]
        for cell, station in now.box.strip[now.offset].stations
        for earlier in (now.landed[int(station) - 1],)
    }


def ships(now: Standing) -> dict[Site, Light]:
    """Every ship in its own colour."""
    return {
        cell: Light(now.box.ships[ship].colour)
        for cell, ship in zip(now.ships, now.fleet, strict=False)
        if cell is not None
    }
