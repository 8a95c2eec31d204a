"""What a sensor reads, as text for people."""

from __future__ import annotations

from controller.values import Unsure
from controller.words import said


def spell_reading(reading: object) -> str:
    """Return a reading as the workshop page and replays show it."""
    match reading:
        case None:
            return ""
        case True:
            return said("fact.closed")
        case Unsure(rows):
            return said("fact.unsure", rows=f"{rows:g}")
        case frozenset():
            return ", ".join(sorted(map(str, reading)))
        case _:
            return str(reading)
