"""The menu as lights: letters if the board has enough cells, else lights to count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from controller.drawing import Point
from controller.game import Game, Setting
from controller.menu.font import legible, lit_cells_for
from controller.menu.menu import Menu
from controller.menu.screens import SCREEN_COLOURS, Screen
from controller.scene import RGB, WHITE, Chain, Glow, Light, Scene, dimmed
from controller.sitting.keys import BACK, NEXT, NO, YES
from controller.values import Site

FAINT = 0.1  # of a colour, for cells beyond the count


def menu_scene(menu: Menu, cells: Mapping[Site, Point]) -> Scene:
    """Return the lights of the menu: the selected entry, and the keys that answer."""
    if not menu.open:
        return {}
    colour = menu.entry.colour or SCREEN_COLOURS[menu.screen]
    entry = menu.entry
    return {**sign_or_counts(entry.sign, entry.counts, colour, cells), **key_lights(menu)}


def sign_or_counts(
    sign: Sequence[str], counts: Sequence[int], colour: RGB, cells: Mapping[Site, Point]
) -> Scene:
    """Return the sign as letters if there are enough cells, else the counts."""
    if legible(cells):
        return dict.fromkeys(lit_cells_for(sign, cells), Light(colour))
    return counted_lights(counts, colour, cells)


def counted_lights(counts: Sequence[int], colour: RGB, cells: Mapping[Site, Point]) -> Scene:
    """Return counted lights: the first number in colour, the others white after a dark one."""
    order = sorted(cells, key=lambda site: (cells[site][1], cells[site][0]))
    lights: list[Light | None] = []
    for number, count in enumerate(counts):
        lights += [None, *[Light(WHITE)] * count] if number else [Light(colour)] * count
    shown = {site: light for site, light in zip(order, lights, strict=False) if light}
    rest = dict.fromkeys(order[len(lights) :], Light(dimmed(colour, FAINT)))
    return {**rest, **shown}


def lit_cells(game: Game, chain: Chain) -> dict[Site, Point]:
    """Return the centres of the cells that have a light."""
    middles = game.middles(game.start(Setting(game.seats[0])))
    return {site: at for site, at in middles.items() if site in chain}


def key_lights(menu: Menu) -> Scene:
    """Return the lights of the keys: double glow for YES, pulse for others with an effect."""
    may = {
        YES: Glow.DOUBLE,
        NEXT: Glow.PULSE if menu.many else None,
        BACK: Glow.PULSE if menu.screen is not Screen.HOME else None,
        NO: Glow.PULSE if menu.screen is not Screen.HOME or menu.entry.denied else None,
    }
    return {key: Light(WHITE, glow) for key, glow in may.items() if glow}
