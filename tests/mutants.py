"""Small mistakes made on purpose, one at a time, in a copy of the house: does a test notice?

    python -m tests.mutants 24 1      twenty-four of them, chosen by seed 1

Each is run against the tests of its room (`REACH`) until one fails. What survives is printed as the
change it is: a sentence that no test says yet, or a change that changes nothing.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import unified_diff
from fnmatch import fnmatch
from pathlib import Path
from queue import SimpleQueue
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from time import monotonic
from typing import ClassVar

ROOT = Path(__file__).parents[1]
AT_ONCE = 2
LONGEST = 900.0  # s; who takes longer goes round in circles, and that was noticed
NOTHING = 5  # what pytest says when no test is meant

CORE = (
    *("tests/test_values.py", "tests/test_flow.py", "tests/test_table.py", "tests/test_journal.py"),
    *("tests/test_any_table.py", "tests/test_faults.py", "tests/test_bugs.py"),
    *("tests/test_scenarios.py", "tests/test_telling.py", "tests/test_interruptions.py"),
    *("tests/test_doubts.py", "tests/test_robots.py", "tests/test_house.py"),
)
BYTES = ("tests/test_board.py", "tests/test_bytes_to_bytes.py", "tests/test_faults.py")
# Whose mistakes they are to notice, the nearest first; {game} is the game's own folder.
REACH: dict[str, tuple[str, ...]] = {
    "controller/games/*/*.py": (
        *("tests/{game}", "tests/test_laws.py -k {game}", "tests/test_scenarios.py -k {game}"),
        "tests/test_players.py -k {game}",
    ),
    "controller/games/*.py": ("tests/test_game.py", "tests/test_sixth_game.py", *CORE),
    "controller/reading/*.py": (*CORE, "tests/test_laws.py"),
    "controller/sitting/*.py": (*CORE, "tests/test_laws.py"),
    "controller/*.py": (*CORE, "tests/test_laws.py"),
    "drivers/board.py": (*BYTES, "tests/test_interruptions.py"),
    "drivers/link.py": (*BYTES, "tests/test_interruptions.py"),
    "firmware/scan.py": ("tests/firmware", *BYTES),
    "firmware/wire.py": ("tests/firmware", *BYTES),
    "firmware/panel.py": ("tests/firmware", *BYTES),
}
LEFT_OUT = ("*/__main__.py", "*/drawing.py", "*/__init__.py")  # looks, and doors

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True)
class Mutant:
    """One file with one mistake in it."""

    path: str
    before: str
    after: str

    def __str__(self) -> str:
        old, new = (text.splitlines(keepends=True) for text in (self.before, self.after))
        return "".join(unified_diff(old, new, self.path, self.path, n=1))

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests of its room, those of its game only where it is a game's."""
        reach = next(tests for room, tests in REACH.items() if fits(self.path, room))
        game = Path(self.path).parent.name
        named = [test.format(game=game) for test in reach]
        return tuple(test for test in named if (ROOT / test.split()[0]).exists())


def fits(path: str, room: str) -> bool:
    """As many folders deep, and each called alike."""
    parts, wanted = path.split("/"), room.split("/")
    return len(parts) == len(wanted) and all(map(fnmatch, parts, wanted))


# ------------------------------------------------------------------------------------ the mistakes


def mutants(path: str) -> Iterator[Mutant]:
    """Every mistake we know how to make in this file."""
    source = (ROOT / path).read_text(encoding="utf-8")
    tree = ast.parse(source)
    spared = set(unspoken(tree))
    for node in ast.walk(tree):
        if node not in spared:
            for place, text in mistakes(node):
                yield Mutant(path, source, replaced(source, place, text))


def unspoken(tree: ast.AST) -> Iterator[ast.AST]:
    """What says nothing when it runs: sentences about the code, types, imports."""
    for node in ast.walk(tree):
        quiet: list[ast.AST | None] = []
        match node:
            case ast.Expr(value=ast.Constant()):
                quiet = [node]
            case ast.AnnAssign() | ast.arg():
                quiet = [node.annotation]
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                quiet = [node.returns, *node.decorator_list]
            case ast.JoinedStr():  # its parts have no place of their own before Python 3.12
                quiet = [node]
        for one in filter(None, quiet):
            yield from ast.walk(one)


def mistakes(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """What could stand here instead, and where."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in FLIPPED:
            yield node, written(ast.Compare(node.left, [FLIPPED[type(op)]()], node.comparators))
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, written(ast.BoolOp(other, node.values))
        case ast.BinOp() if type(node.op) in SWAPPED:
            yield node, written(ast.BinOp(node.left, SWAPPED[type(node.op)](), node.right))
        case ast.Constant(value=bool()):
            yield node, str(not node.value)
        case ast.Constant(value=int() | float()):
            yield node, str(node.value + 1)
        case ast.Return(value=ast.expr()) if ast.unparse(node.value) != "None":
            yield node, "return None"
        case ast.Expr() | ast.AugAssign():
            yield node, "pass"
        case ast.If() | ast.IfExp() | ast.While():
            yield node.test, f"not {written(node.test)}"
        case ast.comprehension(ifs=[first, *_]):
            yield first, f"not {written(first)}"


def written(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def replaced(source: str, node: ast.AST, text: str) -> str:
    """The source with this instead of that; its columns are counted in bytes."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    head = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    tail = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (head + text.encode() + tail).decode()


# --------------------------------------------------------------------------------------- the tests


class Copies:
    """As many copies of the house as mutants are tried at once."""

    sound: ClassVar[set[str]] = set()  # tests that pass while nothing is wrong

    def __init__(self, folder: Path) -> None:
        self._free: SimpleQueue[Path] = SimpleQueue()
        away = ignore_patterns(".*", "node_modules", "build", "*.egg-info", "__pycache__", "docs")
        for number in range(AT_ONCE):
            self._free.put(copytree(ROOT, folder / f"house{number}" / "main", ignore=away))

    def notice(self, mutant: Mutant) -> bool:
        """Whether a test fails with this mistake made."""
        house = self._free.get()
        try:
            (house / mutant.path).write_text(mutant.after, encoding="utf-8")
            failed = next((tests for tests in mutant.tests if not passes(house, tests)), None)
            (house / mutant.path).write_text(mutant.before, encoding="utf-8")
            if failed:
                self._trust(house, failed)
            return failed is not None
        finally:
            self._free.put(house)

    def _trust(self, house: Path, tests: str) -> None:
        """Only tests that pass while nothing is wrong can notice that something is."""
        if tests not in self.sound and not passes(house, tests):
            raise SystemExit(f"{tests} fails before anything is changed.")
        self.sound.add(tests)


def passes(house: Path, tests: str) -> bool:
    """These tests, until one fails; without a browser and a virtual Pico."""
    flags = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not browser and not pico"]
    env = {**os.environ, "PYTHONPATH": str(house), "PYTHONDONTWRITEBYTECODE": "1"}
    run = [sys.executable, "-m", "pytest", *flags, *tests.split()]
    with subprocess.Popen(
        run, cwd=house, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        try:
            return running.wait(LONGEST) in (0, NOTHING)
        except subprocess.TimeoutExpired:
            running.kill()
            return False


def sample(count: int, seed: int) -> list[Mutant]:
    paths = (str(path.relative_to(ROOT)) for room in REACH for path in ROOT.glob(room))
    kept = sorted(p for p in set(paths) if not any(fnmatch(p, out) for out in LEFT_OUT))
    known = [mutant for path in kept for mutant in mutants(path)]
    print(f"{len(known)} mistakes in {len(kept)} files; {count} of them, seed {seed}.", flush=True)
    return Random(seed).sample(known, min(count, len(known)))


def main(count: int, seed: int) -> int:
    """Tell of each mistake whether it was noticed; the survivors come out whole."""
    began, survived = monotonic(), 0
    with TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as hands:
        copies, chosen = Copies(Path(folder)), sample(count, seed)
        for mutant, noticed in zip(chosen, hands.map(copies.notice, chosen), strict=True):
            survived += not noticed
            print(f"noticed   {mutant.path}" if noticed else f"SURVIVED\n{mutant}", flush=True)
    share, minutes = survived / max(1, len(chosen)), (monotonic() - began) / 60
    print(f"{survived} of {len(chosen)} survived ({share:.0%}), {minutes:.0f} minutes.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
