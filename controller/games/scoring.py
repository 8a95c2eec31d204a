"""Helpers for scores: the seats that lead, and the rules by which a score changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from controller.values import Seat


def leaders(scores: Sequence[int]) -> frozenset[Seat]:
    """Return the seats with the highest score, ties included."""
    best = max(scores)
    return frozenset(Seat(seat) for seat, score in enumerate(scores) if score == best)


def rules_applied(rules: Mapping[str, bool]) -> tuple[str, ...]:
    """Return the rules whose value is True."""
    return tuple(rule for rule, applied in rules.items() if applied)
