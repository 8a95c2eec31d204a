"""Formulas that leave something out, beside a simulation that does not (ngspice)."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from itertools import accumulate, pairwise

import pytest

from drivers.kit.physics import sparks
from drivers.kit.physics.matrix import HIGH, SUPPLY
from drivers.kit.physics.sparks import Plug
from drivers.kit.physics.supply import RAIL
from tests.kit import decks
from tests.kit.made import NAMES, kit
from tests.test_hardware_page import section, table

# A 74HCS165 at 3.3 V, between the figures for 2 and for 4.5 V (from memory of TI's data sheet).
FIRST = 1.22  # V at which the earliest takes its clock; the last does at HIGH
UNLIKE = 0.1  # V by which two of one lot may differ
HANDS_ON = 10.0  # ns, at least, from its clock to its next bit
BEARS = SUPPLY + 0.5  # V at an input, before its protection carries current


KIT = decks.KIT
RESISTOR = (100.0, 0.0, 0.0)  # alone, as most would have it
NOTHING = (0.0, 0.0, 0.0)

Wave = list[tuple[float, float]]  # ns and V


@cache
def seen(name: str, through: tuple[float, float, float] = KIT) -> list[Wave]:
    """What each register of a panel sees, the nearest first."""
    rows = decks.run(*decks.clock(kit(name).clock, through))
    return [[(row[0] * 1e9, row[at]) for row in rows] for at in range(1, len(rows[0]))]


@cache
def plugged(name: str, buffered: bool = True) -> tuple[float, float]:
    """What flows at the plug, at most, and what the pixels get."""
    made = Plug(kit(name).supply)
    rows = decks.run(*decks.plug(made, made.buffers if buffered else 0))
    return max(row[1] for row in rows), max(max(row[2:]) for row in rows)


def reached(wave: list[tuple[float, float]], volts: float) -> float:
    return next(time for time, level in wave if level >= volts)


def rise(wave: Wave) -> float:
    return reached(wave, 0.9 * SUPPLY) - reached(wave, 0.1 * SUPPLY)


def fall(wave: Wave) -> float:
    """By how much it falls again, at most, where some register takes it for a clock."""
    most, deepest = 0.0, 0.0
    for _, level in wave:
        most = max(most, level)
        if most >= FIRST:
            deepest = max(deepest, min(most, HIGH) - level)
    return deepest


def apart(waves: list[Wave], unlike: float) -> float:
    """ns that a register is clocked later than the next, if it wants so many volts more."""
    levels = [FIRST + 0.01 * at for at in range(round(100 * (HIGH - unlike - FIRST)) + 1)]
    late = (
        after - before
        for one, other in pairwise(waves)
        for after, before in zip(
            clocked(one, [level + unlike for level in levels]), clocked(other, levels), strict=True
        )
    )
    return max(late, default=0.0)


def clocked(wave: Wave, levels: list[float]) -> list[float]:
    """When registers that take their clock at these levels have it."""
    highest = list(accumulate((level for _, level in wave), max))
    return [wave[bisect_left(highest, level)][0] for level in levels]


@pytest.mark.parametrize("name", NAMES)
def test_a_clock_is_as_fast_as_its_formula_says_and_has_no_echo(name):
    """The formula has no ribbon's echoes: they must neither slow an edge nor bring it back."""
    line = kit(name).clock
    waves = seen(name)
    assert 0.7 * line.rise <= max(map(rise, waves)) <= line.rise
    assert max(map(fall, waves)) < 0.05, "even a register without hysteresis is clocked once"
    assert max(level for wave in waves for _, level in wave) <= BEARS


@pytest.mark.parametrize("name", NAMES)
def test_a_register_takes_its_bit_before_the_next_one_hands_on_another(name):
    """Registers of a matrix are on lines of their own, and take bits from none."""
    if kit(name).matrix:
        return
    assert apart(seen(name), UNLIKE) < HANDS_ON


def test_with_a_resistor_alone_it_might_come_too_late():
    """The edge comes up in steps, and falls back on its way; a formula of its rise sees neither."""
    waves = seen("astron", RESISTOR)
    assert apart(waves, UNLIKE) > 1.5 * HANDS_ON and max(map(fall, waves)) > 0.1


def test_with_nothing_at_the_pin_it_overshoots_what_an_input_bears():
    """Two metres of ribbon with few registers on them, as under the matrix."""
    waves = seen("zylatron_matrix", NOTHING)
    assert max(level for wave in waves for _, level in wave) > BEARS + 0.5


# -------------------------------------------------------------------------------------------- plug


@pytest.mark.parametrize("name", NAMES)
def test_a_brick_that_is_plugged_in_alive_sparks_and_lifts_no_pixel(name):
    """What flows is at most what the resistances let through, and not much less."""
    made, (peak, lifted) = Plug(kit(name).supply), plugged(name)
    assert 0.7 * made.peak <= peak <= 1.05 * made.peak
    assert lifted <= RAIL + 0.05


@pytest.mark.parametrize("name", ["astron", "situation7"])
def test_without_its_buffers_it_lifts_them_far_above_what_they_bear(name):
    """Wires and the pixels' own capacitors swing: the 1000 µF are there before the first 5 V."""
    assert plugged(name, buffered=False)[1] > 6.5


# -------------------------------------------------------------------------------------------- reeds


def test_a_reed_may_close_a_wire_and_no_capacitor():
    """0.5 A is what it may switch; what it carries for long is the pull-up's third of a mA."""
    assert sparks.wire_spark() < sparks.SWITCHES / 10
    assert sparks.capacitor_spark() > 50 * sparks.SWITCHES, "it would weld"
    assert sparks.capacitor_spark(100) < sparks.SWITCHES / 10


# ---------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_comes_of_it(name):
    panel = str(kit(name).plan.panel.wiring.file.panel)
    if panel not in (told := {row["Panel"]: row for row in table("What is simulated")}):
        return  # somebody else's
    row = {column: float(cell) for column, cell in told[panel].items()}
    assert row["Rise, ns"] == pytest.approx(max(map(rise, seen(name))), abs=1)
    assert row["Late, ns"] == pytest.approx(apart(seen(name), UNLIKE), abs=0.3)
    alone = apart(seen(name, RESISTOR), UNLIKE)
    assert row["Late with 100 Ω alone, ns"] == pytest.approx(alone, abs=1)
    assert row["Plug, A"] == pytest.approx(plugged(name)[0], abs=0.6)
    assert row["Pixels at most, V"] == pytest.approx(plugged(name)[1], abs=0.02)
    assert row["Without the 1000 µF, V"] == pytest.approx(plugged(name, False)[1], abs=0.1)


def test_the_page_warns_of_sparks_with_figures_that_are_worked_out():
    safety = "\n".join(section("Safety"))
    assert f"may switch {sparks.SWITCHES:g} A" in safety
    assert f"the {1000 * sparks.wire_spark():.0f} mA that a charged wire" in safety
    assert f"would give {sparks.capacitor_spark():.0f} A through its {sparks.CONTACT:g}" in safety
