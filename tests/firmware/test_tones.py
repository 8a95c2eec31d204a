"""Tunes on the buzzer: every note at its time, and silence after the last."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from firmware.tones import HIGHEST, LOWEST, Tune
from tests.firmware.micropython import run, workshop

PITCHES = st.one_of(st.just(0), st.integers(LOWEST, HIGHEST))
TUNES = st.lists(st.tuples(PITCHES, st.integers(1, 900)), max_size=wire.MOST_NOTES)
PACE = 5  # ms


def packed(notes):
    return b"".join(struct.pack(wire.NOTE_FORMAT, *note) for note in notes)


@given(TUNES, st.integers(1, 255), st.integers(0, 10**9))
def test_every_note_is_heard_in_its_time_and_then_nothing(notes, volume, ms):
    tune = Tune()
    assert tune.take(volume, packed(notes), ms)
    assert (
        len(wire.encode(wire.TONES, 9, wire.pack(wire.TONES, 9, packed(notes))))
        <= wire.LONGEST_FRAME
    )
    for hertz, lasts in notes:
        for moment in (ms, ms + lasts - 1):
            assert tune.tone(moment) == ((hertz, volume) if hertz else (0, 0))
        ms += lasts
    assert tune.tone(ms) == (0, 0) and tune.due is None


@pytest.mark.parametrize(
    "notes", [b"\1", packed([(440, 9)])[:-1], packed([(LOWEST - 1, 9)]), packed([(HIGHEST + 1, 9)])]
)
def test_what_no_buzzer_can_play_leaves_the_tune_as_it_was(notes):
    tune = Tune()
    tune.take(9, packed([(440, 50)]), 0)
    assert not tune.take(200, notes, 10)
    assert tune.tone(10) == (440, 9)


@given(TUNES, TUNES, st.integers(0, 60))
def test_a_panel_plays_what_it_is_told_and_cuts_short_what_sounds(first, second, passes):
    pins, panel = workshop()
    run(pins, panel, 20)
    pins.tell(wire.TONES, 200, packed(first))
    run(pins, panel, PACE * passes)
    pins.tell(wire.TONES, 100, packed(second))
    began = pins.now
    run(pins, panel, sum(lasts for _, lasts in second) + 3 * PACE)
    sounding = (0, 0)
    for at in range(began, pins.now, PACE):
        for now, *tone in pins.tones:
            sounding = tuple(tone) if now <= at else sounding
        assert sounding == tone_at(second, at - began)
    assert panel.settled


def tone_at(notes, ms):
    for hertz, lasts in notes:
        if ms < lasts:
            return (hertz, 100) if hertz else (0, 0)
        ms -= lasts
    return 0, 0


def test_a_tune_that_makes_no_sense_is_refused():
    pins, panel = workshop()
    run(pins, panel, 20)
    pins.tell(wire.GREET, wire.PROTOCOL)
    pins.tell(wire.TONES, 9, b"\1")
    run(pins, panel, 10)
    said = [wire.unpack(kind, rest) for kind, _, rest in pins.lines() if kind == wire.ACK]
    assert [status for _, status in said] == [wire.DONE, wire.MALFORMED]
