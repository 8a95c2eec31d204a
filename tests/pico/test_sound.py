"""Tones off the buzzer's pin, decoded by the times of its edges."""

import struct

import pytest

from firmware import wire

pytestmark = [pytest.mark.pico, pytest.mark.hil]
TUNE = ((660, 90), (990, 60), (0, 50), (2500, 40))
SLACK = 0.012  # s: two passes, and a wave


def test_a_tune_is_heard_in_pitch_and_time_and_cut_short_by_the_next(desk):
    desk.chip.buzzer.forget()
    desk.tell(
        wire.TONES, 255, b"".join(struct.pack(wire.NOTE_FORMAT, *note) for note in TUNE), within=0.3
    )
    heard = desk.chip.buzzer.tones()
    told = [note for note in TUNE if note[0]]
    assert [round(tone.hertz / hertz, 2) for tone, (hertz, _) in zip(heard, told, strict=True)] == [
        1.0,
        1.0,
        1.0,
    ]
    assert all(
        abs(tone.lasts - ms / 1000) < SLACK for tone, (_, ms) in zip(heard, told, strict=True)
    )
    assert abs(heard[2].begins - heard[0].begins - 0.2) < SLACK, "the rest between is kept"
    assert all(0.45 < tone.duty <= 0.55 for tone in heard)


def test_it_is_softer_on_demand_and_silent_when_told(desk):
    desk.chip.buzzer.forget()
    desk.tell(wire.TONES, 64, struct.pack(wire.NOTE_FORMAT, 800, 900), within=0.05)
    desk.tell(wire.TONES, 64, b"", within=0.03)
    desk.chip.run(0.05)
    [tone] = desk.chip.buzzer.tones()
    assert 0.01 < tone.duty < 0.05 and 0.04 < tone.lasts < 0.08
