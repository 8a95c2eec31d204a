"""How well a side stands, by rule of thumb: what a robot goes by."""

from __future__ import annotations

from stardeck.game import Outcome, Seat, Site
from stardeck_nine_mens_morris.board import LINES, NEXT, SEATS, other
from stardeck_nine_mens_morris.standing import Standing

WIN = 1000.0
MAN = 10.0
THREAT = 3.0  # a mill that could be closed next, when the other moves before ...
LOSS = 8.0  # ... and when he is the one who closes it
ROOM = 0.2  # a point to go to


def evaluate(now: Standing, seat: Seat) -> float:
    """Men, mills that could be closed, and room to move, the own less the other's."""
    sides = {side: standing_of(now, side) for side in SEATS}
    return sides[seat] - sides[other(seat)]


def standing_of(now: Standing, seat: Seat) -> float:
    """What one side has on the board."""
    men = now.strength(seat) + (now.takes and now.mover == seat)
    worth = LOSS if now.mover == seat and not now.takes else THREAT
    room = sum(now.owner(goal) is None for point in now.held(seat) for goal in NEXT[point])
    return MAN * men + worth * min(2, threats(now, seat)) + ROOM * room


def threats(now: Standing, seat: Seat) -> int:
    """The lines that lack one man, and one can come."""
    return sum(lacks_one(now, seat, line) for line in LINES)


def lacks_one(now: Standing, seat: Seat, line: tuple[Site, ...]) -> bool:
    held = now.men[seat]
    gaps = [point for point in line if point not in held]
    if len(gaps) != 1 or now.owner(gaps[0]) is not None:
        return False
    return bool(now.beside(seat)) or any(
        gaps[0] in now.reach(seat, point) for point in now.held(seat) if point not in line
    )


def at_the_end(outcome: Outcome, seat: Seat) -> float:
    """Won, lost, or shared."""
    return 0.0 if len(outcome.winners) > 1 else WIN if seat in outcome.winners else -WIN
