"""What the guides name is there: files, folders, classes and commands."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from controller.words import catalogue

ROOT = Path(__file__).parents[1]
GUIDES = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "hardware.md",
    "firmware/README.md",
    "controller/games/README.md",
    *sorted(
        str(path.relative_to(ROOT))
        for path in (ROOT / "docs").rglob("*.md")
        if "generated" not in path.parts
    ),
]
ROOMS = ("controller", "drivers", "firmware", "sims", "tests", "examples", "stardeck")
FILE = re.compile(r"[\w./*-]+\.(?:py|js|css|html|md|toml|txt|json)")
YOURS = {"my.toml", "tags.toml", "report.html", "boot.py", "main.py", "words.de.toml"}
YOURS |= {
    "stardeck.json",
    "devices.json",
    "firmware.json",
    *("running.json", "doubts.json", "lessons.json", "volume.json", "contents.json"),
    *("bench.json", "book.html", "what-it-shows.txt", "decision.json", "NAME.onnx.json"),
}  # by firmware, table, kits, backups, benchmarks, captures
MEMBER = re.compile(r"([A-Z]\w*[a-z]\w*)\.([a-z_]\w*)")  # and not a card, F2.1


@cache
def files() -> tuple[Path, ...]:
    found = [path for room in ROOMS for path in (ROOT / room).rglob("*")]
    return tuple(path for path in [*found, *ROOT.glob("*")] if "node_modules" not in path.parts)


@cache
def source() -> str:
    return "\n".join(path.read_text() for path in files() if path.suffix in (".py", ".js"))


def quoted(guide: str) -> set[str]:
    """What stands between backquotes, but for code blocks and patterns such as <game>."""
    text = re.sub(r"```.*?```", "", (ROOT / guide).read_text(), flags=re.S)
    found = re.findall(r"`([^`\n]+)`", text)
    return {words for words in found if "<" not in words and "GAME" not in words}


def is_there(name: str, guide: str) -> bool:
    """A path from the root or the guide's own folder; a bare name may be anywhere."""
    if "/" not in name and any(path.match(name) for path in files()):
        return True
    return any(next(place.glob(name), None) for place in (ROOT, (ROOT / guide).parent))


@pytest.mark.parametrize("guide", GUIDES)
def test_every_file_of_ours_that_a_guide_names_is_there(guide):
    named = {words for words in quoted(guide) if FILE.fullmatch(words)}
    ours = {name for name in named if "/" not in name or name.split("/")[0] in ROOMS}
    assert not {name for name in ours - YOURS if not is_there(name, guide)}


@pytest.mark.parametrize("guide", GUIDES)
def test_every_test_that_a_guide_names_is_there(guide):
    named = {tuple(words.split("::")) for words in quoted(guide) if "::" in words}
    assert not {name for path, name in named if f"def {name}(" not in (ROOT / path).read_text()}


def test_every_promise_names_its_test():
    rows = [line for line in (ROOT / "SECURITY.md").read_text().splitlines() if line[:2] == "| "]
    held = rows[rows.index("| promise | held by |") :]
    promises = [row for row in held if row not in ("| promise | held by |", "| --- | --- |")]
    assert promises and all("::test_" in row for row in promises)


@pytest.mark.parametrize("guide", GUIDES)
def test_every_folder_that_a_guide_names_is_there(guide):
    named = {words for words in quoted(guide) if re.fullmatch(r"[\w/]+/", words)}
    ours = {name for name in named if name.split("/")[0] in ROOMS}
    assert not {name for name in ours if not (ROOT / name).is_dir()}


@pytest.mark.parametrize("guide", GUIDES)
def test_every_class_and_member_that_a_guide_names_is_there(guide):
    for words in quoted(guide):
        if (found := MEMBER.fullmatch(words)) and not FILE.fullmatch(words):
            owner, member = found.groups()
            assert re.search(rf"class {owner}\b", source()), words
            assert re.search(rf"(def {member}\b|\b{member}[(:])", source()), words


@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_of_make_that_a_guide_names_is_there(guide):
    known = set(re.findall(r"^([a-z][a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.M))
    lines = [words for words in quoted(guide) if words.startswith("make ")]
    assert {line.split()[1] for line in lines} <= known


# ------------------------------------------------------------------------------- quoted sentences

GAP = "\0"  # in a sentence, what the program fills in; in a quotation, what is left out


def quotations() -> list[tuple[str, str]]:
    """The sentences that a how-to page explains under "If something goes wrong"."""
    found = []
    for page in sorted((ROOT / "docs" / "how-to").glob("*.md")):
        lines = page.read_text(encoding="utf-8").splitlines()
        for line, after in pairwise(lines):
            if line.startswith('"') and after.startswith(": "):
                found.append((page.name, line.strip('"').replace("…", GAP)))
    return found


def alike(one: str, other: str) -> bool:
    """True if both can stand for the same words, each gap for any."""
    begins, other_begins = one.partition(GAP)[0], other.partition(GAP)[0]
    if not (begins.startswith(other_begins) or other_begins.startswith(begins)):
        return False  # most pairs

    @cache
    def rest(i: int, j: int) -> bool:
        if i == len(one) or j == len(other):
            return not (one[i:] + other[j:]).strip(GAP)
        if one[i] == GAP:
            return rest(i + 1, j) or rest(i, j + 1)
        if other[j] == GAP:
            return rest(i, j + 1) or rest(i + 1, j)
        return one[i] == other[j] and rest(i + 1, j + 1)

    return rest(0, 0)


def test_what_a_page_explains_is_a_sentence_that_the_program_says():
    blank = (re.sub(r"\{[^{}]*\}", GAP, words) for words in catalogue().values())
    said = [words for words in blank if len(words.replace(GAP, "")) >= 10]
    unknown = [one for one in quotations() if not any(alike(one[1], words) for words in said)]
    assert quotations() and unknown == []


def test_a_sentence_that_the_program_does_not_say_is_found():
    said = f"Port {GAP} is not free ({GAP}). Choose another."
    assert alike(f"Port 8976 is not free ({GAP}). Choose another.", said)
    assert not alike(f"Port 8976 cannot be had ({GAP}): choose another.", said)
