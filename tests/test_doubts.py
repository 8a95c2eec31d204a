"""Cells that are not believed: kept over sittings, and believed again when they prove right."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from controller.app.computer.discreet_log import Logbook
from controller.app.hosting.health_report import CHECKUP, Checkups, doubt_sentences
from controller.app.recordings.recording import Recording
from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.mending.trust import DUMB, Trust
from controller.storage.doubts import CHECKED, SAID, Doubts
from controller.values import Site, standing
from controller.words import say
from drivers.clock import StepClock
from sims.bench.twin import open_twin
from tests.panels import load_panel

A = Site("a1")


def test_whoever_was_right_full_and_empty_is_believed_again_and_nobody_else():
    """Whatever a cell tells by chance: it is believed exactly after both, with no lie between."""
    luck = Random(4)
    for _ in range(300):
        trust, right = Trust(), set()
        for _ in range(luck.randint(1, 12)):
            due, told = luck.random() < 0.5, luck.random() < 0.5
            right = right | {due} if due == told else set()
            proven = trust.proven([A], {A: True} if told else {}, {A: True} if due else {})
            assert (A in proven) == (len(right) == 2)


def test_a_cell_that_never_speaks_is_suspected_and_one_that_spoke_is_not():
    trust = Trust()
    assert trust.suspect(A, (), 0.0) is None
    assert trust.suspect(A, (), DUMB) == A
    assert trust.suspect(A, {A}, DUMB + 1) is None
    assert trust.suspect(A, (), DUMB + 2) is None


def test_doubts_are_kept_by_panel_and_a_check_has_the_last_word(tmp_path):
    doubts = Doubts(tmp_path, simulated=False)
    doubts.keep(1, {A: SAID})
    doubts.keep(2, {Site("o1"): SAID})
    doubts.checked(1, {A: True, Site("b1"): False})
    assert Doubts(tmp_path, simulated=False).of(1) == {"b1": CHECKED}
    assert Doubts(tmp_path, simulated=False).of(2) == {"o1": SAID}
    assert not Doubts(tmp_path, simulated=True).of(1)
    assert "b1" in " ".join(map(say, doubt_sentences(doubts.of(1))))


@pytest.mark.parametrize("text", [b"", b"{", b"[1]", b'{"1": {"a1": 3}}', b"\xff" * 40])
def test_a_spoilt_file_is_no_more_than_forgotten(tmp_path, text):
    (tmp_path / "doubts.json").write_bytes(text)
    doubts = Doubts(tmp_path, simulated=False)
    assert doubts.of(1) == {}
    doubts.keep(1, {A: SAID})
    assert doubts.of(1) == {A: SAID}


def sit(tmp_path, clock):
    wiring, game = load_panel("astron"), SHELF["astron"]
    house = Environment(
        "sim://", lambda game: wiring, None, lambda: 1, str, clock, open_twin, folder=tmp_path
    )
    return RunningTable(
        house, GameSetup(game, game.start(Setting(2)), who(["Ada", "Ben"]), 1), print
    )


def wait(running, seconds):
    until = running._clock.now() + seconds
    while running._clock.now() < until:
        running.turn()


def test_a_dead_cell_is_disbelieved_over_sittings_and_believed_again_when_it_proves_right(tmp_path):
    running = sit(tmp_path, StepClock())
    wait(running, 1.0)
    site = next(s for s, c in running.table.position.layout().items() if not isinstance(c, int))
    piece = running.twin.bench.lift(site)
    running.twin.bench.faults.dead.add(site)
    running.twin.bench.put(piece, site)
    wait(running, 4.0)
    running.press("no")
    wait(running, 0.5)
    assert running.doubts == {site: SAID}

    again = sit(tmp_path, StepClock())
    assert again.table.state.input.disbelieved == {site}
    luck = Random(2)
    for _ in range(80):
        wait(again, 2.0)
        if not again.doubts:
            break
        assert again.table.state.input.disbelieved == {site}
        again.twin.make(luck.choice(sorted(again.table.position.moves(), key=str)))
    assert not again.doubts
    assert not Doubts(tmp_path, simulated=True).of(1)
    assert not standing(again.table.position.layout(), site)


@pytest.mark.parametrize("begins", [0.0, 5000.0])
def test_a_board_is_checked_at_once_and_then_once_in_each_half_second(rig, begins):
    """However often it is looked at: a checkup takes time, and the loop has none to spare."""
    house = Environment(
        "sim://table", lambda game: rig.wiring, None, lambda: 0, str, open_twin=open_twin
    )
    checkups = Checkups(Logbook(), Recording(None, rig.clock), house)
    felt = rig.board.observe(0.0)
    times, last = list[float](), None
    for at in (begins + CHECKUP * step / 8 for step in range(81)):
        checkups.look(rig.board, replace(felt, at=at), {}, covered=False)
        if checkups.found is not last:
            times.append(at)
        last = checkups.found
    assert times == [begins + CHECKUP * number for number in range(11)]
