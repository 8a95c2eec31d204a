"""Antennas that tell which pieces lie on them: stacks, quick hands, missed reads, power cuts."""

from __future__ import annotations

import pytest

from controller.values import Piece, Site
from firmware import wire
from sims.bench.faults import Faults
from tests.panels import load_panel
from tests.test_board import Desk

NEAR, THERE = Site("o1"), Site("i6")
SHIPS = [Piece(f"ship{number}") for number in range(9)]
UIDS = {b"\x04ships" + bytes([number]): ship.name for number, ship in enumerate(SHIPS)}


@pytest.fixture
def sit():
    wiring = load_panel("space_walk_tags").tagged(UIDS)

    def made(faults=None):
        desk = Desk(wiring, faults)
        desk.board.await_hello()
        return desk

    return made


def names(*ships):
    return frozenset(ship.name for ship in ships)


def test_a_stack_of_nine_is_told_and_the_middle_one_may_be_taken(sit):
    desk = sit()
    for ship in SHIPS:
        desk.bench.put(ship, NEAR)
    assert desk.wait(0.5).readings[NEAR] == names(*SHIPS)
    desk.bench.lift(NEAR, "ship4")
    assert desk.wait(0.5).readings[NEAR] == names(*SHIPS[:4], *SHIPS[5:])


def test_a_piece_carried_quickly_lies_where_it_was_seen_last(sit):
    desk = sit()
    desk.bench.put(SHIPS[0], NEAR)
    desk.bench.put(SHIPS[1], NEAR)
    desk.wait(0.5)
    desk.bench.put(desk.bench.lift(NEAR, "ship0"), THERE)
    seen = desk.wait(0.06).readings
    assert (seen[NEAR], seen[THERE]) == (names(SHIPS[1]), names(SHIPS[0]))
    seen = desk.wait(1.0).readings
    assert (seen[NEAR], seen[THERE]) == (names(SHIPS[1]), names(SHIPS[0]))
    assert [ailment.fault for ailment in desk.board.ailments()] == []


def test_a_piece_carried_there_and_back_before_it_was_missed_lies_here_again(sit):
    desk = sit()
    desk.bench.put(SHIPS[0], NEAR)
    desk.wait(0.5)
    desk.bench.put(desk.bench.lift(NEAR), THERE)
    desk.wait(0.06)
    desk.bench.put(desk.bench.lift(THERE), NEAR)
    seen = desk.wait(1.0).readings
    assert seen.get(NEAR) == names(SHIPS[0]) and THERE not in seen


def test_reads_that_are_missed_now_and_then_change_nothing(sit):
    desk = sit(Faults(missed_read=0.1))
    for ship in SHIPS:
        desk.bench.put(ship, NEAR)
    desk.wait(1.0)
    for _ in range(100):
        assert len(desk.wait(0.1).readings[NEAR]) >= 8, "three misses in a row are rare"


def test_what_was_taken_while_the_power_was_off_is_gone(sit):
    desk = sit()
    desk.bench.put(SHIPS[0], NEAR)
    desk.bench.put(SHIPS[1], THERE)
    desk.wait(0.5)
    desk.bench.unplug()
    desk.wait(0.2)
    desk.bench.lift(NEAR)
    desk.bench.plug()
    seen = desk.wait(5.0).readings
    assert NEAR not in seen and seen[THERE] == names(SHIPS[1])


def test_a_reader_that_is_dead_leaves_all_its_antennas_deaf(sit):
    desk = sit(Faults(dead_readers={THERE}))
    seen = desk.wait(2.0)
    share = next(sites for sites in desk.board.wiring.readers if THERE in sites)
    assert seen.deaf == {*share} and len(share) == 12
    assert [(a.fault, a.sites) for a in desk.board.ailments()] == [("F24", share)]


def test_an_antenna_beyond_the_first_256_has_a_number_that_fits():
    payload = wire.pack(wire.TAG, 1, 359, 1, b"\x04abcdef")
    assert wire.unpack(wire.TAG, payload) == (1, 359, 1, b"\x04abcdef")
