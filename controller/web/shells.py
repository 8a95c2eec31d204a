"""The pages' own files: their sentences come from the catalogue, like everybody's."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from controller.games import SHELF
from controller.values import Saying
from controller.words import catalogue, say

STATIC = Path(__file__).parent / "static"
SCRIPT = re.compile(r"[a-z0-9_-]+\.js")
GAP = re.compile(r"\{\{([a-z_.]+)\}\}")


@cache
def shell(name: str) -> str:
    """A page before anything is known of the game."""
    text = (STATIC / name).read_text(encoding="utf-8")
    return GAP.sub(lambda gap: escape(say(Saying(gap[1]))), text)


def script(game: str, name: str) -> Path | None:
    """This script of that game; None for what is no script, or no game of ours."""
    folder = SHELF.folders.get(game)
    if folder is None or not SCRIPT.fullmatch(name):
        return None
    path = folder / name
    return path if path.is_file() else None


@cache
def words() -> str:
    """What the pages say by themselves, as a module they import."""
    own = {key: words for key, words in catalogue().items() if key.startswith("ui.")}
    return f"export default {msgspec.json.encode(own).decode()};\n"
