"""The base lights of Astron: dangerous ground within reach, stations and ships."""

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
"""The light of each terrain letter that is dangerous for the current ship."""

PAYS = (
    Light(dimmed(WHITE, 0.15)),
    *(Light(dimmed(GREEN, left / FIRST_PRIZE)) for left in range(1, FIRST_PRIZE + 1)),
)
"""The light of a station, by the points it still pays."""


def scene(now: Standing) -> Scene:
    """Return all lights: dangers, over them stations, over all ships; uses no card in any hand."""
    return perils(now) | lit_stations(now) | ships(now)


def perils(now: Standing) -> dict[Site, Light]:
    """Return lights for the dangerous cells that the current ship could reach with some card."""
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
    """Return lights for the stations in the window, brighter the more they pay the current ship."""
    return {
        cell: PAYS[0 if now.turn in earlier else prize(earlier)]
        for cell, station in now.box.strip[now.offset].stations
        for earlier in (now.landed[int(station) - 1],)
    }


def ships(now: Standing) -> dict[Site, Light]:
    """Return each ship's cell lit in the ship's colour."""
    return {
        cell: Light(now.box.ships[ship].colour)
        for cell, ship in zip(now.ships, now.fleet, strict=False)
        if cell is not None
    }
