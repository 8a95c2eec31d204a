"""What a law found wrong, said so that one command shows it again; and what was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct


class Failure(Struct, frozen=True):
    """One case in which a hand was not served."""

    law: str
    kind: str  # what was wrong, in a word or two
    game: str
    panel: str
    seed: int
    position: str  # how far the game was, and what was meant
    gesture: str  # what the hand did, act by act
    said: str  # what the table made of it

    def __str__(self) -> str:
        again = f"python -m tests.hands {self.law} {self.panel} {self.seed}"
        told = f"  {self.position}\n  hand:  {self.gesture}\n  table: {self.said}"
        return f"{self.kind} ({again})\n{told}"


class Found(Struct, frozen=True):
    """All that came of one seed."""

    failures: tuple[Failure, ...] = ()
    counts: Counter[str] = Counter()

    def __add__(self, other: Found) -> Found:
        return Found(self.failures + other.failures, self.counts + other.counts)


def told(failures: Sequence[Failure]) -> str:
    """These one below the other."""
    return "\n".join(map(str, failures))
