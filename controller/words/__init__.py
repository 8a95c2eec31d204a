"""Every sentence a person reads, by key: the table's own are here, a game's in its folder."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from controller.games import SHELF
from controller.values import Saying

HERE = Path(__file__).parent

log = logging.getLogger(__name__)


@cache
def catalogue(language: str = "en") -> Mapping[str, str]:
    """All sentences of a language."""
    sentences: dict[str, str] = {}
    for path in sorted(HERE.glob(f"*.{language}.toml")):
        sentences |= read(path)
    for game, folder in SHELF.folders.items():
        sentences |= game_words(game, folder / f"words.{language}.toml")
    return sentences


def game_words(game: str, path: Path) -> Mapping[str, str]:
    """What a game says, under its own name; nothing, where that cannot be read."""
    try:
        said = read(path)
    except (OSError, ValueError) as trouble:
        log.warning("%s: %s", path, trouble)
        return {}
    return {key: words for key, words in said.items() if key.startswith(f"{game}.")}


def read(path: Path) -> dict[str, str]:
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, str])


def unit(game: str, language: str = "en") -> str:
    """What a game counts its scores in: points, unless it has a word of its own."""
    words = catalogue(language)
    return words.get(f"{game}.unit", words["table.points"])


def say(saying: Saying, language: str = "en") -> str:
    """The sentence with its gaps filled; the bare key where the catalogue lacks it."""
    sentence = catalogue(language).get(saying.key)
    if sentence is None:
        return saying.key
    return sentence.format_map(dict(saying.fields))
