"""Ships and cards get their tags, one each."""

from __future__ import annotations

import pytest

from controller.__main__ import main
from controller.errors import BadWiring
from controller.game import Setting
from controller.games import SHELF
from controller.values import Site
from controller.words import said
from drivers.wiring import load_tags, load_wiring
from drivers.workshop.enrolment import Enrolment
from drivers.workshop.shop import Task, run_to_end
from sims.bench.twin import tag_of_piece
from tests.workbench import Workbench

PIECES = ("ship1", "ship2", "F2.1", "F2.2")
CARD = Site("card")


class Muddled:
    """Shows these instead of what is asked for; a word in it is typed."""

    def __init__(self, shown: list[str]) -> None:
        self.shown = shown
        self.bench = None
        self.words: list[str] = []

    def ask(self, task: Task) -> None:
        next_ = self.shown.pop(0) if self.shown else task.piece
        if next_ in ("", "q", "s"):
            self.words.append(next_)
        else:
            self.bench.tap(task.site, next_)

    def answer(self) -> str | None:
        return self.words.pop() if self.words else None


def enrolled(wiring, path, shown=(), pieces=PIECES) -> tuple[Enrolment, str]:
    person = Muddled(list(shown))
    bench = Workbench(wiring, person=person, pieces=pieces)
    person.bench = bench.desk.bench
    tags = Enrolment(bench.shop, CARD, pieces, path)
    run_to_end(tags.run(), bench.shop.probe)
    return tags, bench.said


def test_every_piece_gets_the_tag_it_was_shown_with(wiring, tmp_path):
    path = tmp_path / "tags.toml"
    tags, said = enrolled(wiring, path)
    assert not tags.missing
    assert load_tags(path) == {tag_of_piece(piece): piece for piece in PIECES}
    assert "Show F2.1 to the reader card." in said


def test_a_tag_that_is_another_pieces_is_refused_by_name(wiring, tmp_path):
    tags, said = enrolled(wiring, tmp_path / "tags.toml", ["ship1", "ship1", "ship2"])
    assert "That tag is ship1 already." in said
    assert tags.tags == {tag_of_piece(piece): piece for piece in PIECES}


def test_a_tag_of_the_wiring_is_refused_too(wiring, tmp_path):
    known = wiring.tagged({tag_of_piece("ship2"): "ship6"})
    tags, said = enrolled(known, tmp_path / "tags.toml", ["ship1", "ship2", "q"])
    assert "That tag is ship6 already." in said
    assert tags.tags == {tag_of_piece("ship1"): "ship1"}


def test_it_goes_on_where_it_was_left(wiring, tmp_path):
    path = tmp_path / "tags.toml"
    first, _ = enrolled(wiring, path, ["ship1", "ship2", "q"])
    assert first.missing == ["F2.1", "F2.2"]
    second, said = enrolled(wiring, path)
    assert "Show ship1" not in said
    assert not second.missing
    assert len(load_tags(path)) == 4


@pytest.mark.parametrize("word", ["", "s"])
def test_a_piece_that_cannot_be_found_is_passed_over(wiring, tmp_path, word):
    tags, _ = enrolled(wiring, tmp_path / "tags.toml", ["ship1", word])
    assert tags.missing == ["ship2"]


def test_from_the_command_line_and_played_with(tmp_path, capsys):
    path = tmp_path / "tags.toml"
    assert main(["enrol", "--out", str(path)]) == 0
    game = SHELF["astron"]
    every = game.pieces(game.start(Setting(2)))
    assert f"{len(every)} of {len(every)} pieces" in capsys.readouterr().out
    assert set(load_tags(path).values()) == set(every)
    words = "play astron --demo --fast --seed 3 --deck reader --tags"
    assert main([*words.split(), str(path)]) == 0
    assert main(["check", "--quick", "--tags", str(path)]) == 0


def test_what_a_simulated_board_makes_up_says_so_and_never_mixes_with_what_is_real(
    wiring, tmp_path, capsys
):
    """Each of the three says it on the screen and in its file; real tags are never added to."""
    tags, mine, page = (tmp_path / name for name in ("tags.toml", "my.toml", "report.html"))
    report = tmp_path / "report.json"
    for words in (
        ["enrol", "--out", str(tags)],
        ["calibrate", "--out", str(mine)],
        ["check", "--quick", "--html", str(page), "--json", str(report)],
    ):
        main(words)
        assert said("workshop.simulated") in capsys.readouterr().out
    for path in (tags, mine, page, report):
        assert said("workshop.simulated") in path.read_text()
    assert load_wiring(mine).channels == wiring.channels
    real, _ = enrolled(wiring, tags, ["ship1", "q"])
    assert real.tags == {tag_of_piece("ship1"): "ship1"}, "what was made up is not gone on with"
    before = tags.read_bytes()
    assert main(["enrol", "--out", str(tags)]) == 2
    assert "real board" in capsys.readouterr().err and tags.read_bytes() == before


def test_without_a_game_the_pieces_are_those_of_the_panel(tmp_path, capsys):
    path, game = tmp_path / "tags.toml", SHELF["space_walk"]
    assert main(["enrol", "--out", str(path), "--wiring", "space_walk"]) == 0
    assert set(load_tags(path).values()) <= set(game.pieces(game.start(Setting(2))))


BAD = {
    "no hex": ('[tags]\nzz = "ship1"\n', "not written in hex"),
    "no toml": ("[tags\n", "tags.toml"),
    "something else": ('[tugs]\n04 = "ship1"\n', "tugs"),
    "a number for a piece": ("[tags]\n04a1 = 7\n", "str"),
    "no text": (b"\xff\xfe\x00", "not text"),
}


@pytest.mark.parametrize(("content", "sentence"), BAD.values(), ids=BAD)
def test_a_bad_file_is_one_sentence(tmp_path, capsys, content, sentence):
    path = tmp_path / "tags.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadWiring, match=sentence):
        load_tags(path)
    for words in (["play", "astron", "--demo", "--fast", "--tags"], ["enrol", "--out"]):
        assert main([*words, str(path)]) == 2
        complaint = capsys.readouterr().err
        assert complaint.count("\n") == 1 and sentence in complaint
    assert path.read_bytes() == (content if isinstance(content, bytes) else content.encode())
