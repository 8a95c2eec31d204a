"""Nothing lit is lost when the power goes: a share of `make cuts`, and that it would find out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.cuts import lost
from tests.cuts.table import GAMES, NOTHING
from tests.walls import HUNG

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(sys.platform == "win32", reason="no process is killed there like that")
def test_some_power_cuts_in_every_game_lose_nothing():
    words = [sys.executable, "-m", "tests.cuts", "50", "3"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=HUNG)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "50 power cuts" in done.stdout and "no move lost" in done.stdout


@pytest.mark.parametrize("game", GAMES[:2])
def test_a_disk_that_never_syncs_is_found_out(game, tmp_path):
    """On a disk that forgets writes, most cuts lose what was lit."""
    path, luck = tmp_path / "journal.db", Random(5)
    acts = [act for act in lost.one_life(path, {}, game, luck) if act.kind != "sync"]
    assert any(loses(path, *cut) for cut in lost.instants(acts, {}, NOTHING, 40, luck))


def loses(path: Path, *found: object) -> bool:
    files, lit, will = found
    lost.lay(path, files)
    try:
        lost.judged(path, lit, will, NOTHING)
    except AssertionError:
        return True
    return False
