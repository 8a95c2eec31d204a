"""Nine Men's Morris as somebody else would bring it: two wheels, installed outside the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from tests.walls import HUNG

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples/nine_mens_morris"
SOURCES = (
    "controller",
    "drivers",
    "firmware",
    "sims",
    "stardeck",
    "pyproject.toml",
    "README.md",
)
LEFTOVERS = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")


class Place:
    """A venv with these wheels in it, and nothing else of ours; it borrows the tests' libraries."""

    def __init__(self, folder: Path, *wheels: Path) -> None:
        self.folder = folder
        venv.create(folder, with_pip=False, symlinks=os.name != "nt")
        pip("--python", str(self.bin / "python"), "install", "--no-compile", *map(str, wheels))
        site = next(folder.rglob("site-packages"))
        (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))

    @property
    def bin(self) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def env(self) -> dict[str, str]:
        """The environment of a machine without this checkout."""
        own = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        return {**own, "XDG_DATA_HOME": str(self.folder), "PYTHONUNBUFFERED": "1"}

    def run(
        self, command: str, *words: str, cwd: Path | None = None
    ) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.bin / command, *words],
            capture_output=True,
            text=True,
            timeout=HUNG,
            cwd=cwd or self.folder,
            env=self.env,
        )


def pip(*words: str) -> None:
    """All that is needed is there: nothing is fetched."""
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-index")
    at = words.index("install") if "install" in words else words.index("wheel")
    command = [sys.executable, "-m", "pip", *words[: at + 1], *quiet, *words[at + 1 :]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HUNG)
    assert done.returncode == 0, done.stderr


def wheel_of(source: Path, folder: Path) -> Path:
    pip("wheel", "--no-build-isolation", "--wheel-dir", str(folder), str(source))
    return next(folder.glob("*.whl"))


def copied(folder: Path, names: tuple[str, ...]) -> Path:
    """The sources alone: what was built before stays behind."""
    folder.mkdir()
    for name in names:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, folder / name, ignore=LEFTOVERS)
        else:
            shutil.copy(path, folder / name)
    return folder


def without(room: str, wheel: Path, folder: Path) -> Path:
    """Return a copy of the wheel without one of its packages."""
    lean = folder / wheel.name
    folder.mkdir()
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(lean, "w") as rest:
        for name in whole.namelist():
            if name.endswith("/RECORD"):
                lines = whole.read(name).decode().splitlines(keepends=True)
                rest.writestr(name, "".join(x for x in lines if not x.startswith(f"{room}/")))
            elif not name.startswith(f"{room}/"):
                rest.writestr(name, whole.read(name))
    return lean


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """Stardeck's and the game's."""
    folder = tmp_path_factory.mktemp("wheels")
    game = shutil.copytree(EXAMPLE, folder / "sources-of-the-game", ignore=LEFTOVERS)
    ours = copied(folder / "sources", SOURCES)
    return wheel_of(ours, folder / "stardeck"), wheel_of(game, folder / "game")


@pytest.fixture(scope="module")
def place(tmp_path_factory, wheels):
    """Where both are installed."""
    return Place(tmp_path_factory.mktemp("place"), *wheels)


@pytest.fixture(scope="module")
def lean(tmp_path_factory, wheels):
    """Where both are installed, but no simulated board."""
    folder = tmp_path_factory.mktemp("lean")
    ours, game = wheels
    return Place(folder / "place", without("sims", ours, folder / "wheels"), game)


# ---------------------------------------------------------------------------------- from outside


def test_it_is_played_to_the_end_without_a_line_changed(place):
    done = place.run("stardeck", "play", "nine_mens_morris", "--demo", "--fast", "--seed", "3")
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[0] == "Nine Men's Morris, 2 seats, seed 3, on sim://"
    assert re.fullmatch(r"  Robot 1 puts a man on [a-g][1-7]", told[1])
    assert re.search(r"\d men taken   wins", done.stdout)
    assert done.stdout == place.run("stardeck", *done.args[1:]).stdout, (
        "the same seed, the same game"
    )


@pytest.mark.long
def test_the_laws_hold_for_it_and_its_scenarios_are_played(place, tmp_path):
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=LEFTOVERS)
    tests = ("tests/test_laws.py", "tests/test_hands.py", "tests/test_scenarios.py")
    tests += ("tests/menu/test_board_alone.py", "tests/menu/test_every_choice.py")
    tests += ("tests/web/test_names.py::test_no_sentence_says_a_word_twice",)
    chosen = ("-k", "nine_mens_morris and not pico and not one_go")
    done = place.run("python", "-m", "pytest", "-vv", *tests, *chosen, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("[nine_mens_morris") >= 15
    assert "[sim-nine_mens_morris-a-mill-takes-a-man] PASSED" in done.stdout


@pytest.mark.long
@pytest.mark.browser
def test_the_page_draws_its_lines_and_plays_it_by_dragging(place, tmp_path):
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=LEFTOVERS)
    done = place.run("python", "-m", "pytest", "tests/web/morris_page.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_its_own_tests_pass(place, tmp_path):
    tests = shutil.copytree(EXAMPLE / "tests", tmp_path / "tests", ignore=LEFTOVERS)
    done = place.run("python", "-m", "pytest", "-q", str(tests), cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_every_rule_has_a_test_named_after_it():
    numbered = re.findall(r"\*\*(M\d+)\.", next(EXAMPLE.glob("*/RULES.md")).read_text())
    tests = (EXAMPLE / "tests/test_rules.py").read_text()
    assert numbered == [f"M{number}" for number in range(1, 10)]
    assert all(f"def test_{rule.lower()}_" in tests for rule in numbered)


def test_the_way_through_its_files_names_each_of_them():
    page = (EXAMPLE / "README.md").read_text()
    package = next(EXAMPLE.glob("stardeck_*"))
    names = [path.name for path in package.iterdir() if path.is_file()]
    assert all(f"`{name}`" in page for name in names)


# ------------------------------------------------------------------------------- without the twin


def test_without_a_simulated_board_there_is_a_sentence_for_it(lean):
    assert lean.run("python", "-c", "import sims").returncode == 1
    done = lean.run("stardeck", "play", "nine_mens_morris", "--board", "sim://")
    assert done.returncode == 2
    assert done.stderr.startswith("stardeck: There is no simulated board in this Stardeck")
    assert done.stderr.count("\n") == 1


@contextmanager
def running(*command: object, env: dict[str, str], cwd: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process with a line to type on; ended when it is no longer wanted, or has hung."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(list(map(str, command)), env=env, cwd=cwd, text=True, **pipes) as started:
        watch = Timer(HUNG, started.kill)
        watch.start()
        try:
            yield started
        finally:
            watch.cancel()
            started.kill()


def type_in(started: subprocess.Popen[str], line: str) -> None:
    started.stdin.write(f"{line}\n")
    started.stdin.flush()


def until_told(started: subprocess.Popen[str], words: str) -> None:
    """Read on until these words come."""
    told = []
    for line in started.stdout:
        told.append(line)
        if words in line:
            return
    raise AssertionError(f"never said {words!r}: {''.join(told[-40:])}")


def test_without_a_simulated_board_a_real_one_is_played_on(place, lean):
    script, panel = ROOT / "tests/served_board.py", next(EXAMPLE.glob("*/panels/*.toml"))
    at_home = {"env": place.env, "cwd": place.folder}
    with running(place.bin / "python", "-P", script, panel, **at_home) as board:
        url = f"socket://127.0.0.1:{int(board.stdout.readline())}"
        play = ("play", "nine_mens_morris", "--board", url, "--screen", "--players", "Ada,Grace")
        with running(lean.bin / "stardeck", *play, env=lean.env, cwd=lean.folder) as table:
            until_told(table, "Player 1 (green): put a man")
            type_in(board, "put a7")
            until_told(table, "Player 2 (violet): put a man")
            type_in(board, "put d6")
            until_told(table, "Player 1 (green): put a man")
            type_in(table, "quit")
            until_told(table, "0 men taken")
            assert table.wait(HUNG) == 0
    kept = lean.run("stardeck", "show", "1")
    assert "Ada puts a man on a7" in kept.stdout and "Grace puts a man on d6" in kept.stdout
