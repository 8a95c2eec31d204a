"""The rule that forbids each illegal move of Astron."""

from __future__ import annotations

from typing import assert_never

from controller.game import Move, out_of_turn
from controller.games.astron.moves import (
    Deal,
    Discard,
    Fly,
    Lay,
    Phase,
    TakeOff,
    Turn,
    Withdraw,
    Yield,
)
from controller.games.astron.standing import Standing
from controller.values import Refusal, Site

TAKE_OFF_FIRST = Refusal("A1", "astron.take-off-first")
NO_TAKE_OFF_CELL = Refusal("A1", "astron.no-take-off-cell")
HAS_TAKEN_OFF = Refusal("A1", "astron.has-taken-off")
DEAL_HANDS = Refusal("A2", "astron.deal-hands")
BASE_FIRST = Refusal("A4", "astron.base-first")
BASE_RESTS = Refusal("A4", "astron.base-rests")
DEAL_FIRST = Refusal("A4", "astron.deal-first")
NO_DEAL = Refusal("A4", "astron.no-deal")
NOT_IN_PILE = Refusal("A5", "astron.not-in-pile")
CARD_FIRST = Refusal("A6", "astron.card-first")
ONE_CARD = Refusal("A6", "astron.one-card")
NOT_HELD = Refusal("A6", "astron.not-held")
NOT_THE_CARD = Refusal("A6", "astron.not-the-card")
MUST_DISCARD = Refusal("A8", "astron.must-discard")
MUST_PLAY = Refusal("A8", "astron.must-play")
UPHEAVAL_FIRST = Refusal("A9", "astron.upheaval-first")
BASE_IS_STUCK = Refusal("A9", "astron.base-is-stuck")
PUSH_FIRST = Refusal("A10", "astron.push-first")
NOT_PUSHED_THERE = Refusal("A10", "astron.not-pushed-there")
NOT_PUSHED = Refusal("A10", "astron.not-pushed")
END_OF_STRIP = Refusal("A15", "astron.end-of-strip")
GROUNDED = Refusal("A16", "astron.grounded")
LEAVE_FIRST = Refusal("A18", "astron.leave-first")
NOT_LEAVING = Refusal("A18", "astron.not-leaving")
GAME_OVER = Refusal("A20", "astron.game-over")


def in_the_way(sites: frozenset[Site]) -> Refusal:
    """Return the refusal for a flight that is blocked by ships or ends off the board (A7)."""
    return Refusal("A7", "astron.in-the-way" if sites else "astron.off-the-board", sites)


def refusal(now: Standing, move: Move) -> Refusal | None:
    """Return the rule that forbids the move, or None if it is legal."""
    match move:
        case Turn():
            return against_turn(now, move)
        case _ if now.phase is Phase.OVER:
            return GAME_OVER
        case Deal():
            return against_deal(now, move)
        case Lay() | Discard():
            return against_card(now, move)
        case Fly():
            return against_flight(now, move)
        case Yield():
            return against_yield(now, move)
        case Withdraw():
            return against_leaving(now, move)
        case TakeOff():
            return against_take_off(now, move)
    raise AssertionError(move)


def due_first(now: Standing) -> Refusal | None:
    """Return the refusal that names what must happen before a player continues, or None."""
    match now.phase:
        case Phase.TAKEOFF:
            return TAKE_OFF_FIRST
        case Phase.DEAL:
            return DEAL_FIRST if now.laid else DEAL_HANDS
        case Phase.LEAVE:
            return LEAVE_FIRST
        case Phase.HEAT:
            return PUSH_FIRST
        case Phase.BASE:
            return BASE_FIRST if now.closing else UPHEAVAL_FIRST
        case Phase.OVER:
            return GAME_OVER
        case Phase.CARD | Phase.FLY:
            return None
        case _:
            assert_never(now.phase)


def against_turn(now: Standing, move: Turn) -> Refusal | None:
    """Return why the strip may not be turned so: its ends, not due, wrong player, wrong rows."""
    if not now.box.lowest <= now.offset + move.rows <= now.box.highest:
        return END_OF_STRIP
    if now.phase is not Phase.BASE:
        return due_first(now) or BASE_RESTS
    if move.seat != now.turn:
        return out_of_turn("A3", move.seat)
    return None if move.rows == now.rows else due_first(now)


def against_deal(now: Standing, move: Deal) -> Refusal | None:
    """Return why this card may not be dealt: not due, not this player's, not in the pile."""
    if now.phase is not Phase.DEAL:
        return due_first(now) or NO_DEAL
    if move.to != now.turn:
        return due_first(now)
    return None if move.card in now.pile else NOT_IN_PILE


def against_card(now: Standing, move: Lay | Discard) -> Refusal | None:
    """Return why this card may not be shown: not due, not this player's turn, not in the hand."""
    if first := due_first(now):
        return first
    if move.seat != now.turn:
        return out_of_turn("A3", move.seat)
    if now.phase is Phase.FLY:
        return ONE_CARD
    if move.card not in now.hands[move.seat]:
        return NOT_HELD
    return against_lay(now, move) if isinstance(move, Lay) else against_discard(now)


def against_lay(now: Standing, move: Lay) -> Refusal | None:
    """Return why this card may not be played, or None if it can be."""
    plays = now.plays()
    if move.card in plays:
        return None
    stuck = move.card in now.box.upheavals
    if move.seat in now.grounded and not (stuck and now.grounded_upheaval):
        return GROUNDED
    if not plays and move.seat not in now.grounded:
        return MUST_DISCARD
    if stuck:
        return BASE_IS_STUCK
    flights = now.box.flights[move.card][now.place(move.seat)]
    return in_the_way(frozenset().union(*(flight.clear & now.crowd() for flight in flights)))


def against_discard(now: Standing) -> Refusal | None:
    """Return why no card may be discarded: a card can be played, so must be (A8, A16)."""
    if now.may_discard(now.plays()):
        return None
    return GROUNDED if now.turn in now.grounded else MUST_PLAY


def against_flight(now: Standing, move: Fly) -> Refusal | None:
    """Return why the ship may not fly so: not its turn, not as the card says, blocked, grounded."""
    if first := due_first(now):
        return first
    if move.seat != now.turn:
        return out_of_turn("A3", move.seat)
    if now.phase is Phase.CARD:
        return CARD_FIRST
    flight = now.flight(move.target)
    if flight is None or move.source != now.place(move.seat):
        return NOT_THE_CARD
    if blocking := flight.clear & now.crowd():
        return in_the_way(blocking)
    return GROUNDED if move.seat in now.grounded and not now.leads_out(flight) else None


def against_yield(now: Standing, move: Yield) -> Refusal | None:
    """Return why the ship may not yield so: not pushed, not next, or not to that cell."""
    if now.phase is not Phase.HEAT:
        return due_first(now) or NOT_PUSHED
    if move.seat != now.heat[0] or move.source != now.place(move.seat):
        return PUSH_FIRST
    return None if move.target in now.retreats() else NOT_PUSHED_THERE


def against_leaving(now: Standing, move: Withdraw) -> Refusal | None:
    """Return why the ship may not leave the board: it is neither lost nor arrived."""
    if now.phase is not Phase.LEAVE:
        return due_first(now) or NOT_LEAVING
    if move.seat not in now.leaving or move.source != now.place(move.seat):
        return NOT_LEAVING
    return None


def against_take_off(now: Standing, move: TakeOff) -> Refusal | None:
    """Return why the ship may not take off there: turn, cell taken, or no take-off cell (A1)."""
    if now.phase is not Phase.TAKEOFF:
        return HAS_TAKEN_OFF
    if move.seat != now.turn:
        return out_of_turn("A3", move.seat)
    if move.target in now.crowd():
        return in_the_way(frozenset({move.target}))
    cells = {ship.takeoff for ship in now.box.ships}
    return None if move.target in cells else NO_TAKE_OFF_CELL
