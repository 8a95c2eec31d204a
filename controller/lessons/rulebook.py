"""The rules of a game as its folder has them: every number, its section, and its first sentence."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.game import Game

RULE = re.compile(r"\*\*([A-Z]{1,2}\d+)\.\*\*\s+")
NUMBER = re.compile(r"\b[A-Z]{1,2}\d+\b")
SENTENCE = re.compile(r"(?<=[.!?:;])\s+(?=[A-Z*`])")
PLAIN = re.compile(r"[*`]")


class Rule(Struct, frozen=True):
    """One rule: the heading it stands under, and what it says first."""

    number: str
    section: str
    brief: str


@cache
def rules_in(path: Path) -> dict[str, Rule]:
    """Every rule of this file by its number."""
    found: dict[str, Rule] = {}
    section = ""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        text = " ".join(block.split())
        if text.startswith("## "):
            section = text.removeprefix("## ")
        elif told := RULE.match(text):
            found[told[1]] = Rule(told[1], section, brief(text[told.end() :]))
    return found


def brief(text: str) -> str:
    """The first sentence; of what is only an option or a reading, that."""
    first = SENTENCE.split(text)
    return PLAIN.sub("", first[0] if len(first[0]) > 30 else " ".join(first[:2]))


def rules_of(game: Game) -> dict[str, Rule]:
    return rules_in(game.rules) if game.rules.exists() else {}


def asked_rules(game: Game) -> dict[str, str]:
    """The rule that is felt when the game asks for this, by the key of what it asks."""
    return asked_in(game.folder / "lessons" / "asked.toml")


@cache
def asked_in(path: Path) -> dict[str, str]:
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, str]) if path.exists() else {}


def numbers(game: Game) -> frozenset[str]:
    return frozenset(rules_of(game))
