"""Why not: for every move that is not lawful, the rule that forbids it."""

from __future__ import annotations

from stardeck.game import Refusal, Site
from stardeck_nine_mens_morris.board import other
from stardeck_nine_mens_morris.moves import Choice, Place, Slide, Take
from stardeck_nine_mens_morris.standing import Standing

NOT_YOUR_TURN = Refusal("M1", "nine_mens_morris.not-your-turn")
PLACE_FIRST = Refusal("M2", "nine_mens_morris.place-first")
ALL_PLACED = Refusal("M2", "nine_mens_morris.all-placed")
NO_SUCH_MAN = Refusal("M3", "nine_mens_morris.no-such-man")
TAKE_FIRST = Refusal("M5", "nine_mens_morris.take-first")
NO_MILL = Refusal("M6", "nine_mens_morris.no-mill")
NOT_YOUR_OWN = Refusal("M6", "nine_mens_morris.not-your-own")
GAME_OVER = Refusal("M7", "nine_mens_morris.game-over")


def occupied(point: Site, rule: str) -> Refusal:
    """Somebody stands there."""
    return Refusal(rule, "nine_mens_morris.occupied", frozenset({point}))


def too_far(now: Standing, source: Site) -> Refusal:
    """From there a man goes to these points."""
    return Refusal("M3", "nine_mens_morris.too-far", frozenset(now.reach(now.mover, source)))


def in_a_mill(now: Standing) -> Refusal:
    """Others may be taken instead."""
    return Refusal("M6", "nine_mens_morris.in-a-mill", frozenset(now.prey(other(now.mover))))


def refusal(now: Standing, move: Choice) -> Refusal | None:
    """The rule that forbids the move while the game goes on, or None when it is lawful."""
    match move:
        case Take():
            return against_taking(now, move)
        case _ if move.seat != now.mover:
            return NOT_YOUR_TURN
        case _ if now.takes:
            return TAKE_FIRST
        case Place():
            return against_placing(now, move)
        case Slide():
            return against_moving(now, move)


def against_placing(now: Standing, move: Place) -> Refusal | None:
    """A man from beside the board comes to an empty point."""
    if not now.beside(move.seat):
        return ALL_PLACED
    return None if now.owner(move.point) is None else occupied(move.point, "M2")


def against_moving(now: Standing, move: Slide) -> Refusal | None:
    """When all are placed, an own man goes to the next point, or flies."""
    if now.beside(move.seat):
        return PLACE_FIRST
    if now.owner(move.source) != move.seat:
        return NO_SUCH_MAN
    if now.owner(move.target) is not None:
        return occupied(move.target, "M3")
    return None if move.target in now.reach(move.seat, move.source) else too_far(now, move.source)


def against_taking(now: Standing, move: Take) -> Refusal | None:
    """A mill was closed, and the man is the other's, and in no mill that keeps him safe."""
    if not now.takes or move.seat != now.mover:
        return NO_MILL
    if now.owner(move.point) != other(move.seat):
        return NOT_YOUR_OWN
    return None if move.point in now.prey(other(move.seat)) else in_a_mill(now)
