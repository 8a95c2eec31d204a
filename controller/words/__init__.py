"""The catalogue: every sentence a person reads, by key; a game's own are in its folder."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from controller.game_discovery import everywhere, find_game, first_of_each
from controller.values import Saying

HERE = Path(__file__).parent

log = logging.getLogger(__name__)


@cache
def catalogue(language: str = "en") -> Mapping[str, str]:
    """Return all sentences of a language, by key."""
    sentences: dict[str, str] = {}
    for name in (*table_files(language), *first_of_each(everywhere())):
        sentences |= chapter(name, language)
    return sentences


@cache
def table_files(language: str) -> Mapping[str, Path]:
    """Return the table's own files, by the first word of their names."""
    return {path.name.partition(".")[0]: path for path in sorted(HERE.glob(f"*.{language}.toml"))}


@lru_cache(maxsize=100)  # bounded, since names may be invalid
def chapter(name: str, language: str) -> Mapping[str, str]:
    """Return the sentences under one name: the table's own, or those of a game."""
    if ours := table_files(language).get(name):
        return read_sentences(ours)
    game = find_game(name)
    return game_words(name, game.folder / f"words.{language}.toml") if game and game.folder else {}


def sentence(key: str, language: str) -> str | None:
    """Return a sentence, from the file of the key's first word or else from all; or None."""
    own = chapter(key.partition(".")[0], language)
    return own[key] if key in own else catalogue(language).get(key)


def game_words(game: str, path: Path) -> Mapping[str, str]:
    """Return a game's sentences; {} if they cannot be read."""
    try:
        said = read_sentences(path)
    except (OSError, ValueError) as trouble:
        log.warning("%s: %s", path, trouble)
        return {}
    return {key: words for key, words in said.items() if key.startswith(f"{game}.")}


def read_sentences(path: Path) -> dict[str, str]:
    """Return the sentences in a file."""
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, str])


def unit(game: str, language: str = "en") -> str:
    """Return the unit of a game's scores: points, unless the game has its own word."""
    words = catalogue(language)
    return words.get(f"{game}.unit", words["table.points"])


def say(saying: Saying, language: str = "en") -> str:
    """Return the sentence with its gaps filled; the key itself if it is unknown."""
    return filled(saying.key, saying.fields, language)


def said(key: str, /, **gaps: object) -> str:
    """Return the sentence of a key, with these gaps filled."""
    return filled(key, gaps)


def filled(key: str, gaps: Mapping[str, object], language: str = "en") -> str:
    """Return the sentence of a key; a gap may be filled by another saying."""
    words = sentence(key, language)
    if words is None:
        return key
    return words.format_map({name: filling(gap, language) for name, gap in gaps.items()})


def filling(gap: object, language: str) -> object:
    """Return the value of a gap, as a sentence if it is a saying."""
    return say(gap, language) if isinstance(gap, Saying) else gap
