"""Helpers for cards held in hand: what a seat sees of them, and which cards are still unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from controller.values import Seat

UNSEEN = "?"  # the name of a card that is face down

Hands = tuple[tuple[str, ...], ...]


def face_down(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return as many face-down cards as there are cards given."""
    return (UNSEEN,) * len(cards)


def hands_seen_by(seat: Seat, hands: Hands) -> Hands:
    """Return all hands with those of other seats face down; CHANCE sees every hand face down."""
    return tuple(hand if who == seat else face_down(hand) for who, hand in enumerate(hands))


def left_of(deck: Sequence[str], seen: Iterable[str]) -> list[str]:
    """Return, sorted, the cards of `deck` not in `seen`: those that may lie face down somewhere."""
    return sorted((Counter(deck) - Counter(seen)).elements())


def turned_up(cards: tuple[str, ...], faces: Iterator[str]) -> tuple[str, ...]:
    """Return the cards with each face-down card replaced by the next of `faces`."""
    return tuple(next(faces) if card == UNSEEN else card for card in cards)
