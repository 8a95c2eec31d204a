"""The HTML files of the pages, filled with sentences from the catalogue."""

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
PAGE_SLOT = re.compile(r"%(TITLE|NAME|OTHERS|RULES)%")
PAGES_OWN = ("ui.", "level.", "player.human", "player.robot")  # sentences that pages use themselves
GAP = re.compile(r"\{\{([a-z_.]+)\}\}")


@cache
def shell(name: str) -> str:
    """Return an HTML file with its sentences, before any data of a game."""
    text = (STATIC / name).read_text(encoding="utf-8")
    return GAP.sub(lambda gap: escape(say(Saying(gap[1]))), text)


def rule_book(name: str) -> Game | None:
    """Return the game whose rules are asked for; None if there is none."""
    return SHELF.get(name)


def rules_shell(game: Game, page: RulePage) -> str:
    """Return the HTML page with the rules of this game."""
    others = "".join(
        f'<li><a href="/rules/{name}">{escape(other.title)}</a></li>'
        for name, other in SHELF.items()
        if name != game.name
    )
    filled = {"TITLE": escape(game.title), "NAME": game.name, "OTHERS": others, "RULES": page.html}
    return PAGE_SLOT.sub(lambda slot: filled[slot[1]], shell("rules.html"))


def script(game: str, name: str) -> Path | None:
    """Return the path of a game's script; None if there is none."""
    folder = SHELF.folders.get(game)
    found = folder.glob("*.js") if folder else ()
    return next((path for path in found if path.name == name), None)


@cache
def beginning(name: str) -> bytes | None:
    """Return the board of this game before the first move, as JSON; None if unknown."""
    if name not in SHELF:
        return None
    game = SHELF[name]
    start = game.start(Setting(game.seats.start))
    stacks = {site: [it.name for it in standing(start.layout(), site)] for site in start.layout()}
    look = {"name": name, "drawing": game.drawing(start), "pieces": stacks}
    return msgspec.json.encode(look)


@cache
def words() -> str:
    """Return the sentences that pages use, as a JavaScript module."""
    own = {key: words for key, words in catalogue().items() if key.startswith(PAGES_OWN)}
    return f"export default {msgspec.json.encode(own).decode()};\n"
