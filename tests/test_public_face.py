"""`import stardeck` gives what games, their tests and programs need, and they need no more."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import stardeck
from tests.walls import HUNG

ROOT = Path(__file__).parents[1]
OURS = {"controller", "drivers", "firmware", "sims"}
TOOLS = {"breadboard.py"}  # draws pictures for a page, and is no game
USERS = [
    path
    for room in ("examples", "stardeck/starter", "tests/guests")
    for path in sorted((ROOT / room).rglob("*.py"))
    if path.name not in TOOLS
]


def imported(path: Path) -> set[str]:
    """Every module that is imported there."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", USERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_games_and_programs_import_nothing_else_of_ours(path):
    assert not {name for name in imported(path) if name.split(".")[0] in OURS}


@pytest.mark.parametrize("name", stardeck.FACES)
def test_what_a_face_shows_is_there(name):
    face = getattr(stardeck, name)
    assert face.__all__ and all(hasattr(face, shown) for shown in face.__all__)


def test_importing_the_face_loads_nothing_that_takes_long():
    loaded = "import sys, stardeck; print('controller' in sys.modules)"
    words = [sys.executable, "-c", loaded]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HUNG)
    assert done.stdout == "False\n"
    with pytest.raises(AttributeError, match="no attribute 'weather'"):
        _ = stardeck.weather
