"""Which test files judge a module: the nearest by their imports, then the laws of its folder."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from heapq import heappop, heappush
from pathlib import Path

from tests.mutants.mistakes import ROOT

NEAREST = 12  # test files that are taken by their imports
FAR = 99  # steps: no way leads there
FOLDERS = ("controller", "drivers", "firmware", "sims", "tests", "stardeck")

TABLE = (
    *("test_flow", "test_table", "test_any_table", "test_faults", "test_bugs", "test_doubts"),
    *("test_interruptions", "test_scenarios", "test_laws", "test_clumsy", "test_hands"),
)
# Tests that play whole games judge what no import leads to: games are found, not imported, and what
# a hand meant is asked of a table. {game} is the folder of the game.
LAWS: Mapping[str, tuple[str, ...]] = {
    "controller/games/*": ("test_laws", "test_scenarios", "test_players"),
    "controller/reading": TABLE,
    "controller/sitting": TABLE,
    "controller": TABLE,
    "firmware": ("test_board", "test_bytes_to_bytes", "test_faults"),
    "drivers": ("test_board", "test_bytes_to_bytes", "test_faults", "test_interruptions"),
}


def runs(path: str, runnable: Iterable[str]) -> list[list[str]]:
    """The arguments of each pytest that judges this file, the nearest tests first."""
    near = nearest(path, runnable)
    folder = Path(path).parent
    if folder.parent.as_posix() == "controller/games":
        return [near, [*paths_of(LAWS["controller/games/*"]), "-k", folder.name]]
    wide = paths_of(LAWS.get(folder.as_posix(), ()))
    return [[*near, *(file for file in wide if file not in near)]]


def paths_of(names: Iterable[str]) -> list[str]:
    return [f"tests/{name}.py" for name in names]


def nearest(path: str, runnable: Iterable[str]) -> list[str]:
    """Test files from which imports lead to this file, by steps; then the narrowest first."""
    ranked = sorted((steps(path, test), len(directly_imported(test)), test) for test in runnable)
    return [test for far, _, test in ranked[:NEAREST] if far < FAR]


def steps(path: str, test: str) -> int:
    """How many imports lead from the test to this file; one, if their folders are namesakes.

    A test that is called like the module is the nearest of all.
    """
    if Path(test).stem == f"test_{Path(path).stem}" and path in distances(test):
        return 0
    return 1 if is_namesake(path, test) else distances(test).get(path, FAR)


def is_namesake(path: str, test: str) -> bool:
    """Whether the test lies in a folder called like the module's own: tests/reading."""
    return Path(test).parent.name == Path(path).parent.name


@cache
def distances(test: str) -> Mapping[str, int]:
    """Steps to every file that imports lead to from here; a step between tests is free."""
    found, waiting = {test: 0}, [(0, test)]
    while waiting:
        so_far, file = heappop(waiting)
        for other in imported(file):
            there = so_far + (not other.startswith("tests/"))
            if there < found.get(other, FAR):
                found[other] = there
                heappush(waiting, (there, other))
    return found


def directly_imported(test: str) -> list[str]:
    """What a test or its helpers import of the code."""
    return [file for file, far in distances(test).items() if far == 1]


@cache
def imported(file: str) -> frozenset[str]:
    """The files of this repository that this one imports."""
    known, found = modules(), set[str]()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                found |= {alias.name for alias in node.names}
            case ast.ImportFrom(module=str(module), level=0):
                whole = [f"{module}.{alias.name}" for alias in node.names]
                found |= {name if name in known else module for name in whole}
    return frozenset(known[name] for name in found & known.keys())


@cache
def modules() -> Mapping[str, str]:
    """Every module by the name it is imported by, and its file."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    files = [path.relative_to(ROOT) for path in paths]
    return {
        ".".join(f.with_suffix("").parts).removesuffix(".__init__"): f.as_posix() for f in files
    }
