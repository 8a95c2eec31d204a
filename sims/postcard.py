"""A picture of the board as it is lit: python -m sims.postcard docs/table.svg"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from controller.game import Setting
from controller.games import SHELF
from controller.scene import Glow
from controller.values import CHANCE, Seat, Site
from controller.words import say
from drivers.wiring import HERE, load_wiring
from sims.demo import play_out
from sims.players import at_random
from sims.rig import Rig

CELL = 44  # pixels
INK = {".": "", "E": "Earth"}
DASHES = {Glow.PULSE: "6 4", Glow.DOUBLE: "2 3", Glow.FAST: "1 3"}


def postcard(rig: Rig) -> str:
    """The window seen from above: print, light, ships."""
    rows = rig.table.position.picture()
    width, height = CELL * len(rows[0]) + 40, CELL * len(rows) + 70
    body = "".join(cell for y, row in enumerate(rows) for cell in drawn(rig, y, row))
    words = say(rig.table.asks())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="Futura, Jost, sans-serif" role="img"><title>{words}</title>'
        f'<rect width="100%" height="100%" fill="#10182b"/>{body}'
        f'<text x="20" y="{height - 18}" fill="#f3ead2" font-size="17">{words}</text></svg>\n'
    )


def drawn(rig: Rig, y: int, row: tuple[tuple[Site, str], ...]) -> Iterator[str]:
    lights = rig.lights()
    for x, (site, sign) in enumerate(row):
        left, top = 20 + CELL * x, 14 + CELL * y
        light = lights.get(site)
        if light:
            red, green, blue = light.colour
            dash = f' stroke-dasharray="{DASHES[light.glow]}"' if light.glow in DASHES else ""
            fill = f"rgb({red},{green},{blue})"
            yield (
                f'<rect x="{left + 2}" y="{top + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="6" '
                f'fill="{fill}" fill-opacity="0.5" stroke="{fill}" stroke-width="2.5"{dash}/>'
            )
        else:
            yield (
                f'<rect x="{left + 2}" y="{top + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="6" '
                f'fill="none" stroke="#2a3654"/>'
            )
        yield from inscribed(rig, site, sign, left + CELL / 2, top + CELL / 2)


def inscribed(rig: Rig, site: Site, sign: str, x: float, y: float) -> Iterator[str]:
    """A ship where one stands, else what is printed on the strip."""
    if standing := rig.bench.stacks.get(site):
        number = standing[-1].name[-1]
        yield f'<path d="M{x} {y - 16}L{x + 12} {y + 13}L{x} {y + 7}L{x - 12} {y + 13}Z" '
        yield 'fill="#f3ead2"/>'
        yield text(x, y + 6, number, "#10182b", 13)
    elif sign not in INK:
        yield text(x, y + 6, sign, "#f3ead2", 16)


def text(x: float, y: float, words: str, colour: str, size: int) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" fill="{colour}" font-size="{size}">'
        f"{words}</text>"
    )


def in_mid_game(seed: int = 11, turns: int = 44) -> Rig:
    """Four ships somewhere between Earth and the Moon, a card just played."""
    start = SHELF["astron"].start(Setting(4))
    rig = Rig(start, load_wiring(HERE / "astron.toml"), seed=seed)
    luck = Random(seed)
    players = {Seat(seat): at_random(luck) for seat in range(CHANCE, 4)}
    for turn, _ in enumerate(play_out(rig, players)):
        if turn >= turns and len(rig.lit(Glow.PULSE)) > 2:
            break
    return rig


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(postcard(in_mid_game()))
