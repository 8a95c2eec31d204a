"""What passed on the line is kept, and played again it comes to the same."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.__main__ import main
from controller.app.hosting.host import Host
from controller.app.recordings.replay import Replay
from controller.app.recordings.tape import load, parse_reading
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.errors import StardeckError
from controller.game import Game, Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.luck import Seed
from controller.web.gallery import Gallery
from controller.web.mailbox import Begin, Mailbox, Obey, Place, Play
from controller.web.mailbox import Record as Switch
from drivers.clock import PacedClock, StepClock
from drivers.wiring import load_wiring
from sims.bench.twin import open_twin
from tests.panels import PANELS

ASTRON = SHELF["astron"]


def hosted(
    folder: Path | None,
    *players: str,
    deck: str = "virtual",
    game: Game = ASTRON,
    gallery: Gallery | None = None,
    mailbox: Mailbox | None = None,
    seed: Seed = 7,
    **terms,
) -> Host:
    """A table with its mailbox, by a clock that is stepped."""
    clock = StepClock()
    house = Environment(
        "sim://",
        lambda game: load_wiring(game.panel),
        None,
        lambda: seed,
        lambda: "1954-10-01 20:00",
        clock,
        open_twin,
        folder,
        **terms,
    )
    host = Host(house, gallery or Gallery(), mailbox or Mailbox(clock.ring))
    start = game.start(Setting(len(players)))
    host.sit(GameSetup(game, start, who(players), seed, house.dealer(deck)))
    return host


def asked(host: Host, request, seat: int = -1) -> str:
    answer = host.mailbox.post(request, seat)
    while not answer.done():
        host.turn()
    return answer.result(0)


def until(host: Host, moves: int) -> None:
    while len(host.table.history) < moves:
        host.turn()


def played(path: Path) -> list[str]:
    replayed = Replay(load(path))
    for _ in replayed:
        pass
    return [str(move) for move in replayed.table.history]


def history(host: Host) -> list[str]:
    return [str(move) for move in host.table.history]


@pytest.fixture
def reels(tmp_path):
    return lambda: sorted((tmp_path / "recordings").glob("*.rec"))


@pytest.mark.parametrize(
    ("deck", "before"),
    [
        pytest.param("virtual", 0, id="virtual-from the start"),
        pytest.param("virtual", 25, id="virtual-from the middle", marks=pytest.mark.long),
        pytest.param("reader", 0, id="reader-from the start", marks=pytest.mark.long),
        pytest.param("reader", 25, id="reader-from the middle"),
    ],
)
def test_a_recording_played_again_has_the_same_moves(tmp_path, reels, deck, before):
    host = hosted(tmp_path, "random", "random", deck=deck)
    until(host, before)
    assert asked(host, Switch(True)) == ""
    until(host, before + 30)
    asked(host, Switch(False))
    assert played(reels()[0]) == history(host)
    assert played(reels()[0]) == played(reels()[0])


@pytest.mark.parametrize("name", [name for name in SHELF if name in PANELS])
def test_every_game_on_the_shelf_can_be_recorded(tmp_path, reels, name):
    game = SHELF[name]
    host = hosted(tmp_path, *["random"] * game.seats.start, game=game)
    asked(host, Switch(True))
    until(host, 16)
    asked(host, Switch(False))
    assert played(reels()[0]) == history(host)


def test_what_was_said_on_a_page_is_in_it(tmp_path, reels):
    host = hosted(tmp_path, "Ada", "Bob")
    for _ in range(30):
        host.turn()
    asked(host, Switch(True))
    lays = next(str(move) for move in host.table.position.moves() if "lays" in str(move))
    assert asked(host, Play(lays), seat=0) == ""
    for _ in range(20):
        host.turn()
    asked(host, Switch(False))
    assert history(host)[-1] == lays
    assert f"= say {lays}" in reels()[0].read_text()
    assert played(reels()[0]) == history(host)


def test_a_cable_pulled_out_is_pulled_out_again(tmp_path, reels):
    host = hosted(tmp_path, "random", "random")
    asked(host, Switch(True))
    until(host, 12)
    asked(host, Obey("unplug"))
    for _ in range(200):
        host.turn()
    assert host.table.stage is Stage.PAUSED
    asked(host, Obey("plug"))
    until(host, 30)
    asked(host, Switch(False))
    told = [saying.key for _, saying in Replay(load(reels()[0]))]
    assert told.count("replay.gone") >= 1
    assert told.index("replay.gone") < len(told) - told[::-1].index("replay.there")
    assert played(reels()[0]) == history(host)


def test_a_forbidden_move_is_refused_again(tmp_path, reels):
    host = hosted(tmp_path, "Ada", "Bob")
    for _ in range(30):
        host.turn()
    asked(host, Switch(True))
    asked(host, Obey("move b1 b5"))
    for _ in range(60):
        host.turn()
    asked(host, Switch(False))
    assert host.table.notice.rule == "A6"
    refused = [s for _, s in Replay(load(reels()[0])) if s.key == "replay.refused"]
    assert [saying.fields["rule"] for saying in refused] == ["A6"]


def test_the_ring_is_bounded_and_every_file_stands_alone(tmp_path, reels):
    host = hosted(tmp_path, "random", "random")
    host.recording.part, host.recording.files = 4_000, 3
    asked(host, Switch(True))
    until(host, 80)
    asked(host, Switch(False))
    assert len(reels()) == 3
    assert int(reels()[-1].stem) > 3
    assert played(reels()[-1]) == history(host)
    ends = [played(path) for path in reels()]
    assert ends[0] == history(host)[: len(ends[0])]


def test_a_new_game_is_a_new_recording(tmp_path, reels):
    host = hosted(tmp_path, "random", "random", record=True)
    until(host, 5)
    asked(host, Begin("astron", (Place("A", "random"), Place("B", "random"), Place("C", "first"))))
    until(host, 5)
    host.close()
    assert [len(load(path).head.players) for path in reels()] == [2, 3]
    assert all(load(path).whole for path in reels())


def test_a_disk_that_is_full_is_said_and_play_goes_on(tmp_path, reels):
    host = hosted(tmp_path, "random", "random")
    asked(host, Switch(True))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, limits[1]))
    try:
        until(host, 60)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not host.recording.on
    assert "too large" in host.recording.trouble
    assert "Not recording" in host.gallery.view.trouble
    assert not load(reels()[0]).whole


def test_without_a_folder_nothing_is_recorded_and_it_is_said(tmp_path):
    assert "Not recording" in asked(hosted(None, "random", "random"), Switch(True))
    (tmp_path / "recordings").write_text("a file where a folder should be")
    assert "Not recording" in asked(hosted(tmp_path, "random", "random"), Switch(True))


def test_what_else_lies_in_the_folder_is_left_alone(tmp_path, reels):
    folder = tmp_path / "recordings"
    folder.mkdir()
    (folder / "mine.rec").write_text("a friend sent this")
    host = hosted(tmp_path, "random", "random")
    assert asked(host, Switch(True)) == ""
    asked(host, Switch(False))
    assert [reel.name for reel in host.recording.reels()] == ["000001.rec"]
    assert host.recording.reel("mine.rec") is None
    (folder / "000001.rec").unlink()
    assert host.recording.reels() == ()


def test_a_clock_can_be_hurried_and_only_goes_forward():
    wall = StepClock()
    clock = PacedClock(wall, pace=10.0)
    began = clock.now()
    clock.hurry()
    clock.sleep(5.0)
    assert (clock.now() - began, wall.now() - began) == (5.0, 0.5)
    clock.rest()
    assert clock.now() - began == 5.0
    clock.sleep(1.0)
    assert clock.now() - began == 6.0


# ----------------------------------------------------------------------------- the command line


@pytest.fixture(scope="module")
def reel(tmp_path_factory) -> Path:
    """Two rounds or so."""
    folder = tmp_path_factory.mktemp("reel")
    host = hosted(folder, "random", "random")
    asked(host, Switch(True))
    until(host, 24)
    asked(host, Switch(False))
    return next((folder / "recordings").iterdir())


def test_it_is_told_what_was_read_made_and_lit(reel, capsys):
    assert main(["replay", str(reel)]) == 0
    told = capsys.readouterr().out
    for words in ("Astron, Robot 1, Robot 2", "reads    ", "made     1 flies", "lit      double"):
        assert words in told
    assert "24 moves stand in the end." in told
    assert main(["replay", str(reel)]) == 0
    assert capsys.readouterr().out == told


def test_one_that_breaks_off_is_played_as_far_as_it_goes(reel, tmp_path, capsys):
    text = reel.read_text()
    broken = tmp_path / "broken.rec"
    broken.write_text(text[: len(text) * 3 // 4])
    assert main(["replay", str(broken)]) == 2
    out, err = capsys.readouterr()
    assert "made     " in out
    assert "breaks off" in err and err.count("\n") == 1


def spoilt(text: str) -> dict[str, str]:
    lines = text.splitlines(keepends=True)
    middle = len(lines) // 2
    return {
        "nothing": "",
        "another file": "[tags]\n",
        "a wrong head": text.replace('"seed":7', '"seed":8', 1),
        "no head": lines[0],
        "a wrong byte": text.replace("<", ">", 1),
        "a wrong line": "".join([*lines[:middle], "what?\n", *lines[middle:]]),
        "lines in disorder": "".join([*lines[:-1], lines[3], lines[-1]]),
    }


@pytest.mark.parametrize("how", spoilt("\n" * 9))
def test_what_is_no_recording_is_one_sentence_and_status_2(reel, tmp_path, capsys, how):
    bad = tmp_path / "bad.rec"
    bad.write_text(spoilt(reel.read_text())[how])
    assert main(["replay", str(bad)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "bad.rec" in err


def test_no_file_is_one_sentence_and_status_2(tmp_path, capsys):
    for path in (tmp_path / "none.rec", tmp_path):
        assert main(["replay", str(path)]) == 2
        assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("ended", [True, False], ids=["with its end", "without"])
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_whatever_the_file_holds_a_sentence_is_the_worst(reel, ended, data):
    """Bytes lost, changed, doubled: it is played or refused, never more."""
    *lines, last = reel.read_text().splitlines(keepends=True)
    text = "".join([*lines, last] if ended else lines)
    at = data.draw(st.integers(0 if ended else len("".join(lines[:2])), len(text) - 1))
    gone = data.draw(st.integers(0, 40))
    new = data.draw(st.text(alphabet='0123456789abcdef .<>+-=!\n{}"say', max_size=20))
    try:
        for _ in Replay(parse_reading(text[:at] + new + text[at + gone :])):
            pass
    except StardeckError as trouble:
        assert str(trouble)


@given(st.text(max_size=300))
def test_any_text_is_refused(text):
    with pytest.raises(StardeckError):
        parse_reading(text)
