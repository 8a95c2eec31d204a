"""Every sentence a person reads, by key: the table's own are here, a game's in its folder."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from controller.game_discovery import called, everywhere, first_of_each
from controller.values import Saying

HERE = Path(__file__).parent

log = logging.getLogger(__name__)


@cache
def catalogue(language: str = "en") -> Mapping[str, str]:
    """All sentences of a language."""
    sentences: dict[str, str] = {}
    for name in (*files(language), *first_of_each(everywhere())):
        sentences |= chapter(name, language)
    return sentences


@cache
def files(language: str) -> Mapping[str, Path]:
    """The table's own, by the first word of their names."""
    return {path.name.partition(".")[0]: path for path in sorted(HERE.glob(f"*.{language}.toml"))}


@lru_cache(maxsize=100)  # what is no name at all is forgotten again
def chapter(name: str, language: str) -> Mapping[str, str]:
    """What is said under one name: in a file of the table's that bears it, or by a game."""
    if ours := files(language).get(name):
        return read(ours)
    game = called(name)
    return game_words(name, game.folder / f"words.{language}.toml") if game and game.folder else {}


def sentence(key: str, language: str) -> str | None:
    """Looked for in the file that bears the key's first word, and only then in all of them."""
    own = chapter(key.partition(".")[0], language)
    return own[key] if key in own else catalogue(language).get(key)


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
    return filled(saying.key, saying.fields, language)


def said(key: str, /, **gaps: object) -> str:
    """The same, where the key and what fills its gaps are at hand."""
    return filled(key, gaps)


def filled(key: str, gaps: Mapping[str, object], language: str = "en") -> str:
    """A gap may be filled by a saying of its own."""
    words = sentence(key, language)
    if words is None:
        return key
    return words.format_map({name: filling(gap, language) for name, gap in gaps.items()})


def filling(gap: object, language: str) -> object:
    return say(gap, language) if isinstance(gap, Saying) else gap
