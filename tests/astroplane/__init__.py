"""Small tables to try the rules of Astroplane on."""

from __future__ import annotations

from collections import Counter

from controller.games.astroplane import GAME
from controller.games.astroplane.files import own_box
from controller.games.astroplane.rules import Astroplane
from controller.values import Seat, Site
from tests.story import Pen


def at(stacks: str, seats: int = 2, turn: int = 1, home: str = "1234", **changes: object):
    """Craft on these sites, by the number of their player from the bottom up: `d3n=1 d5e=212`.

    The players in `home` have one craft more, in their first start area; player `turn` is on turn.
    """
    used = Counter()
    board = {}
    for word in stacks.split():
        site, _, owners = word.partition("=")
        board[Site(site)] = tuple(number(int(owner), used) for owner in owners)
    position = Astroplane(
        box=own_box(),
        seats=seats,
        match=False,
        board=board,
        turn=Seat(turn - 1),
        first=Seat(0),
        kills=(0,) * seats,
        totals=(0,) * seats,
    )
    for player in map(int, home):
        if player <= seats:
            start = position.fleets[player - 1].starts[0]
            board.setdefault(start, (number(player, used),))
    return changed(position, **changes)


def number(player: int, used: Counter[int]) -> int:
    """The next craft of that player."""
    used[player] += 1
    return player * 10 - used[player]


def changed(position: Astroplane, **changes: object) -> Astroplane:
    fields = {name: getattr(position, name) for name in position.__struct_fields__}
    return Astroplane(**fields | changes)


PEN = Pen(GAME)
play, rule = PEN.play, PEN.rule


def lines(position: Astroplane, begins: str = "") -> set[str]:
    """Every lawful move that begins like this, written down."""
    return {str(move) for move in position.moves() if str(move).startswith(begins)}


def owners(position: Astroplane, site: str) -> str:
    """The players whose craft lie there, from the bottom up."""
    return "".join(str(craft // 10 + 1) for craft in position.board.get(Site(site), ()))
