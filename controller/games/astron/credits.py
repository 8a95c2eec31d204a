"""The rules by which the points of a ship changed between two positions."""

from __future__ import annotations

from controller.games.astron.board import CENTRE, RING
from controller.games.astron.consequences import prize
from controller.games.astron.moves import Phase
from controller.games.astron.standing import Standing
from controller.games.scoring import rules_applied
from controller.values import Seat


def rules_behind(before: Standing, now: Standing, seat: Seat) -> tuple[str, ...]:
    """Return the rules behind the change of points; an unexplained loss is a hazard (A17)."""
    change = now.points[seat] - before.points[seat]
    idle = before.phase is Phase.CARD and change < 0
    paid = landing(before, now, seat)
    grounded = seat in now.grounded - before.grounded
    free = survived(before, now, seat)
    return rules_applied(
        {
            "A8": idle,
            "A13": paid > 0,
            "A16": grounded,
            "A17": change < paid + free - grounded - idle,
            "A21": free,
        }
    )


def landing(before: Standing, now: Standing, seat: Seat) -> int:
    """Return the points for stations on which the ship has landed for the first time (A13)."""
    stations = zip(before.landed, now.landed, strict=True)
    return sum(prize(was) for was, there in stations if seat in there and seat not in was)


def survived(before: Standing, now: Standing, seat: Seat) -> bool:
    """True if the game has just ended with this ship on the board and in free Space (A21)."""
    stopped = now.phase is Phase.OVER and before.phase is not Phase.OVER
    return stopped and seat in now.in_play() and now.letter(seat) not in (RING, CENTRE)
