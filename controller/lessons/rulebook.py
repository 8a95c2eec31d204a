"""The rules of a game as its folder has them: every number, its section, and what it says."""

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
ASIDE = re.compile(r"\*(Reading|House rule)")  # what is said after the rule itself
OPTION = re.compile(r"\*Option\* `\w+`")  # by its name at a terminal, which no page shows
WORD = re.compile(r"[a-z]{4,}")  # shorter ones are in every sentence


class Rule(Struct, frozen=True):
    """One rule: the heading it stands under, what it says first, and all that it says."""

    number: str
    section: str
    brief: str
    sentences: tuple[str, ...] = ()

    def about(self, words: str) -> str:
        """The sentence that has most in common with these words; else the first."""
        meant = stems(words)
        return max((self.brief, *self.sentences), key=lambda one: len(stems(one) & meant))


@cache
def rules_in(path: Path) -> dict[str, Rule]:
    """Every rule of this file by its number."""
    found: dict[str, Rule] = {}
    section = ""
    for block in readable(path.read_text(encoding="utf-8")).split("\n\n"):
        text = " ".join(block.split())
        if text.startswith("## "):
            section = text.removeprefix("## ")
        elif told := RULE.match(text):
            words = text[told.end() :]
            found[told[1]] = Rule(told[1], section, brief(words), sentences(words))
    return found


def readable(text: str) -> str:
    """As a page has it: an option is a rule of the house, and needs no name for a terminal."""
    return OPTION.sub("*House rule*", text)


def sentences(text: str) -> tuple[str, ...]:
    """What the rule itself says, sentence by sentence."""
    itself = ASIDE.split(text)[0]
    return tuple(PLAIN.sub("", one) for one in SENTENCE.split(itself.strip()) if one)


def stems(text: str) -> frozenset[str]:
    """The words that carry a sentence, be they one or many."""
    return frozenset(word.rstrip("s") for word in WORD.findall(text.lower()))


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
