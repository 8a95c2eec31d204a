"""Markdown as tests read it: a paragraph is one line, however it was wrapped."""

from __future__ import annotations

import re

BEGINS = re.compile(r"\s*(\||#|```|[-*>] |\d+[.)] |<|!\[|$)")  # a line that begins a block


def unwrapped(text: str) -> str:
    """Return the text with the lines of each paragraph and each list item joined."""
    lines: list[str] = []
    code = False
    for line in text.splitlines():
        fence = line.lstrip().startswith("```")
        joins = lines and not code and not fence and not BEGINS.match(line) and continues(lines[-1])
        if joins:
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
        code ^= fence
    return "\n".join(lines) + "\n"


def continues(line: str) -> bool:
    """True if the next line may belong to the same paragraph."""
    return bool(line.strip()) and not re.match(r"\s*(\||#|```|<)", line)
