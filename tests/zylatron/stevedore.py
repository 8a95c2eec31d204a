"""A seat that loads and unloads all day long, so that cargo is where mistakes would be."""

from __future__ import annotations

from random import Random

from controller.games.zylatron.board import POINTS, SITES, disc
from controller.games.zylatron.moves import Beam, Board, Choose, Go, Launch, Leave, Load, Shift
from controller.games.zylatron.rules import Zylatron
from controller.values import Seat
from tests.zylatron import at

HARBOUR = disc(POINTS["g25"], 5)  # the shore of a planet: land and space
FLEET = {"star": 2, "fighter": 4, "warrior": 4, "missile": 3}
LIKED = {Leave: 30, Shift: 2, Beam: 3, Load: 3, Launch: 1}
CHOSEN = {"beam": 6, "launch": 1, "fire": 2}
GOES, JOINS, ELSE = 1, 8, 2


def stevedore(luck: Random):
    """A player that takes aboard, leaves, beams and stows rather than go anywhere."""

    def choose(position: Zylatron, seat: Seat):
        moves = list(position.moves())
        return luck.choices(moves, [liking(position, move) for move in moves])[0]

    return choose


def liking(position: Zylatron, move: object) -> int:
    """How gladly a stevedore makes a move."""
    match move:
        case Go() | Board():
            near = travels(position, move) or POINTS[move.target] in position.stands
            return JOINS if near else GOES
        case Choose():
            return CHOSEN.get(move.act, 1)
        case _:
            return LIKED.get(type(move), ELSE)


def travels(position: Zylatron, move: Go | Board) -> bool:
    """True if the moving piece stands with pieces that are being left, carried off or at rest."""
    piece, concerned = position.box.numbers[move.piece], {position.leave, *position.ashore}
    concerned.update(one for pair in (*position.off, *position.resting) for one in pair[:1])
    return any(position.at[one] == position.at[piece] for one in concerned - {-1})


def harbour(luck: Random, **changes: object) -> Zylatron:
    """Two fleets crowded together on the shore of a planet, red to play."""
    box = at().box
    free = luck.sample(sorted(HARBOUR), len(HARBOUR))
    places = []
    for name in names():
        point = next(p for p in free if box.grounds[box.numbers[name]] >> p & 1)
        free.remove(point)
        places.append(f"{name} {SITES[point]}")
    return at(*places, bank="red-missile4 green-missile4", **changes)


def names():
    """Every piece of the two fleets but one missile each."""
    for colour in ("red", "green"):
        for kind, count in FLEET.items():
            yield from (f"{colour}-{kind}{number}" for number in range(1, count + 1))
