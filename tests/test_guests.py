"""A game that somebody else brings is found, played and held to the laws: not a line is changed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.errors import BadGame, Misuse
from controller.game_discovery import Found
from controller.games import SHELF
from controller.games.shelf import Shelf
from tests.often import one_in
from tests.walls import HUNG

ROOT = Path(__file__).parents[1]
GUESTS = ROOT / "tests/guests"


@pytest.fixture
def python(tmp_path):
    """python("-m", "controller", ...): where what lies in tmp_path is installed beside us."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *words],
            capture_output=True,
            text=True,
            timeout=HUNG,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
        )

    return run


@pytest.fixture
def pond(tmp_path):
    """The package as pip would have left it."""
    shutil.copytree(GUESTS, tmp_path, dirs_exist_ok=True)
    return tmp_path


def bring(folder: Path, name: str, module: str, text: str) -> None:
    """A distribution of one module that names a game."""
    (folder / f"{module}.py").write_text(text)
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[stardeck.games]\n{name} = {module}:GAME\n")


def test_a_guest_is_played_on_its_own_panel_and_speaks_its_own_words(pond, python):
    done = python("-m", "controller", "play", "pond", "--demo", "--fast", "--seed", "3")
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[0].startswith("Pond, 2 seats, seed 3")
    assert re.fullmatch(r"  Robot 1 hops a1-a[23]", told[1])
    assert "5 pads   wins" in done.stdout


LOBBY = """
from controller.games import SHELF
from controller.web.doors import offered_games
from controller.words import catalogue
print(*offered_games())
print(catalogue()["pond.unit"], catalogue()["table.points"])
print(SHELF["pond"].panel == SHELF.panels["pond"])
"""


LOBBY_AND_TROUBLES = """
from controller.games import SHELF
from controller.web.doors import offered_games
print(*offered_games())
print(*SHELF.troubles)
"""


def test_a_guest_stands_behind_the_others_and_says_nothing_in_their_name(pond, python):
    done = python("-c", LOBBY)
    assert done.stdout.splitlines() == [" ".join([*SHELF, "pond"]), "pads points", "True"]


def test_a_guest_is_held_to_every_law_and_its_scenarios_are_played(pond, python):
    tests = ("tests/test_laws.py", "tests/test_scenarios.py")
    done = python("-m", "pytest", "-vv", *tests, "-k", "pond and not pico")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("[pond") >= 15 and "[sim-pond-a-frog-hops] PASSED" in done.stdout


BROKEN = {
    "it lacks a library": ("import not_installed_anywhere", "ModuleNotFoundError"),
    "it ends the program": ("import sys; sys.exit('no display')", "SystemExit: no display"),
    "it ends the program with nothing to say": ("raise SystemExit", "SystemExit"),
    "it says that Ctrl-C was pressed": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "it raises what nobody catches": ("class Odd(BaseException): ...\nraise Odd", "Odd"),
    "it closes the output": ("import sys; sys.stdout.close()", "closes the program's output"),
    "it closes all it finds": (
        "import os, sys\nsys.__stdout__.close(); sys.stderr.close(); os.closerange(0, 3)",
        "closes the program's output",
    ),
    "it is no Python": ("GAME = ", "SyntaxError"),
    "it has no game": ("", "no attribute 'GAME'"),
    "its game is none": ("GAME = 'ludo'", "no Game but a str"),
    "its game has another name": (
        "from controller.games.astron import GAME",
        "found as 'ludo', but calls itself 'astron'",
    ),
    "its game cannot be begun": (
        "from controller.games.astron import GAME\n"
        "from msgspec.structs import replace\n"
        "GAME = replace(GAME, name='ludo', opening=lambda setting: 1 / 0)",
        "ZeroDivisionError",
    ),
    "its positions are none": (
        "from controller.games.astron import GAME\n"
        "from msgspec.structs import replace\n"
        "GAME = replace(GAME, name='ludo', opening=lambda setting: object())",
        "positions lack actors, due, outcome",
    ),
    "its positions do not say their sites": (
        "from controller.game import PlainPosition\n"
        "from controller.games.astron import GAME\n"
        "from controller.games.astron.rules import Astron\n"
        "from msgspec.structs import replace\n"
        "class Mute(Astron, frozen=True):\n"
        "    moves, sites = PlainPosition.moves, PlainPosition.sites\n"
        "def opening(setting, begin=GAME.opening):\n"
        "    start = begin(setting)\n"
        "    return Mute(**{name: getattr(start, name) for name in start.__struct_fields__})\n"
        "GAME = replace(GAME, name='ludo', opening=opening)",
        "a position needs its `sites`",
    ),
}


@pytest.mark.parametrize(("text", "why"), BROKEN.values(), ids=BROKEN)
def test_a_guest_that_cannot_be_played_is_told_in_a_sentence(tmp_path, python, text, why):
    bring(tmp_path, "ludo", "their_ludo", text)
    done = python("-m", "controller", "play", "ludo")
    assert done.returncode == 2
    begins = "stardeck: The game ludo of their_ludo cannot be played: "
    assert done.stderr.startswith(begins) and why in done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.endswith(".\n")


@pytest.mark.parametrize(
    ("text", "why"), one_in(2, [pytest.param(*case, id=name) for name, case in BROKEN.items()])
)
def test_beside_one_that_is_broken_help_and_lobby_open_and_say_which(tmp_path, python, text, why):
    bring(tmp_path, "ludo", "their_ludo", text)
    assert python("-m", "stardeck", "--help").returncode == 0
    helped = python("-m", "stardeck", "play", "--help")
    assert helped.returncode == 0 and "--players" in helped.stdout
    assert "The game ludo of their_ludo cannot be played: " in helped.stdout
    told = python("-c", LOBBY_AND_TROUBLES)
    assert told.stdout.splitlines()[0] == " ".join(SHELF), told.stderr
    assert "The game ludo of their_ludo cannot be played: " in told.stdout and why in told.stdout


def test_a_package_around_a_guest_that_ends_the_program_is_told_of(tmp_path, python):
    bring(tmp_path, "ludo", "their_ludo", "raise SystemExit(3)")
    points = tmp_path / "their_ludo-1.0.dist-info" / "entry_points.txt"
    points.write_text("[stardeck.games]\nludo = their_ludo.inside:GAME\n")
    told = python("-c", LOBBY_AND_TROUBLES)
    assert told.stdout.splitlines()[0] == " ".join(SHELF), told.stderr
    assert "ends the program" in told.stdout or "SystemExit: 3" in told.stdout


PRESSED = "import os, signal\ntry:\n    os.kill(os.getpid(), signal.SIGINT)\n    {then}\n"


@pytest.mark.parametrize("then", ["import time; time.sleep(60)", "pass"])
@pytest.mark.parametrize("after", ["finally:\n    pass", "except BaseException:\n    pass"])
def test_somebody_who_presses_ctrl_c_while_a_guest_is_opened_is_obeyed(
    tmp_path, python, then, after
):
    bring(tmp_path, "ludo", "their_ludo", PRESSED.format(then=then) + after)
    done = python("-m", "stardeck", "play", "ludo")
    assert done.returncode == 130 and "Traceback" not in done.stderr


def test_beside_one_that_cannot_be_played_the_others_are(tmp_path, pond, python):
    bring(tmp_path, "ludo", "their_ludo", "import not_installed_anywhere")
    assert python("-m", "controller", "play", "pond", "--demo", "--fast").returncode == 0
    assert python("-c", LOBBY).stdout.splitlines()[0] == " ".join([*SHELF, "pond"])


def found(name: str, package: str) -> Found:
    return Found(name, package, None, lambda: SHELF[name])


def test_of_two_games_of_one_name_the_first_stays_and_the_other_is_told_of():
    ours, theirs = found("astron", "ours"), Found("astron", "theirs", None, lambda: 1 / 0)
    shelf = Shelf(lambda: [ours], lambda: [theirs])
    assert shelf["astron"] is SHELF["astron"]
    assert shelf.troubles == ["theirs brings a second game called astron: it is left out."]


def test_games_stand_by_their_places_however_they_are_found():
    shelf = Shelf(lambda: [found(name, "ours") for name in sorted(SHELF, reverse=True)])
    assert list(shelf) == list(SHELF)
    assert list(SHELF)[:2] == ["astron", "space_walk"]


def test_a_game_is_opened_when_it_is_wanted_and_only_once():
    opened = []

    def load():
        opened.append("astron")
        return SHELF["astron"]

    shelf = Shelf(lambda: [Found("astron", "ours", None, load)])
    assert shelf.names == ["astron"] and not opened
    assert shelf["astron"] is shelf.first and opened == ["astron"]


def test_what_is_not_there_and_what_cannot_be_played_is_in_no_mapping():
    shelf = Shelf(lambda: [Found("ludo", "theirs", None, lambda: 1 / 0, guest=True)])
    assert "ludo" not in shelf and "chess" not in shelf and not shelf
    with pytest.raises(BadGame, match="ludo of theirs cannot be played: ZeroDivisionError"):
        shelf.take("ludo")
    with pytest.raises(Misuse, match="no game 'chess' on the shelf: ludo"):
        shelf.take("chess")
