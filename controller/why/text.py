"""Texts of one line for a trace, a reading and a decision."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import gesture_text
from controller.reading.choose import (
    Ask,
    Count,
    Decision,
    GoBack,
    LeadBack,
    NotYet,
    PointHome,
    Refuse,
    Revise,
)
from controller.values import Trace


def trace_text(seen: Trace) -> str:
    """Return what is seen, site by site, in one line."""
    changes = [f"{site}: {reading_text(now)}" for site, now in sorted(seen.changes.items())]
    touched = sorted(seen.touched - seen.changes.keys())
    return "; ".join([*changes, *([f"touched: {' '.join(touched)}"] if touched else [])])


def reading_text(reading: object) -> str:
    """Return a reading as text."""
    if reading is None:
        return "empty"
    if isinstance(reading, frozenset):
        return " ".join(sorted(map(str, reading)))
    return "closed" if reading is True else str(reading)


TEXTS: dict[type, Callable[..., str]] = {
    type(None): lambda one: "nothing",
    Count: lambda one: f"count {gesture_text(one.moves)}",
    Ask: lambda one: f"ask {' | '.join(gesture_text(mark.moves) for mark in one.marks)}",
    NotYet: lambda one: (
        f"wait{''.join(f' for {gesture_text(m.moves)}' for m in [one.likely] if m)}"
    ),
    Refuse: lambda one: f"refuse {' '.join(wrong.refusal.rule for wrong in one.mistakes)}".strip(),
    GoBack: lambda one: f"go back to moment {one.number}",
    Revise: lambda one: f"revise to {gesture_text(one.moves)}",
    PointHome: lambda one: f"show where {one.piece} belongs: {one.site}",
    LeadBack: lambda one: f"lead back {' '.join(sorted(one.sites))}".strip(),
}


def decision_text(decision: Decision | None) -> str:
    """Return a decision in one line."""
    return TEXTS[type(decision)](decision)
