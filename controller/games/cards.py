"""Cards that are held: each player sees the own ones, and of the others' how many they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from controller.values import Seat

UNSEEN = "?"  # a card from behind

Hands = tuple[tuple[str, ...], ...]


def face_down(cards: tuple[str, ...]) -> tuple[str, ...]:
    """These cards from behind."""
    return (UNSEEN,) * len(cards)


def hands_seen_by(seat: Seat, hands: Hands) -> Hands:
    """Every hand as that seat sees it; CHANCE sees them all from behind."""
    return tuple(hand if who == seat else face_down(hand) for who, hand in enumerate(hands))


def left_of(deck: Sequence[str], seen: Iterable[str]) -> list[str]:
    """The cards of a deck that are not among those seen: what may lie face down somewhere."""
    return sorted((Counter(deck) - Counter(seen)).elements())


def turned_up(cards: tuple[str, ...], faces: Iterator[str]) -> tuple[str, ...]:
    """These cards, the ones face down with the next of these faces."""
    return tuple(next(faces) if card == UNSEEN else card for card in cards)
