"""Small tables to try the rules of Astron on."""

from __future__ import annotations

from msgspec.structs import replace

from controller.games.astron import GAME
from controller.games.astron.box import Box
from controller.games.astron.files import own_box
from controller.games.astron.moves import Phase
from controller.games.astron.rules import Astron
from controller.values import Seat
from tests.story import Pen

SPACE = "." * 10


def box(ground: dict[int, str]) -> Box:
    """The own box with a strip that is Space but for these rows."""
    rows = tuple(ground.get(row, SPACE) for row in range(66))
    return replace(own_box(), rows=rows)


def at(
    ships: str,
    *hands: str,
    ground: dict[int, str] | None = None,
    **changes: object,
) -> Astron:
    """Ships on these cells (`-` is off the board), ship 1 to play from these hands."""
    cells = tuple(None if cell == "-" else cell for cell in ships.split())
    held = [tuple(hand.split()) for hand in hands] + [()] * len(cells)
    world = box(ground or {})
    out = {card for hand in held for card in hand}
    start = Astron(
        box=world,
        teams=(),
        ships=cells,
        points=(0,) * len(cells),
        hands=tuple(held[: len(cells)]),
        pile=tuple(card for card in world.deck if card not in out),
        offset=20,
        phase=Phase.CARD,
        closing=False,
    )
    return replace(start, **changes)


PEN = Pen(GAME)
play, rule, lines = PEN.play, PEN.rule, PEN.lines


def landed(**stations: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
    """Who has landed where: `landed(s2=(0, 1))`."""
    return tuple(tuple(map(Seat, stations.get(f"s{n}", ()))) for n in range(1, 9))
