"""`stardeck kit`, as a maker types it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from controller.__main__ import main
from controller.app import arguments
from controller.app.making.panel_kit import make
from controller.errors import Misuse
from controller.words import say
from drivers.kit.terms import Wishes
from drivers.kit.written.book import BookCommand, book

ASKED = ["kit", "space_walk"]
DRAWN = {"top.svg", "top.pdf", "holes.svg", "holes.pdf", "cut.pdf"}
WIRED = {"parts.csv", "wires.csv", "panel.net", "wiring-pico.svg", "wiring-beams.svg"}


def test_a_kit_is_written_into_a_folder_that_was_not_there(tmp_path, capsys):
    out = tmp_path / "deep" / "kit"
    assert not main([*ASKED, "--out", str(out), "--paper", "letter"])
    assert {path.name for path in out.iterdir()} >= DRAWN | WIRED
    assert all(path.stat().st_size > 200 for path in out.iterdir())
    assert all(path.read_bytes().startswith(b"%PDF") for path in out.glob("*.pdf"))
    told = capsys.readouterr().out
    assert "Pitch 42.0 mm" in told and "fuse of 5 A" in told


def test_the_same_kit_is_the_same_files(tmp_path):
    for name in ("one", "two"):
        make("space_walk", Wishes(), tmp_path / name)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_a_panel_of_somebodys_own_is_named_by_its_file(tmp_path):
    from controller.games import SHELF

    mine = tmp_path / "my own" / "mine.toml"
    mine.parent.mkdir()
    mine.write_text(SHELF.panels["space_walk"].read_text())
    made, count = make(str(mine), Wishes(), tmp_path / "kit")
    assert made.plan.panel.name == "mine" and count > 10
    told = [block.text for block in book(made, say) if isinstance(block, BookCommand)]
    for line in told:
        asked = arguments.parse(shlex.split(line)[1:])
        assert getattr(asked, "panel", None) is None, "no game on the shelf brings it"
        assert asked.wiring in (mine, Path("my.toml")), line


def test_without_a_panel_they_are_listed(capsys):
    assert not main(["kit"])
    assert "zylatron: Zylatron panel" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["kayles", "first_board"])
def test_the_first_board_has_a_page_instead_of_a_kit(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert not main(["kit", name])
    [page] = re.findall(r"[\w/]+README\.md", capsys.readouterr().out)
    assert (Path(__file__).parents[2] / page).is_file() and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["kit", "ludo"], "There is no panel 'ludo'"),
        ([*ASKED, "--pitch", "11"], "magnet"),
        ([*ASKED, "--wire", "0.14"], "burn before the fuse"),
        ([*ASKED, "--wire", "500"], "into no terminal"),
        ([*ASKED, "--wire", "inf"], "into no terminal"),
        ([*ASKED, "--wire", "-1"], "burn before the fuse"),
        ([*ASKED, "--pitch", "nan"], "is none"),
        ([*ASKED, "--paper", "A5"], "A5"),
    ],
    ids=lambda words: " ".join(words[1:]) if isinstance(words, list) else "",
)
def test_what_cannot_work_is_told_in_a_sentence_and_nothing_is_written(
    words, told, tmp_path, capsys
):
    out = tmp_path / "kit"
    assert main([*words, "--out", str(out)]) == 2
    assert told in capsys.readouterr().err and not out.exists()


def test_a_file_in_the_way_is_told(tmp_path):
    (tmp_path / "kit").write_text("mine")
    with pytest.raises(Misuse, match="is a file"):
        make("space_walk", Wishes(), tmp_path / "kit")
    assert (tmp_path / "kit").read_text() == "mine"
