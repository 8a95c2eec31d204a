"""Small tables to try the rules of Space Walk on."""

from __future__ import annotations

from msgspec.structs import replace

from controller.game import Setting
from controller.games.space_walk import GAME
from controller.games.space_walk.board import FIELDS
from controller.games.space_walk.moves import Phase
from controller.games.space_walk.rules import SpaceWalk, start
from controller.games.space_walk.ships import NOWHERE
from controller.values import Seat
from tests.story import Pen


def at(*fields: str, seats: int = 2, options: str = "", turn: int = 1, **changes: object):
    """Ships on fields, such as "o3 green.large.1 red.small.2", and a player about to move."""
    position = start(Setting(seats, options=dict.fromkeys(options.split(), True)))
    fleets = [list(NOWHERE) for _ in range(seats)]
    for line in fields:
        field, *names = line.split()
        for name in names:
            ship = position.terms.chart.ships[name]
            fleets[ship.seat][ship.slot] = field
    standing = {
        "fleets": tuple(map(tuple, fleets)),
        "coming": Seat(turn - 1),
        "mover": Seat(turn - 1),
        "phase": Phase.CARD if position.cards else Phase.TURN,
    }
    return replace(position, **standing | changes)


PEN = Pen(GAME)
play, rule, lines = PEN.play, PEN.rule, PEN.lines


def standing(position: SpaceWalk) -> dict[str, set[str]]:
    """The ships on each field that has any."""
    layout = position.layout()
    return {site: {ship.name for ship in layout[site]} for site in layout.keys() & FIELDS}
