"""The mistakes: every change of one expression or statement that we know how to make."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
MUTATED = ("controller/**/*.py", "drivers/board.py", "drivers/link.py", "firmware/*.py")
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
    node: ast.AST
    text: str  # what stands there instead

    def __str__(self) -> str:
        old, new = (text.splitlines(keepends=True) for text in (self.before, self.after))
        return "".join(unified_diff(old, new, self.path, self.path, n=1))

    @property
    def after(self) -> str:
        """The whole file with its mistake."""
        return replaced(self.before, self.node, self.text)


def mutated_files(only: str = "") -> list[str]:
    """The files in which mistakes are made; only those under these paths, parted by commas."""
    paths = {path.relative_to(ROOT).as_posix() for room in MUTATED for path in ROOT.glob(room)}
    kept = (path for path in paths if not any(fnmatch(path, out) for out in LEFT_OUT))
    return sorted(path for path in kept if path.startswith(tuple(only.split(","))))


def mutants(path: str) -> Iterator[Mutant]:
    """Every mistake we know how to make in this file."""
    source = (ROOT / path).read_text(encoding="utf-8")
    tree = ast.parse(source)
    spared = set(unspoken(tree))
    for node in ast.walk(tree):
        if node not in spared:
            for place, text in mistakes(node):
                yield Mutant(path, source, place, text)


def unspoken(tree: ast.AST) -> Iterator[ast.AST]:
    """What says nothing when it runs: sentences about the code, types, kinds of classes."""
    for node in ast.walk(tree):
        quiet: list[ast.AST | None] = []
        match node:
            case ast.Expr(value=ast.Constant()):
                quiet = [node]
            case ast.AnnAssign() | ast.arg():
                quiet = [node.annotation]
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                quiet = [node.returns, *node.decorator_list]
            case ast.ClassDef():
                quiet = [keyword.value for keyword in node.keywords]  # frozen=True
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
