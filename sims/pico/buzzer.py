"""The buzzer on its pin: turns edges into tones with pitch, length and duty."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from rp2040py.gpio_pin import GPIOPinState

if TYPE_CHECKING:
    from rp2040py.rp2040 import RP2040

BUZZER_PIN = 1
LONGEST_WAVE = 25e6  # ns between two edges of one tone: 40 Hz
TONE_TOLERANCE = 0.03  # share by which two waves of one tone may differ


class Tone(Struct, frozen=True):
    """One tone as heard."""

    begins: float  # s
    lasts: float  # s
    hertz: float
    duty: float  # share of a wave in which the pin is high


class Buzzer:
    """The tones since the last `forget`."""

    def __init__(self, chip: RP2040) -> None:
        self._clock = chip.clock
        self._rises: list[float] = []  # ns
        self._falls: list[float] = []
        chip.gpio[BUZZER_PIN].add_listener(self._changed)

    def _changed(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if new is GPIOPinState.HIGH:
            self._rises.append(self._clock.nanos)
        elif old is GPIOPinState.HIGH:
            self._falls.append(self._clock.nanos)

    def forget(self) -> None:
        self._rises, self._falls = [], []

    def tones(self) -> list[Tone]:
        """Return the tones; successive waves of equal length are one tone."""
        found: list[list[tuple[float, float]]] = []  # (begins, lasts) of each wave
        for rise, after in pairwise(self._rises):
            wave = after - rise
            if wave > LONGEST_WAVE:
                found.append([])
            elif found and found[-1] and abs(wave / found[-1][-1][1] - 1) < TONE_TOLERANCE:
                found[-1].append((rise, wave))
            else:
                found.append([(rise, wave)])
        return [self._tone(waves) for waves in found if len(waves) > 2]

    def _tone(self, waves: list[tuple[float, float]]) -> Tone:
        begins, lasts = waves[0][0], sum(wave for _, wave in waves)
        end = begins + lasts
        high = sum(
            fall - rise
            for rise, fall in zip(self._rises, self._falls, strict=False)
            if begins <= rise < end
        )
        return Tone(begins / 1e9, lasts / 1e9, len(waves) * 1e9 / lasts, high / lasts)
