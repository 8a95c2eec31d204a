"""The rules in a game's RULES.md: number, section and sentences of each."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.game import Game

RULE = re.compile(r"\*\*([A-Z]{1,2}\d+)\.\*\*\s+")
RULE_NUMBER = re.compile(r"\b[A-Z]{1,2}\d+\b")
SENTENCE = re.compile(r"(?<=[.!?:;])\s+(?=[A-Z*`])")
PLAIN = re.compile(r"[*`]")
ASIDE_OF_RULE = re.compile(r"\*(Reading|House rule)")  # begins what follows the rule itself
OPTION = re.compile(r"\*Option\* `\w+`")  # with its command-line name, which pages do not show
LONG_WORD = re.compile(r"[a-z]{4,}")  # shorter words are too common to compare sentences by


class Rule(Struct, frozen=True):
    """One rule: its number, its section, its first sentence and all its sentences."""

    number: str
    section: str
    brief: str
    sentences: tuple[str, ...] = ()

    def about(self, words: str) -> str:
        """Return the sentence that shares most words with these; the first if several do."""
        meant = stems(words)
        return max((self.brief, *self.sentences), key=lambda one: len(stems(one) & meant))


@cache
def rules_in(path: Path) -> dict[str, Rule]:
    """Return every rule of this file by its number (cached)."""
    found: dict[str, Rule] = {}
    section = ""
    for block in without_option_names(path.read_text(encoding="utf-8")).split("\n\n"):
        text = " ".join(block.split())
        if text.startswith("## "):
            section = text.removeprefix("## ")
        elif told := RULE.match(text):
            words = text[told.end() :]
            found[told[1]] = Rule(told[1], section, first_sentences(words), sentences(words))
    return found


def without_option_names(text: str) -> str:
    """Return the text with options called house rules, without their command-line names."""
    return OPTION.sub("*House rule*", text)


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of the rule itself, without readings and options."""
    itself = ASIDE_OF_RULE.split(text)[0]
    return tuple(PLAIN.sub("", one) for one in SENTENCE.split(itself.strip()) if one)


def stems(text: str) -> frozenset[str]:
    """Return the longer words of a text without plural s, for comparing sentences."""
    return frozenset(word.rstrip("s") for word in LONG_WORD.findall(text.lower()))


def first_sentences(text: str) -> str:
    """Return the first sentence, or the first two if it is short."""
    first = SENTENCE.split(text)
    return PLAIN.sub("", first[0] if len(first[0]) > 30 else " ".join(first[:2]))


def rules_of(game: Game) -> dict[str, Rule]:
    """Return the rules of a game by number; none if it has no RULES.md."""
    return rules_in(game.rules) if game.rules.exists() else {}


def asked_rules(game: Game) -> dict[str, str]:
    """Return the rule to tell when the game first asks for something, by the message key."""
    return asked_in(game.folder / "lessons" / "asked.toml")


@cache
def asked_in(path: Path) -> dict[str, str]:
    """Return the contents of an asked.toml; empty if there is none (cached)."""
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, str]) if path.exists() else {}


def rule_numbers(game: Game) -> frozenset[str]:
    """Return the numbers of a game's rules."""
    return frozenset(rules_of(game))
