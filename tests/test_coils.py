"""Coils with a reed in each: where a magnet moved is looked at at once, elsewhere in its turn."""

from __future__ import annotations

import pytest

from controller.values import Piece, Sense, Site
from drivers.fit import fit_of
from drivers.kit.physics import coils
from firmware.fit import UNWOKEN
from sims.bench.bench import vicinity
from sims.bench.faults import Faults
from sims.bench.hal import AUDIT
from tests.panels import load_panel
from tests.test_board import Desk

NEAR, THERE = Site("o1"), Site("i6")
SHIPS = [Piece(f"ship{number}") for number in range(9)]
AT_ONCE = 0.12  # s: two samples of the reed, and the next look


@pytest.fixture
def sit():
    wiring = load_panel("space_walk_coils")
    wiring = wiring.tagged({vicinity(ship.name): ship.name for ship in SHIPS})

    def made(faults=None):
        desk = Desk(wiring, faults)
        desk.board.await_hello()
        desk.wait(0.2)
        return desk

    return made


def names(*ships):
    return frozenset(ship.name for ship in ships)


def test_every_coil_is_the_one_readers_and_is_woken_by_the_reed_within():
    wiring = load_panel("space_walk_coils")
    fit = fit_of(wiring)
    assert (fit.readers, fit.antennas, fit.chips) == (1, (24,), 2)
    assert [wiring.channels[channel] for channel in fit.wakes] == list(wiring.readers[-1])
    assert {wiring.senses[site] for site in wiring.readers[-1]} == {Sense.TAG}


def test_a_coil_whose_reed_was_left_out_is_still_a_coil(tmp_path):
    from drivers.wiring import load_wiring
    from tests.panels import EVERY

    text = EVERY["space_walk_coils"].read_text().replace("o1 o2 o3", "- o2 o3", 1)
    path = tmp_path / "panel.toml"
    path.write_text(text.replace('game = "space_walk"', 'game = "space_walk"\nantennas = "o1"'))
    wiring = load_wiring(path)
    assert wiring.readers[-1][0] == "o1" and wiring.wakes[:2] == (UNWOKEN, 1)


def test_the_first_ship_is_told_at_once_and_so_is_the_last_that_goes(sit):
    desk = sit()
    desk.bench.put(SHIPS[0], NEAR)
    assert desk.wait(AT_ONCE).readings[NEAR] == names(SHIPS[0])
    desk.bench.lift(NEAR)
    assert NEAR not in desk.wait(4 * AT_ONCE).readings


def test_a_ship_beside_others_moves_no_reed_and_is_told_in_its_turn(sit):
    desk = sit()
    desk.bench.put(SHIPS[0], NEAR)
    desk.wait(2.0)
    desk.bench.put(SHIPS[1], NEAR)
    assert desk.wait(AUDIT + 0.3).readings[NEAR] == names(*SHIPS[:2])
    desk.bench.lift(NEAR, "ship0")
    assert desk.wait(AUDIT + 0.6).readings[NEAR] == names(SHIPS[1])


def test_a_reed_alone_tells_the_table_nothing(sit):
    desk = sit()
    desk.bench.faults.stuck.add(THERE)
    desk.bench.refresh()
    seen = desk.wait(2.0)
    assert THERE not in seen.readings and THERE not in seen.changed


def test_where_a_reed_is_dead_a_ship_is_found_all_the_same(sit):
    desk = sit(Faults(dead={NEAR}))
    desk.bench.put(SHIPS[0], NEAR)
    assert desk.wait(AUDIT + 1.2).readings[NEAR] == names(SHIPS[0])


def test_reads_that_are_missed_now_and_then_change_nothing(sit):
    desk = sit(Faults(missed_read=0.1))
    for ship in SHIPS:
        desk.bench.put(ship, NEAR)
    desk.wait(3.0)
    for _ in range(60):
        assert len(desk.wait(0.1).readings[NEAR]) >= 8, "three misses in a row are rare"


def test_a_reader_that_is_dead_leaves_every_coil_deaf(sit):
    desk = sit(Faults(dead_readers={THERE}))
    seen = desk.wait(2.0)
    assert seen.deaf == {*desk.board.wiring.readers[-1]}
    assert [(a.fault, len(a.sites)) for a in desk.board.ailments()] == [("F24", 24)]


def test_a_coil_is_tuned_with_what_the_catalogue_has_and_reaches_the_highest_tag():
    """130 pF and a trimmer of 6.5 to 30; a field by ISO 15693-2, 3 cm over the plate."""
    assert 130 + 6.5 < coils.added_pF(coils.MOST_SWITCHES) < 130 + 30
    assert coils.added_pF(coils.MOST_SWITCHES + 1) < 130
    assert (
        coils.field_strength(8) > 10 * coils.LEAST_FIELD
        and coils.field_strength(30) > 2 * coils.LEAST_FIELD
    )
