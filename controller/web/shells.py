"""The pages' own files: their sentences come from the catalogue, like everybody's."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from controller.game import Game, Setting
from controller.games import SHELF
from controller.lessons.rule_pages import RulePage
from controller.values import Saying, standing
from controller.words import catalogue, say

STATIC = Path(__file__).parent / "static"
SLOT = re.compile(r"%(TITLE|NAME|OTHERS|RULES)%")
PAGES_OWN = ("ui.", "level.", "player.human", "player.robot")  # sentences that pages say themselves
GAP = re.compile(r"\{\{([a-z_.]+)\}\}")


@cache
def shell(name: str) -> str:
    """A page before anything is known of the game."""
    text = (STATIC / name).read_text(encoding="utf-8")
    return GAP.sub(lambda gap: escape(say(Saying(gap[1]))), text)


def rule_book(name: str) -> Game | None:
    """The game on the shelf whose rules are asked for."""
    return SHELF.get(name)


def rules_shell(game: Game, page: RulePage) -> str:
    """The rules of this game in the page that holds them."""
    others = "".join(
        f'<li><a href="/rules/{name}">{escape(other.title)}</a></li>'
        for name, other in SHELF.items()
        if name != game.name
    )
    filled = {"TITLE": escape(game.title), "NAME": game.name, "OTHERS": others, "RULES": page.html}
    return SLOT.sub(lambda slot: filled[slot[1]], shell("rules.html"))


def script(game: str, name: str) -> Path | None:
    """This script of that game; None for what is no script, or no game of ours."""
    folder = SHELF.folders.get(game)
    found = folder.glob("*.js") if folder else ()
    return next((path for path in found if path.name == name), None)


@cache
def beginning(name: str) -> bytes | None:
    """The board of this game before the first move, as a page draws it; None for none of ours."""
    if name not in SHELF:
        return None
    game = SHELF[name]
    start = game.start(Setting(game.seats.start))
    stacks = {site: [it.name for it in standing(start.layout(), site)] for site in start.layout()}
    look = {"name": name, "drawing": game.drawing(start), "pieces": stacks}
    return msgspec.json.encode(look)


@cache
def words() -> str:
    """What the pages say by themselves, as a module they import."""
    own = {key: words for key, words in catalogue().items() if key.startswith(PAGES_OWN)}
    return f"export default {msgspec.json.encode(own).decode()};\n"
