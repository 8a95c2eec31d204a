"""A laptop that is no Unix: it plays in the terminal and in the page, and keeps its games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from controller.app.computer.keyboard import ConsoleKeys, PipedKeys, Typing, windows_keys
from controller.app.computer.laptop import games_folder, ready
from drivers.link import PORT_BUSY
from tests.walls import HUNG

ROOT = Path(__file__).parents[1]
PANEL = ROOT / "controller/games/space_walk/panels/space_walk_tags.toml"
TAGGED = ("space_walk", "--wiring", str(PANEL))
BY_HAND = ("fetch green.small.1", "put o1")

# What Windows lacks is made to be lacking: modules, calls, a select that takes more than sockets.
# pyserial brings a port of its own for Windows; an empty one stands in for it. Text files without
# an encoding would be read in the code page of the country, so ours may not be opened like that.
ELSEWHERE = """
import mimetypes, os, select, socket, sys, types, warnings

class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name in {"termios", "tty", "pty", "fcntl", "resource", "grp", "pwd"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Lacking())
for name in ("termios", "tty", "pty", "fcntl", "resource", "grp", "pwd"):
    sys.modules.pop(name, None)
for name in ("fork", "uname", "getuid", "geteuid", "openpty", "ttyname", "set_blocking"):
    delattr(os, name)

port = sys.modules["serial.serialposix"] = types.ModuleType("serial.serialposix")
port.Serial = port.PosixPollSerial = port.VTIMESerial = type("Serial", (), {})

usual = select.select
def sockets_only(read, write, fail, *wait):
    if any(not isinstance(one, (int, socket.socket)) for one in (*read, *write, *fail)):
        raise OSError(10038, "An operation was attempted on something that is not a socket")
    return usual(read, write, fail, *wait)
select.select = sockets_only

mimetypes.add_type("text/plain", ".js")
warnings.filterwarnings("error", category=EncodingWarning, module="(controller|drivers|sims)")
"""


@pytest.fixture
def laptop(tmp_path):
    """Words to run there and how: the games it keeps are its own."""
    (tmp_path / "sitecustomize.py").write_text(ELSEWHERE)
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
        "PYTHONIOENCODING": "cp1252",
        "PYTHONWARNDEFAULTENCODING": "1",
        "XDG_DATA_HOME": str(tmp_path),
    }
    return lambda *words: {"args": [sys.executable, "-m", "stardeck", *words], "env": env}


def run(terms: dict[str, object], typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        **terms, input=typed, capture_output=True, timeout=HUNG, encoding="cp1252", cwd=ROOT
    )


def test_it_lacks_what_it_should(laptop):
    """Or the tests below would say nothing."""
    terms = laptop()
    terms["args"] = [sys.executable, "-c", "import termios"]
    assert "No module named 'termios'" in run(terms).stderr


def test_a_demo_is_played_to_its_end(laptop):
    done = run(laptop("play", "space_walk", "--demo", "--fast", "--seed", "7"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins" in done.stdout


def test_a_game_is_typed_kept_and_listed(laptop):
    words = ("play", *TAGGED, "--screen", "--seed", "7", "--players", "human,human")
    done = run(laptop(*words), "\n".join([*BY_HAND, "wait 1", "quit", ""]))
    assert (done.returncode, done.stderr) == (0, "")
    assert "you may type: put o1" in done.stdout
    assert "1 moves" in run(laptop("games")).stdout


@pytest.fixture
def page(laptop):
    """A table that is served there: the program, and the address it told."""
    words = ("play", *TAGGED, "--quiet", "--port", "0", "--seed", "7", "--players", "Ada,Bob")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(**laptop(*words), **pipes, text=True, cwd=ROOT) as stardeck:
        told = [stardeck.stdout.readline() for _ in range(3)]
        yield stardeck, told[0].split()[-1]
        stardeck.kill()


def test_the_page_is_served_and_a_hand_moves_in_it(page, laptop):
    stardeck, address = page
    base, _, key = address.partition("/?key=")
    script = httpx.get(f"{base}/static/pages/table.js")
    assert script.headers["content-type"].startswith("text/javascript")
    with connect(base.replace("http", "ws") + "/live/table") as line:
        for words in BY_HAND:
            asked = {"type": "obey", "line": words}
            httpx.post(f"{base}/hands", json=asked, headers={"X-Stardeck-Key": key}, timeout=HUNG)
        while "Ada puts the green small ship on o1" not in line.recv(HUNG):
            pass
    stardeck.send_signal(signal.SIGINT)
    _, complaint = stardeck.communicate(timeout=HUNG)
    assert (stardeck.returncode, complaint) == (0, "")
    assert "1 moves" in run(laptop("games")).stdout


# ------------------------------------------------------------------------------------ the keyboard


class Console:
    """What Windows tells of the keys that were hit."""

    def __init__(self, hit: str) -> None:
        self._hit = list(hit)

    def kbhit(self) -> bool:
        return bool(self._hit)

    def getwch(self) -> str:
        return self._hit.pop(0)


def test_the_keys_of_a_windows_console_make_lines():
    keys = ConsoleKeys(Console("plax\by F2\r\xe0Hquit\r\x1a"))
    assert keys.typed() == "plax\by F2\rquit\r\x04"
    assert keys.typed() == ""


def test_ctrl_c_leaves_a_windows_console():
    with pytest.raises(KeyboardInterrupt):
        ConsoleKeys(Console("qu\x03")).typed()


@pytest.fixture
def pipe():
    """Somebody types at the one end; the other is looked at."""
    out, into = os.pipe()
    with os.fdopen(out) as source, os.fdopen(into, "wb", buffering=0) as fingers:
        yield source, fingers


def lines(typing: Typing) -> list[str]:
    """All that is typed until there is no more."""
    found = []
    while not typing.ended:
        line = typing.next_line()
        found += [] if line is None else [line]
    return found


@pytest.mark.parametrize("keys", [None, PipedKeys, windows_keys], ids=["unix", "thread", "windows"])
def test_what_is_typed_into_a_pipe_comes_out_in_lines(pipe, keys):
    source, fingers = pipe
    typing = Typing(source, keys(source)) if keys else Typing(source)
    assert typing.next_line() is None
    fingers.write(b"move b1 b3\nquit\n")
    fingers.close()
    assert lines(typing) == ["move b1 b3", "quit"]
    typing.close()


# --------------------------------------------------------------------------------- where and how


@pytest.mark.parametrize(
    ("platform", "env", "folder"),
    [
        ("linux", {}, "home/.local/share/stardeck"),
        ("linux", {"XDG_DATA_HOME": "mine"}, "mine/stardeck"),
        ("darwin", {}, "home/Library/Application Support/stardeck"),
        ("win32", {}, "home/AppData/Local/stardeck"),
        ("win32", {"LOCALAPPDATA": "local"}, "local/stardeck"),
    ],
)
def test_games_are_kept_where_the_system_wants_them(platform, env, folder):
    assert games_folder(platform, env, Path("home")) == Path(folder)


def test_a_console_without_a_sign_shows_another(tmp_path):
    with (tmp_path / "console").open("w", encoding="ascii") as out:
        ready(out)
        out.write("✓ done")
    assert (tmp_path / "console").read_text() == "? done"


def test_a_port_that_windows_denies_is_in_use():
    trouble = "could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)"
    assert any(sign in trouble.lower() for sign in PORT_BUSY)
