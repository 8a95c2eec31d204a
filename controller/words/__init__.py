"""Every sentence a person reads, by key: a file a room and a language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from controller.values import Saying

HERE = Path(__file__).parent


@cache
def catalogue(language: str = "en") -> Mapping[str, str]:
    """All sentences of a language."""
    sentences: dict[str, str] = {}
    for path in sorted(HERE.glob(f"*.{language}.toml")):
        sentences |= msgspec.toml.decode(path.read_bytes(), type=dict[str, str])
    return sentences


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
