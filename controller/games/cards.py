"""Cards that are held: each player sees the own ones, and of the others' how many they are."""

from __future__ import annotations

from controller.values import Seat

UNSEEN = "?"  # a card from behind

Hands = tuple[tuple[str, ...], ...]


def face_down(cards: tuple[str, ...]) -> tuple[str, ...]:
    """These cards from behind."""
    return (UNSEEN,) * len(cards)


def hands_seen_by(seat: Seat, hands: Hands) -> Hands:
    """Every hand as that seat sees it; CHANCE sees them all from behind."""
    return tuple(hand if who == seat else face_down(hand) for who, hand in enumerate(hands))
