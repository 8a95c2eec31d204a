"""The laws of hands by name, and one case of one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from traceback import format_exc

from msgspec import Struct

from tests.hands import (
    any_copy,
    away,
    clicked,
    dead_ends,
    games,
    half_built,
    keyed,
    lights,
    named_rule,
    natural,
    newest,
    obedient,
    off_a_stack,
    page,
    replies,
    sleeve,
    takeback,
    untouched,
    welded,
    whose,
    wrong_yes,
)
from tests.hands.failure import Failure, Found
from tests.panels import load_panel


class Law(Struct, frozen=True):
    """One case by panel and seed, and what it means that it goes wrong."""

    check: Callable[[str, int], Found]
    breach: str


LAWS: Mapping[str, Law] = {
    "natural": Law(natural.check, "refused"),
    "sure": Law(natural.sure, "refused"),
    "strict": Law(natural.strict, "refused"),
    "obedient": Law(obedient.check, "astray"),
    "stacked": Law(off_a_stack.check, "astray"),
    "copies": Law(any_copy.check, "refused"),
    "takeback": Law(takeback.check, "astray"),
    "meanwhile": Law(takeback.meanwhile, "refused"),
    "reply": Law(replies.reply, "refused"),
    "wish": Law(replies.wish, "refused"),
    "untouched": Law(untouched.check, "false"),
    "welded": Law(welded.check, "false"),
    "sleeve": Law(sleeve.check, "false"),
    "deadends": Law(dead_ends.check, "dead ends"),
    "clicked": Law(clicked.check, "refused"),
    "page": Law(page.check, "dead ends"),
    "named": Law(named_rule.check, "another rule"),
    "robots": Law(whose.robots, "refused"),
    "beside": Law(whose.beside, "dead ends"),
    "yes": Law(wrong_yes.check, "dead ends"),
    "half_built": Law(half_built.check, "refused"),
    "keyed": Law(keyed.check, "silent"),
    "chords": Law(keyed.chords, "silent"),
    "away": Law(away.check, "astray"),
    "lights": Law(lights.check, "dark"),
    "newest": Law(newest.check, "refused"),
    "game": Law(natural.game, "refused"),
    "clumsy": Law(games.clumsy, "false"),
    "race": Law(games.raced, "false"),
    "demo": Law(games.demo, "refused"),
}


def tried(law: str, panel: str, seed: int) -> Found:
    """This law on this panel; what breaks is a failure too."""
    try:
        return LAWS[law].check(panel, seed)
    except Exception:
        said = " | ".join(line.strip() for line in format_exc().strip().splitlines()[-5:])
        game = load_panel(panel).file.game
        return Found((Failure(law, "broken", game, panel, seed, "", "", said),))


def all_tried(law: str, panel: str, seeds: Iterable[int]) -> Found:
    found = Found()
    for seed in seeds:
        found += tried(law, panel, seed)
    return found
