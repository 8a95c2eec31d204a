"""A board played through by a person: only what it can do, the plain before the rest, resumable."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from random import Random

import pytest

from controller.errors import Misuse
from controller.games import SHELF
from controller.values import Piece
from drivers.board import open_board
from drivers.clock import StepClock
from sims.bench.bench import Bench
from sims.bench.protocol_sim import BENCHES, Pico, install
from sims.bench.twin import tag_of_piece
from sims.scenarios.guided_board import GuidedBoard
from sims.scenarios.person import SimulatedPerson
from sims.scenarios.rehearsal.__main__ import main
from sims.scenarios.rehearsal.programme import needs, programme
from sims.scenarios.rehearsal.rehearsal import REPORT, RESULTS, Rehearsal
from sims.scenarios.rehearsal.results import FAILED, Results, load_results
from sims.scenarios.scenario import read_scenario
from tests.hands.half_built import stripped
from tests.panels import PANELS, load_panel

EVERY = [read_scenario(path) for game in SHELF.values() for path in game.scenarios]
SOME = 4  # scenarios that are played on a half-built board


def tagged(wiring, scenario):
    pieces = scenario.game.pieces(scenario.start)
    return wiring.tagged({tag_of_piece(piece): piece for piece in pieces})


def at_the_bench(wiring):
    """Somebody simulated at a board of this wiring, who does what he is told."""

    def opens(scenario):
        clock = StepClock()
        laid = tagged(wiring, scenario)
        bench = Bench(laid, clock, Random(scenario.seed))
        install()
        BENCHES["rehearsed"] = Pico(bench, clock)
        tokens = scenario.game.drawing(scenario.start).tokens
        box = {token.name.lower(): Piece(token.name, token.seat) for token in tokens}
        person = SimulatedPerson(bench, lambda seconds: guided.wait(seconds), box)
        guided = GuidedBoard(
            scenario,
            laid,
            open_board("sim://rehearsed", laid, clock),
            clock,
            tell=person.hear,
            entered=person.entered,
        )
        return guided

    return opens


def rehearsal(numbers, wiring, folder) -> Rehearsal:
    results = load_results(folder / RESULTS, wiring.file.panel, "")
    return Rehearsal(numbers, results, folder, StepClock(), lambda sentence: None)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_asked_of_a_board_that_it_has_not(panel, seed):
    """Whatever was built of it: the rest is left out, and said to be."""
    wiring = stripped(load_panel(panel).file, Random(f"rehearsed {panel} {seed}"))
    numbers = programme(EVERY, wiring)
    assert numbers
    for number in numbers:
        assert number.scenario.wiring.file.panel == wiring.file.panel
        if number.why is None:
            assert needs(number.scenario) <= wiring.senses.keys()
    assert [number.tier for number in numbers] == sorted(number.tier for number in numbers)


def test_on_a_whole_board_all_is_played_that_a_person_can_do():
    for panel in PANELS:
        wiring = load_panel(panel)
        for number in programme(EVERY, wiring):
            scenario = number.scenario
            enrolled = scenario.cards <= set(wiring.tags.values())
            assert (number.why is None) == (scenario.by_hand and enrolled)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_left_in_goes_as_it_should_on_half_a_board(seed, tmp_path):
    luck = Random(f"half rehearsed {seed}")
    panel = luck.choice([*PANELS])
    wiring = stripped(load_panel(panel).file, luck)
    numbers = [number for number in programme(EVERY, wiring) if number.why is None]
    chosen = luck.sample(numbers, min(SOME, len(numbers)))
    played = rehearsal(chosen, wiring, tmp_path)
    played.run(at_the_bench(wiring))
    assert not played.left, played.results


class BrokenOff(Exception):
    """Ctrl-C, at some moment."""


@pytest.mark.parametrize("after", [0, 1, 2])
def test_broken_off_anywhere_it_goes_on_where_it_was(after, tmp_path):
    wiring = load_panel("situation7")
    numbers = [number for number in programme(EVERY, wiring) if number.why is None][:3]
    opened, opens = [], at_the_bench(wiring)

    def until(scenario):
        if len(opened) == after:
            raise BrokenOff
        opened.append(scenario.path.stem)
        return opens(scenario)

    with pytest.raises(BrokenOff):
        rehearsal(numbers, wiring, tmp_path).run(until)
    again = rehearsal(numbers, wiring, tmp_path)
    assert [number.name for number in again.left] == [number.name for number in numbers][after:]
    again.run(opens)
    assert not again.left and not rehearsal(numbers, wiring, tmp_path).left


class Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())


def test_what_goes_wrong_is_told_with_its_line_and_tried_again(tmp_path):
    wiring = load_panel("situation7")
    numbers = programme(EVERY, wiring)
    playable = next(number for number in numbers if number.why is None)

    def nobody(scenario):
        world = at_the_bench(wiring)(scenario)
        world.perform = lambda text: None
        return world

    failed = rehearsal(numbers[: numbers.index(playable) + 1], wiring, tmp_path)
    failed.run(nobody)
    result = failed.results.results[playable.name]
    assert result.verdict == FAILED and playable.scenario.path.name in result.why
    assert playable in failed.left
    page = Cells()
    page.feed((tmp_path / REPORT).read_text())
    assert playable.name in page.words and any(result.why in words for words in page.words)
    assert all(number.name in page.words for number in failed.numbers)


def test_results_of_another_panel_are_not_gone_on_with_and_spoilt_ones_are_told(tmp_path):
    path = tmp_path / RESULTS
    path.write_text(json.dumps({"panel": 1, "results": {"a": {"verdict": "passed"}}}))
    assert load_results(path, 1, "").passed("a")
    assert load_results(path, 2, "") == Results(2)
    path.write_text("[[[")
    with pytest.raises(Misuse, match="Move it away"):
        load_results(path, 1, "")
    assert main(["sim://nobody", "--out", str(tmp_path)]) == 1, "a sentence, no traceback"
