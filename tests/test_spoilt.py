"""No file and no line brings a traceback: some spoilt by chance, and all that was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from zlib import crc32

import pytest

from controller.app.computer.ending import FILE as RUNNING
from controller.app.computer.ending import Ending, ourselves
from controller.app.library.library import lawful_game
from controller.app.recordings.recording import TITLE, Seal, seal_of
from controller.app.recordings.tape import load
from controller.errors import StardeckError
from controller.game import Setting
from controller.games import SHELF
from drivers.wiring import load_tags, load_wiring
from drivers.workshop.calibration import earlier_findings
from firmware import fit
from firmware.settings import load_settings as settings_in
from sims.scenarios.rehearsal.results import load_results
from sims.scenarios.scenario import read_scenario
from tests.fuzz import files, grammar
from tests.test_cli import stardeck  # noqa: F401


def test_spoilt_files_are_refused_in_a_sentence():
    seen = files.fuzz_files(12 * len(files.KINDS), seed=1)
    refused = {kind for kind in files.KINDS if seen[f"{kind} refused"]}
    assert refused == files.KINDS.keys() - files.FORGIVEN, "a Pico, a table start all the same"


def test_miswritten_lines_are_refused_in_a_sentence():
    seen = grammar.fuzz_grammar(60 * len(grammar.KINDS), seed=1)
    for kind in grammar.KINDS:
        assert 0 < seen[f"{kind} refused"] < 60 or kind == "scenario", f"{kind} is really asked"


def recorded(path: Path) -> None:
    first = path.read_bytes().replace(b"\n", b" ")
    path.write_bytes(b"%s %08x\n%s\n" % (TITLE.encode(), crc32(first), first))
    load(path)


def rehearsed(path: Path) -> None:
    load_results(path, 1, "")


def boxed(path: Path) -> None:
    folder = path.parent / "box"
    folder.mkdir()
    path.rename(folder / "ships.toml")
    SHELF["astron"].start(Setting(2, box=folder))


LOADERS: Mapping[str, Callable[[Path], object]] = {
    "wiring": load_wiring,
    "tags": load_tags,
    "calibration": earlier_findings,
    "recording": recorded,
    "box": boxed,
    "scenario": read_scenario,
    "results": rehearsed,
    "game file": lambda path: lawful_game(path.read_bytes()),
}
FOUND = {
    "deep": b"a = " + b"[" * 6000,
    "deeper": b"a = " + b"{a = " * 6000,
    "deep json": b'{"wiring": ' + b"[" * 6000,
    "digits": b"panel = " + b"9" * 5000,
    "infinite": b"panel = inf\nspots = inf",
    "no text": b"\xff\xfe\x00",
    "nothing": b"",
    "bytes in json": b'{"board": "\xff\xfe"}',
    "more than a process has": b'{"pid": 10000000000000000000000000000, "boot": "%s"}'
    % ourselves().boot.encode(),
}


@pytest.mark.parametrize("data", FOUND.values(), ids=FOUND)
@pytest.mark.parametrize("loader", LOADERS.values(), ids=LOADERS)
def test_what_was_found_is_refused(loader, data, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(data)
    if data or loader not in (load_tags, earlier_findings):  # that there is none yet is no mistake
        with pytest.raises(StardeckError):
            loader(path)


@pytest.mark.parametrize("data", FOUND.values(), ids=FOUND)
def test_a_table_starts_and_seals_whatever_it_finds(data, tmp_path):
    path = tmp_path / RUNNING
    path.write_bytes(data)
    Ending(tmp_path, ourselves()).close()
    assert not path.exists()
    path.write_bytes(b"title\n" + data)
    assert seal_of(path) in (Seal(hidden=True), Seal())


@pytest.mark.parametrize("text", ["[" * 100_000, '{"debounce": Infinity}', '{"debounce": 1e999}'])
def test_a_pico_starts_whatever_it_remembers(text, tmp_path):
    (tmp_path / "stardeck.json").write_text(text)
    assert settings_in(str(tmp_path / "stardeck.json")) == ({}, fit.EMPTY_FIT)


@pytest.mark.parametrize("flag", ["--box", "--tags", "--wiring", "--journal"])
def test_no_name_of_a_file_is_too_long(flag, stardeck):  # noqa: F811
    words = ("games",) if flag == "--journal" else ("play", "astron", "--demo", "--fast")
    status, _, complaint = stardeck(*words, flag, "x" * 3000)
    assert (status, complaint.count("\n")) == (2, 1)


def test_a_report_that_cannot_be_written_is_told_so(stardeck):  # noqa: F811
    status, _, complaint = stardeck("check", "--quick", "--json", "/dev/full")
    assert (status, complaint.count("\n")) == (2, 1)
