"""Points: who has the most of them, and by which rules they have changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from controller.values import Seat


def leaders(scores: Sequence[int]) -> frozenset[Seat]:
    """Who has the most, ties included."""
    best = max(scores)
    return frozenset(Seat(seat) for seat, score in enumerate(scores) if score == best)


def rules_applied(rules: Mapping[str, bool]) -> tuple[str, ...]:
    """Of these rules the ones that were applied."""
    return tuple(rule for rule, applied in rules.items() if applied)
