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
RIDDLE_OPENINGS = re.compile(r"^(What|Where|Who|How|Whether|So|All of|By) ")
COMMENT = 140  # characters of a comment in the pages' scripts
Function = ast.FunctionDef | ast.AsyncFunctionDef
GAMES = ("controller/games/", "stardeck/starter/")  # each game has a folder, and names, of its own
PARALLEL = {  # one thing in each of several worlds, where one name says what corresponds
    *("main", "install", "log", "serve", "begin"),  # how a program or a module is begun
    *("Antennas", "Bus", "Buzzer", "Chains", "Coils", "Field", "Hal", "Line", "Matrix", "Pixels"),
    *("Pn5180", "Pn532", "Readers", "Roller", "Serial", "Strip", "Switch", "chips"),  # hardware:
    # the firmware's, the driver of a Pi's own pins, and the simulated one
    *("ANTENNAS", "CHAINS", "ENCODER", "READERS_RESET", "SELECTS", "TRACKS"),  # pins: Pico's, Pi's
    *("dim", "gather", "glows", "hasten", "paint", "scale", "wear"),  # slow and fast pixels
    *("put", "say"),  # words of scenarios, beside functions that games of other people import
    *("Task", "Twin"),  # of a lesson, of the workshop; of a table, of a scenario
}
VAGUE = {  # words that say neither what a function does nor what it returns
    *("agreed", "alike", "asked", "at", "called", "changed", "chosen", "closed", "counted"),
    *("dealt", "drawn", "driven", "due", "elsewhere", "felt", "fits", "folded", "found", "framed"),
    *("free", "given", "heard", "joined", "judged", "kept", "known", "laid", "like", "listed"),
    *(
        "made",
        "marked",
        "meant",
        "measured",
        "missed",
        "mixed",
        "moved",
        "named",
        "near",
        "numbered",
    ),
    *(
        "opened",
        "ours",
        "over",
        "packed",
        "painted",
        "parts",
        "placed",
        "plain",
        "planned",
        "played",
    ),
    *(
        "printed",
        "put",
        "put_back",
        "quoted",
        "readable",
        "refused",
        "remembered",
        "removed",
        "said",
    ),
    *("scored", "shown", "spelt", "spent", "spread", "taken", "told", "tried", "turned", "usual"),
    *("wanted", "whole", "within", "without", "written", "wrong"),
}
TAKEN = {  # such words that games of other people import, or that stand in every scenario
    "controller/games/files.py": {"found"},
    "controller/games/kept.py": {"changed"},
    "controller/games/rows.py": {"put", "without"},
    "controller/words/__init__.py": {"said"},
    "firmware/pico/native.py": {"packed"},
    "sims/bench/verbs.py": {"put"},
}


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


def settled() -> dict[str, ast.Module]:
    """Every module whose names are compared with those of all others, by its path."""
    more = [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "docs" / "generators").glob("*.py")]
    trees = {**modules(), **{path: ast.parse(path.read_text()) for path in more}}
    named = {path.relative_to(ROOT).as_posix(): tree for path, tree in trees.items()}
    return {
        path: tree
        for path, tree in named.items()
        if not (path.startswith(GAMES) and path.count("/") > 2)
    }


def constants(tree: ast.Module) -> dict[str, str]:
    """The public constants of a module, each with its value as it is written."""
    pairs = [
        (target.id, ast.unparse(node.value))
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]
    return {name: value for name, value in pairs if name.isupper() and len(name) > 1}


def test_no_public_constant_has_two_values():
    values: defaultdict[str, set[str]] = defaultdict(set)
    for tree in settled().values():
        for name, value in constants(tree).items():
            if name not in PARALLEL and not name.startswith("_"):
                values[name].add(value)
    assert not {name: found for name, found in values.items() if len(found) > 1}


def test_no_function_or_class_has_the_name_of_another():
    places: defaultdict[str, set[str]] = defaultdict(set)
    for path, tree in settled().items():
        for node in tree.body:
            if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].add(path)
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert not {name: found for name, found in twice.items() if name not in PARALLEL}


def test_the_name_of_a_function_says_what_it_does_or_returns():
    vague = [
        f"{path}:{node.name}"
        for path, tree in settled().items()
        for node in tree.body
        if isinstance(node, Function) and node.name in VAGUE - TAKEN.get(path, set())
    ]
    assert not vague


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


def comments() -> list[tuple[str, str]]:
    """Every comment of the pages' scripts, with its file; without lines that divide a file."""
    files = [*(ROOT / "controller").rglob("*.js")]
    ours = [path for path in files if "site" not in path.parts]
    found = re.compile(r"/\*\* (.*?) \*/|(?<![:\w])// ([^-].*)")
    return [
        (str(path.relative_to(ROOT)), one or other)
        for path in sorted(ours)
        for one, other in found.findall(path.read_text())
    ]


def test_a_comment_of_the_pages_scripts_is_no_riddle():
    assert not [one for one in comments() if RIDDLE_OPENINGS.search(one[1])]
    assert not [one for one in comments() if RIDDLES.search(one[1])]
    assert not [one for one in comments() if len(one[1]) > COMMENT]


def test_a_docstring_of_the_tests_is_no_riddle():
    paths = sorted((ROOT / "tests").rglob("*.py"))
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        (str(path.relative_to(ROOT)), first_line(node))
        for path in paths
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, kinds)
    ]
    assert not [one for one in found if RIDDLES.search(one[1])]


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
