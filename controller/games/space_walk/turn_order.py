"""The course of a Space Walk game: the position after each kind of move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from controller.game import Move
from controller.games.rows import put, without
from controller.games.space_walk.box import Terms
from controller.games.space_walk.cards import Effect, deck, effect
from controller.games.space_walk.moves import (
    CARD,
    CHOICE,
    GAP,
    LAND,
    OVER,
    STEP,
    TURN,
    Advance,
    Empty,
    Land,
    Place,
    Play,
    Spend,
)
from controller.games.space_walk.ships import NOWHERE, Fleet
from controller.games.space_walk.standing import Cards, Standing
from controller.values import Seat, Site

S = TypeVar("S", bound=Standing)


def moved(now: Standing, name: str, field: Site) -> tuple[Fleet, ...]:
    """Return the fleets after a ship moved to a field; in a hole it is lost (W6)."""
    return stationed(now, name, None if field in now.terms.chart.holes else field)


def stationed(now: Standing, name: str, field: Site | None) -> tuple[Fleet, ...]:
    """Return the fleets with one ship on that field, or on none."""
    ship = now.terms.chart.ships[name]
    seat, slot = ship.seat, ship.slot
    fleet = list(now.fleets[seat])
    fleet[slot] = field
    fleets = list(now.fleets)
    fleets[seat] = tuple(fleet)
    return tuple(fleets)


def placed(now: S, move: Place) -> S:
    """Return the position after a ship is placed; after the last one the movement opens (W2, W9).

    A ship placed in a hole, against the rule, still counts as placed, because it has left its tray.
    """
    fleets = stationed(now, move.ship, move.field)
    if None in fleets[-1]:
        return replace(now, fleets=fleets, mover=now.terms.following[now.mover])
    phase = CARD if now.cards else GAP
    return replace(now, fleets=fleets, mover=now.coming, phase=phase)


def emptied(now: S, move: Empty) -> S:
    """Return the position after a field was taken up; a player's own turn begins (W3, W9)."""
    seat, group = move.seat, now.group + now.crew(move.field)
    if seat != now.coming:
        return replace(now, phase=LAND, mover=seat, group=group, last=move.field)
    return replace(
        now,
        phase=LAND,
        mover=seat,
        group=group,
        last=move.field,
        coming=now.terms.following[seat],
        spent=renewed(now, seat),
        opened=True,
    )


def renewed(now: Standing, seat: Seat) -> frozenset[Seat]:
    """Return the seats that have still spent their token when this seat begins a turn (W7)."""
    if now.terms.token_reset_own_turn:
        return now.spent - {seat}
    return frozenset() if seat == now.terms.opener else now.spent


def landed(now: S, move: Land) -> S:
    """Return the position after a ship of the group landed; the last one completes it (W10)."""
    fleets, group = moved(now, move.ship, move.field), now.group
    if len(group) > 1:
        left = group[1:] if group[0] == move.ship else without(group, move.ship)
        return replace(now, fleets=fleets, group=left, last=move.field)
    return complete(now, fleets)


def advanced(now: S, move: Advance) -> S:
    """Return the position after a single ship has advanced."""
    fleets = moved(now, move.ship, move.target)
    return replace(now, fleets=fleets) if now.group else complete(now, fleets)


def complete(now: S, fleets: tuple[Fleet, ...]) -> S:
    """Return the position after a group or step: game over, gap, or next card (W10)."""
    if NOWHERE in fleets:
        return replace(now, fleets=fleets, group=(), last=None, phase=OVER)
    if now.cards is None:
        return replace(now, fleets=fleets, group=(), last=None, phase=GAP)
    return played_out(replace(now, fleets=fleets, group=(), last=None), now.cards)


def played_out(now: S, cards: Cards) -> S:
    """Return the position after a card: a double's second group, or the next card (W12, W15)."""
    if cards.again:
        return replace(now, phase=TURN, cards=replace(cards, again=False))
    return replace(now, phase=CARD, mover=now.coming)


def spent(now: S, move: Spend) -> S:
    """Return the position after a token is spent: a choice follows (W8), or a step (W9)."""
    seat = move.seat
    own = seat == now.before
    return replace(
        now,
        tokens=tuple(left - (s == seat) for s, left in enumerate(now.tokens)),
        spent=now.spent | {seat},
        mover=seat,
        phase=CHOICE if own else STEP,
    )


def dealt(terms: Terms) -> Cards:
    """Return the action cards at the start: each player holds all eight (W12)."""
    hands = tuple(deck(fleet.name) for fleet in terms.box.fleets[: terms.seats])
    return Cards(hands, ((),) * terms.seats)


def played(now: S, move: Play) -> S:
    """Return the position after an action card is played, with the effect it has (W12, W14)."""
    cards, does = now.cards or dealt(now.terms), effect(move.card)
    if does is Effect.COPY:
        does = cards.effect or Effect.REST
    shown = replace(
        now,
        coming=now.terms.following[move.seat],
        mover=move.seat,
        cards=laid(now, cards, move, does),
    )
    match does:
        case Effect.REST:
            return replace(shown, phase=CARD, mover=shown.coming)
        case Effect.STEP:
            return replace(shown, phase=STEP)
        case _:
            return replace(shown, phase=TURN)


def laid(now: Standing, cards: Cards, move: Play, does: Effect) -> Cards:
    """Return the cards after one goes from hand to pile; an empty hand takes all back (W13)."""
    seat = move.seat
    hand = without(cards.hands[seat], move.card)
    pile = (*cards.piles[seat], move.card)
    if not hand:
        hand, pile = deck(now.terms.box.fleets[seat].name), ()
    return replace(
        cards,
        hands=put(cards.hands, seat, hand),
        piles=put(cards.piles, seat, pile),
        laid=move.card,
        effect=does,
        again=does is Effect.DOUBLE,
    )


FOLLOWS: dict[type[Move], Callable[[Any, Any], Any]] = {
    Place: placed,
    Empty: emptied,
    Land: landed,
    Spend: spent,
    Advance: advanced,
    Play: played,
}
"""The function that returns the position after each kind of move."""
