"""Whole games as laws: by the clumsy hand on a board with faults, and the race of two hands."""

from __future__ import annotations

from collections import Counter

from tests import clumsy_games
from tests.hands.failure import Found
from tests.situation7 import race

WHOLE = ("astron",)  # short enough to be played to its end
PARTS = ("space_walk_tags", "astroplane_tags")
TRIES = 60  # at a move, of a game that is played in part


def clumsy(panel: str, seed: int) -> Found:
    """Nothing is recorded that the bench does not bear out, and there is always a way back.

    Where reeds cannot tell pieces apart the clumsy hand would have to answer questions.
    """
    if panel not in WHOLE + PARTS:
        return Found()
    most = clumsy_games.LONGEST if panel in WHOLE else TRIES
    seen = clumsy_games.game(seed, panel=panel, most=most)
    return Found(counts=Counter(games=1, moves=seen["moves"], gestures=seen["tries"]))


def raced(panel: str, seed: int) -> Found:
    """Every lawful piece of both hands is counted once, in order."""
    if panel != "situation7":
        return Found()
    acts = race.game(seed)["acts"]
    return Found(counts=Counter(games=1, moves=acts, gestures=acts))
