"""Plain words: names, docstrings, sentences and documents that a newcomer understands."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("controller", "drivers", "sims", "stardeck")
MOST = {"README.md": 900, "CONTRIBUTING.md": 1500}  # words
FIRST_LINE = 100  # characters of a docstring's first line
MARKDOWN_LINE = 120  # characters; a row of a table or a picture cannot be broken
SENTENCE = 25  # words of a message
RIDDLES = re.compile(r"^The same\b|\b(whoever|nobody)\b", re.IGNORECASE)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules() -> dict[Path, ast.Module]:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    ours = [path for path in paths if path.parent.name != "tests"]  # the starter's own
    return {path: ast.parse(path.read_text()) for path in ours}


def first_line(node: Function | ast.ClassDef | ast.Module) -> str:
    return (ast.get_docstring(node) or "").partition("\n")[0]


def documented() -> list[tuple[str, str]]:
    """Every docstring's first line, with where it stands."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        (f"{path.relative_to(ROOT)}:{getattr(node, 'name', '')}", first_line(node))
        for path, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, kinds)
    ]


def test_no_public_name_stands_for_two_things_in_a_package():
    found: defaultdict[tuple[Path, str], list[str]] = defaultdict(list)
    for path, tree in modules().items():
        for node in tree.body:
            if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
                found[path.parent, node.name].append(path.name)
    assert not {name: files for name, files in found.items() if len(files) > 1}


def test_every_public_function_of_a_module_says_what_it_does():
    silent = [
        f"{path.relative_to(ROOT)}:{node.name}"
        for path, tree in modules().items()
        for node in tree.body
        if isinstance(node, Function) and not node.name.startswith("_") and not first_line(node)
    ]
    assert not silent


def test_the_first_line_of_a_docstring_is_no_riddle():
    assert not [found for found in documented() if RIDDLES.search(found[1])]
    assert not [found for found in documented() if len(found[1]) > FIRST_LINE]


def messages() -> dict[str, str]:
    """Every sentence that a person reads, by its key."""
    files = sorted((ROOT / "controller").rglob("*.en.toml"))
    every = [tomllib.loads(path.read_text(encoding="utf-8")) for path in files]
    return {key: text for one in every for key, text in one.items() if isinstance(text, str)}


def sentences(text: str) -> list[str]:
    return [one for one in re.split(r"(?<=[.!?])\s+", text) if one]


def test_no_sentence_of_a_message_is_long():
    long = {
        key: one
        for key, text in messages().items()
        for one in sentences(text)
        if len(one.split()) > SENTENCE
    }
    assert not long


def syllables(word: str) -> int:
    groups = len(re.findall(r"[aeiouy]+", word.lower().removesuffix("e")))
    return max(1, groups)


def reading_ease(text: str) -> float:
    """Flesch's reading ease: 206.835 - 1.015 words a sentence - 84.6 syllables a word."""
    words = re.findall(r"[A-Za-z']+", text)
    parts = len(sentences(text)) or 1
    return 206.835 - 1.015 * len(words) / parts - 84.6 * sum(map(syllables, words)) / len(words)


def test_messages_read_easily():
    told = [text for text in messages().values() if len(re.findall(r"[A-Za-z']+", text)) > 3]
    assert median(map(reading_ease, told)) >= 70


def guides() -> list[Path]:
    ours = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(path for path in ours if "generated" not in path.parts)


@pytest.mark.parametrize("name, most", MOST.items())
def test_a_document_is_short(name, most):
    assert len((ROOT / name).read_text().split()) <= most


@pytest.mark.parametrize("path", guides(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_line_of_a_document_is_long(path):
    long = [line for line in path.read_text().splitlines() if len(line) > MARKDOWN_LINE]
    assert not [line for line in long if not line.lstrip().startswith(("|", "![", "[", "<", "]"))]
