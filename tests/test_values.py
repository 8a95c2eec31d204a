"""Readings, traces, and what a sense can tell."""

from __future__ import annotations

import pytest

from controller.values import Piece, Seat, Sense, Site, Trace, expect, rounded_rows

A, B, CARD, ROLLER = Site("a"), Site("b"), Site("card"), Site("roller")
SENSES = {A: Sense.REED, B: Sense.REED, CARD: Sense.TAP, ROLLER: Sense.DIAL}
RED, BLUE = Piece("red", Seat(0)), Piece("blue", Seat(1))


@pytest.mark.parametrize(
    ("sense", "content", "told"),
    [
        (Sense.REED, (RED,), True),
        (Sense.REED, (), None),
        (Sense.COUNT, (RED, BLUE), frozenset({0, 1})),
        (Sense.COUNT, (), None),
        (Sense.SIDE, (BLUE,), frozenset({Seat(1)})),
        (Sense.TAG, (RED, BLUE), frozenset({"red", "blue"})),
        (Sense.TAG, (Piece("tug.2"), Piece("tug.9")), frozenset({"tug", "tug'"})),
        (Sense.TAP, (RED, BLUE), "blue"),
        (Sense.DIAL, 0, 0),
        (Sense.KEY, (RED,), None),
        (Sense.REED, 3, None),
    ],
)
def test_a_sense_tells_no_more_than_it_can(sense, content, told):
    assert sense.read(content) == told


def test_an_empty_cell_has_nothing_to_tell():
    assert expect({A: (RED,), B: (), ROLLER: 0}, SENSES) == {A: True, ROLLER: 0}


def test_a_site_without_a_sensor_is_not_expected_to_tell():
    assert expect({Site("nowhere"): (RED,)}, SENSES) == {}


def test_a_move_leaves_its_two_cells_changed():
    trace = Trace.of({A: (RED,)}, {B: (RED,)}, SENSES, frozenset())
    assert trace == Trace({A: None, B: True}, frozenset({A, B}))


def test_a_replacing_capture_must_have_opened_its_target():
    trace = Trace.of({A: (RED,), B: (BLUE,)}, {B: (RED,)}, SENSES, frozenset())
    assert trace == Trace({A: None}, frozenset({A, B}))
    assert not Trace({A: None}, frozenset({A})).completes(trace)
    assert Trace({A: None}, frozenset({A, B})).completes(trace)


def test_a_reed_cannot_feel_one_piece_leave_a_crowd():
    trace = Trace.of({A: (RED, BLUE)}, {A: (RED,), B: (BLUE,)}, SENSES, frozenset())
    assert trace == Trace({B: True}, frozenset({B}))


def test_a_heap_that_is_taken_away_leaves_no_trace_at_a_tap_reader():
    assert not Trace.of({CARD: (RED,)}, {}, SENSES, frozenset())


def test_a_lifted_piece_begins_every_move_that_starts_there():
    lifted = Trace({A: None}, frozenset({A}))
    assert lifted.begins(Trace({A: None, B: True}, frozenset({A, B})))
    assert not lifted.begins(Trace({B: None}, frozenset({B})))


@pytest.mark.parametrize(("rows", "told"), [(3.0, 3), (3.19, 3), (3.4, 3.4), (-0.1, 0), (2.85, 3)])
def test_a_strip_between_two_lines_is_on_neither(rows, told):
    assert rounded_rows(rows) == told
