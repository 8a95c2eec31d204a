"""The course of the game: what follows when a ship, a token or a card is put down."""

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
    """The fleets with one ship on another field; a hole swallows it (W6)."""
    return stationed(now, name, None if field in now.terms.chart.holes else field)


def stationed(now: Standing, name: str, field: Site | None) -> tuple[Fleet, ...]:
    """The fleets with one ship there, or nowhere."""
    ship = now.terms.chart.ships[name]
    seat, slot = ship.seat, ship.slot
    fleet = list(now.fleets[seat])
    fleet[slot] = field
    fleets = list(now.fleets)
    fleets[seat] = tuple(fleet)
    return tuple(fleets)


def placed(now: S, move: Place) -> S:
    """One ship each in turn; when the last is placed the movement opens, with a gap (W2, W9).

    What a hole would swallow now, against the rule, has left its tray all the same.
    """
    fleets = stationed(now, move.ship, move.field)
    if None in fleets[-1]:
        return replace(now, fleets=fleets, mover=now.terms.following[now.mover])
    phase = CARD if now.cards else GAP
    return replace(now, fleets=fleets, mover=now.coming, phase=phase)


def emptied(now: S, move: Empty) -> S:
    """The ships of a field come into the hand (W3); whose turn it is, he has begun it (W9)."""
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
    """Who has still spent his token when this seat begins a turn (W7)."""
    if now.terms.token_reset_own_turn:
        return now.spent - {seat}
    return frozenset() if seat == now.terms.opener else now.spent


def landed(now: S, move: Land) -> S:
    """A ship of the group comes down; after the last one the group move is complete (W10)."""
    fleets, group = moved(now, move.ship, move.field), now.group
    if len(group) > 1:
        left = group[1:] if group[0] == move.ship else without(group, move.ship)
        return replace(now, fleets=fleets, group=left, last=move.field)
    return complete(now, fleets)


def advanced(now: S, move: Advance) -> S:
    """One ship has gone on by itself."""
    fleets = moved(now, move.ship, move.target)
    return replace(now, fleets=fleets) if now.group else complete(now, fleets)


def complete(now: S, fleets: tuple[Fleet, ...]) -> S:
    """The game is over, or a gap begins, or the card goes on (W10)."""
    if NOWHERE in fleets:
        return replace(now, fleets=fleets, group=(), last=None, phase=OVER)
    if now.cards is None:
        return replace(now, fleets=fleets, group=(), last=None, phase=GAP)
    return played_out(replace(now, fleets=fleets, group=(), last=None), now.cards)


def played_out(now: S, cards: Cards) -> S:
    """The second group of a double card, or the next player's card (W12, W15)."""
    if cards.again:
        return replace(now, phase=TURN, cards=replace(cards, again=False))
    return replace(now, phase=CARD, mover=now.coming)


def spent(now: S, move: Spend) -> S:
    """A token is gone; who has just had his turn may take another for it (W8, W9)."""
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
    """Everybody holds his eight cards (W12)."""
    hands = tuple(deck(fleet.name) for fleet in terms.box.fleets[: terms.seats])
    return Cards(hands, ((),) * terms.seats)


def played(now: S, move: Play) -> S:
    """A card is laid on the own pile and does what it says, or what the last one did (W12, W14)."""
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
    """The card goes from hand to pile; who has none left takes all eight back (W13)."""
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
"""What each kind of move brings about."""
