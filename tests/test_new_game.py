"""`stardeck new-game NAME` writes a game that plays and has tests and a name of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from controller.__main__ import main
from controller.games import SHELF
from drivers.wiring import load_wiring
from tests.walls import HUNG

ROOT = Path(__file__).parents[1]
NUMBERS = ROOT / "controller/games/panel_numbers.toml"
ENTRY = "[stardeck.games]\nfrog_pond = stardeck_frog_pond:GAME\n"


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The folder of a new game, as if it were installed."""
    folder = tmp_path_factory.mktemp("new") / "pond"
    assert main(["new-game", "frog_pond", "--out", str(folder)]) == 0
    info = folder / "stardeck_frog_pond-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: stardeck-frog-pond\nVersion: 0.1\n"
    )
    (info / "entry_points.txt").write_text(ENTRY)
    return folder


def python(game: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, (game, ROOT)))
    env = {**os.environ, "PYTHONPATH": path, "XDG_DATA_HOME": str(game / "data")}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, env=env, cwd=game, capture_output=True, text=True, timeout=HUNG)


def test_its_own_tests_pass(game):
    done = python(game, "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_keeps_the_laws_of_every_game(game):
    """As its guide says: tests/test_laws.py, for this game alone."""
    laws, settings = ROOT / "tests/test_laws.py", ROOT / "pyproject.toml"
    words = ("-q", "-n", "0", "-p", "no:cacheprovider", "-k", "frog_pond", "-c", str(settings))
    done = python(game, "pytest", *words, str(laws))
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_played_to_the_end_and_named_in_the_record(game):
    done = python(game, "stardeck", "play", "frog_pond", "--demo", "--fast", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Frog Pond, 2 seats") and "puts a piece on" in done.stdout


def test_every_name_of_the_starter_has_become_its_own(game):
    for path in game.rglob("*.*"):
        if path.is_file() and "__pycache__" not in path.parts and "data" not in path.parts:
            assert "starter" not in f"{path.name} {path.read_text(encoding='utf-8')}".lower()


def test_its_code_is_as_clean_as_ours(game):
    for words in (["ruff", "check"], ["ruff", "format", "--check"]):
        done = python(game, *words, "--isolated", "--line-length", "100", "stardeck_frog_pond")
        assert done.returncode == 0, done.stdout
    checked = python(game, "mypy", "--strict", "--no-incremental", "stardeck_frog_pond")
    assert checked.returncode == 0, checked.stdout


HARD = ("starter", "starter_starter", "put", "move", "piece", "none", "class_", "a__b", "stardeck")


@pytest.mark.parametrize("name", HARD)
def test_no_name_spoils_what_is_written(tmp_path, name):
    folder = tmp_path / "out"
    assert main(["new-game", name, "--out", str(folder)]) == 0
    project = tomllib.loads((folder / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["stardeck.games"] == {name: f"stardeck_{name}:GAME"}
    assert re.fullmatch(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?", project["project"]["name"])
    begun = f"from stardeck_{name} import GAME; from stardeck.game import Setting; "
    begun += "print(GAME.name, len(list(GAME.start(Setting(2)).moves())))"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT)))}
    done = subprocess.run(
        [sys.executable, "-c", begun], env=env, capture_output=True, text=True, timeout=HUNG
    )
    assert done.stdout == f"{name} 9\n", done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["Frog"], "small letters"),
        (["../frog"], "small letters"),
        (["astron"], "is taken"),
        (["table"], "is taken"),
        (["player"], "is taken"),
        (["frog", "--out", "."], "is there already"),
        (["frog", "--out", "/dev/null/frog"], "cannot be written"),
        (["frog" * 100, "--out", "/tmp/" + "x" * 300], "cannot be written"),
    ],
)
def test_what_cannot_be_written_is_told_in_a_sentence(words, told, capsys):
    assert main(["new-game", *words]) == 2
    assert told in capsys.readouterr().err


def test_every_panel_has_a_number_of_its_own_that_is_registered():
    known = tomllib.loads(NUMBERS.read_text())
    panels = [*SHELF.panels.values(), *ROOT.glob("examples/*/*/panels/*.toml")]
    panels += ROOT.glob("stardeck/starter/*/panels/*.toml")
    found = {str(load_wiring(path).file.panel): path.stem for path in panels}
    assert found == known and len(found) == len(panels)
