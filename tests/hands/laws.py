"""The laws of hands by name, and one case of one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from traceback import format_exc

from tests.hands import (
    away,
    dead_ends,
    games,
    half_built,
    natural,
    obedient,
    page,
    replies,
    takeback,
    untouched,
)
from tests.hands.failure import Failure, Found
from tests.panels import load_panel

LAWS: Mapping[str, Callable[[str, int], Found]] = {
    "natural": natural.check,
    "obedient": obedient.check,
    "takeback": takeback.check,
    "reply": replies.reply,
    "wish": replies.wish,
    "untouched": untouched.check,
    "deadends": dead_ends.check,
    "page": page.check,
    "half_built": half_built.check,
    "away": away.check,
    "game": natural.game,
    "clumsy": games.clumsy,
    "race": games.raced,
    "demo": games.demo,
}


def tried(law: str, panel: str, seed: int) -> Found:
    """This law on this panel; what breaks is a failure too."""
    try:
        return LAWS[law](panel, seed)
    except Exception:
        said = " | ".join(line.strip() for line in format_exc().strip().splitlines()[-5:])
        game = load_panel(panel).file.game
        return Found((Failure(law, "broken", game, panel, seed, "", "", said),))


def all_tried(law: str, panel: str, seeds: Iterable[int]) -> Found:
    found = Found()
    for seed in seeds:
        found += tried(law, panel, seed)
    return found
