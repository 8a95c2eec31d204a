"""Our packages have plain names: another's in their place is told of in a sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from stardeck import OPENINGS
from tests.walls import HUNG

ROOT = Path(__file__).parents[1]


def stardeck(*path: Path) -> subprocess.CompletedProcess[str]:
    """The command where these folders are looked into first."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [*path, ROOT]))}
    words = [sys.executable, "-m", "stardeck", "--help"]
    return subprocess.run(words, env=env, capture_output=True, text=True, timeout=HUNG, cwd=path[0])


def test_alone_it_begins(tmp_path):
    done = stardeck(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "play" in done.stdout


@pytest.mark.parametrize("room", OPENINGS)
def test_a_package_of_the_same_name_is_told_of(tmp_path, room):
    (tmp_path / room).mkdir()
    (tmp_path / room / "__init__.py").write_text("raise SystemExit('this is not ours')")
    done = stardeck(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"The package {room} comes from {tmp_path / room}," in done.stderr
    assert "pipx install" in done.stderr and done.stderr.count("\n") == 1


def test_a_package_that_was_installed_over_ours_is_told_of(tmp_path):
    for room in OPENINGS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "stardeck", tmp_path / "stardeck")
    assert stardeck(tmp_path).returncode == 0
    (tmp_path / "drivers/__init__.py").write_text("raise SystemExit('thermostats')")
    done = stardeck(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Another package called drivers was installed over Stardeck's" in done.stderr
    assert "pipx install" in done.stderr and done.stderr.count("\n") == 1
