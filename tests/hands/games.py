"""Whole games as laws: by robots' hands, by the clumsy hand on a bad board, the race of two."""

from __future__ import annotations

from collections import Counter
from contextlib import redirect_stdout
from io import StringIO

from controller.__main__ import main
from controller.games import SHELF
from tests import clumsy_games
from tests.hands.failure import Found
from tests.panels import load_panel
from tests.situation7 import race

WHOLE = ("astron",)  # short enough to be played to its end
PARTS = ("space_walk_tags", "space_walk_coils", "astroplane_tags")
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


def demo(panel: str, seed: int) -> Found:
    """What robots decide their hands show, and the table reads it back, to the end of the game."""
    name = load_panel(panel).file.game
    seats = SHELF[name].seats[seed % len(SHELF[name].seats)]
    words = f"play {name} --demo --fast --seed {seed} --seats {seats} --wiring {panel}"
    with redirect_stdout(StringIO()) as told:
        status = main(words.split())
    moves = len(told.getvalue().splitlines()) - seats - 1
    assert status == 0, f"left with {status} after {moves} moves"
    return Found(counts=Counter(games=1, moves=moves, gestures=moves))
