"""Markdown out of values: tables, code, and parts that a page includes one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SPECIAL = re.compile(r"([\\`*_\[\]<>|])")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(one_line, line))} |" for line in lines)


def one_line(cell: str) -> str:
    """Return the text of a cell on one line."""
    return " ".join(cell.split())


def code(text: object) -> str:
    """Return text as code, safe in a table."""
    return f"`{str(text).replace('|', chr(92) + '|')}`"


def escape_markdown(text: str) -> str:
    """Return text with nothing in it that Markdown takes for markup."""
    return SPECIAL.sub(r"\\\1", text)


def marked_part(name: str, text: str) -> str:
    """Return text between two comments, by which a page includes this part alone."""
    return f"<!-- {name} -->\n\n{text}\n\n<!-- end {name} -->\n"


def join_parts(named: Iterable[tuple[str, str]]) -> str:
    """Return several parts, one after the other."""
    return "\n".join(marked_part(name, text) for name, text in named)


def code_list(words: Iterable[object]) -> str:
    """Return words as code, with commas between them."""
    return ", ".join(map(code, words))
