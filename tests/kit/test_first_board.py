"""The first board: its game, its pictures, and the walk through its ten steps."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, product
from math import ceil, dist
from pathlib import Path
from random import Random

import pytest

import breadboard
from controller.app import arguments
from controller.game import Setting
from controller.lessons.rulebook import rule_numbers
from controller.words import say
from drivers.kit.drawn import svg
from drivers.kit.drawn.shapes import Words, meets
from drivers.kit.files import sheets
from drivers.kit.kit import kit_of
from drivers.kit.physics import magnets
from drivers.kit.terms import KitPanel, Wishes
from drivers.kit.wired.contacts import INPUTS
from drivers.wiring import load_wiring
from firmware.pico import pins as gpio
from sims.bench.rig import Rig
from stardeck_kayles import GAME
from stardeck_kayles.rules import Kayles, runs, worth
from tests.workbench import Workbench

EXAMPLE = Path(__file__).parents[2] / "examples/first_board"

WIRING = load_wiring(GAME.panel)
START = GAME.start(Setting(2))
PAGE = (EXAMPLE / "README.md").read_text()
COMMANDS = re.findall(r"^stardeck .*$", PAGE, re.MULTILINE)

# -------------------------------------------------------------------------------------- the game


def positions():
    """Every one there is: each star there or taken, either player on turn."""
    for taken, mover in product(product((True, False), repeat=8), (0, 1)):
        stars = tuple(site for site, there in zip(START.stars, taken, strict=True) if there)
        yield Kayles(stars, mover)


def test_every_lawful_move_is_offered_and_no_other():
    for position in positions():
        offered = {str(move) for move in position.moves()}
        near = frozenset(START.stars)
        lawful = {str(m) for m in position.attempts(near) if position.refusal(m) is None}
        assert offered == lawful
        assert {str(GAME.parse(line)) for line in offered} == offered
        assert (position.outcome is None) == bool(offered)


def test_a_robot_that_goes_by_its_promise_never_loses_a_won_game():
    """From eight in a row who begins wins: by taking from the middle."""
    for position in positions():
        promised = position.evaluate(position.mover)
        after = [position.after(move).evaluate(position.mover) for move in position.moves()]
        assert promised == (max(after) if after else -1.0)


def test_the_worth_of_a_run_is_dudeneys():
    assert [worth(size) for size in range(9)] == [0, 1, 2, 3, 1, 4, 3, 2, 1]
    assert runs(START.stars[:3] + START.stars[5:]) == [3, 3]


def test_every_rule_it_names_is_written_down():
    rules = {START.after(GAME.parse("1 takes k1")).refusal(GAME.parse(line)).rule for line in BAD}
    assert rules <= rule_numbers(GAME) and rules == {"K1", "K2"}


BAD = ("1 takes k2", "2 takes k1", "2 clears k2-k4")


def test_a_game_is_read_from_the_board_and_lit():
    rig = Rig(START, WIRING, game=GAME)
    rig.settle()
    luck = Random(8)
    while rig.table.position.outcome is None:
        move = luck.choice(list(rig.table.position.moves()))
        for place in move.places:
            rig.do(f"lift {place}")
            rig.do("away")
        rig.wait(3)
        assert str(rig.table.history[-1]) == str(move)


# -------------------------------------------------------------------------------------- the board


def nodes() -> dict[tuple[int, str], str]:
    """What is one with what on the breadboard: five holes of a column, a whole rail, a wire."""
    joined: dict[str, str] = {}

    def root(name: str) -> str:
        while name in joined:
            name = joined[name]
        return name

    for wire in breadboard.wires():
        if not wire.name:
            one, other = root(strip_of(wire.start)), root(strip_of(wire.end))
            if one != other:
                joined[one] = other
    return {(c, r): root(strip_of((c, r))) for c in range(1, 61) for r in breadboard.HEIGHT}


def strip_of(hole: tuple[int, str]) -> str:
    column, row = hole
    if row in "abcde":
        return f"{column} upper"
    if row in "fghij":
        return f"{column} lower"
    return row if row in breadboard.RAILS else f"{column} {row} beside"


def pico(number: int) -> tuple[int, str]:
    """A pin of the Pico by its GPIO, or by the number of the pin when it is negative."""
    from tests.test_hardware_page import PICO

    pin = -number if number < 0 else PICO[number]
    return (pin, "h") if pin <= 20 else (41 - pin, "c")


def chip(pin: int) -> tuple[int, str]:
    return (29 + pin, "f") if pin <= 8 else (46 - pin, "e")


def test_what_is_plugged_in_is_what_the_firmware_expects():
    at = nodes()
    power, ground = at[pico(-36)], at[pico(-38)]
    assert power != ground and at[pico(-40)] not in (power, ground)
    assert at[pico(gpio.CLOCK)] == at[chip(2)] and at[pico(gpio.LATCH)] == at[chip(1)]
    assert at[pico(gpio.CHAINS[0])] == at[chip(9)]
    assert at[chip(16)] == at[chip(10)] == power and at[chip(8)] == at[chip(15)] == ground
    assert at[pico(gpio.AMPS)] == ground


def test_each_reed_pulls_the_input_of_its_channel_to_ground():
    at = nodes()
    reeds = {wire.name: wire for wire in breadboard.wires() if wire.name.startswith("k")}
    assert set(reeds) == set(WIRING.channels.values())
    for channel, site in WIRING.channels.items():
        ends = {at[reeds[site].start], at[reeds[site].end]}
        assert ends == {at[chip(INPUTS[channel])], at[pico(-38)]}
        network = at[(46 + channel, "a")]
        assert network in ends and at[(45, "a")] == at[pico(-36)], "held high"
    inputs = [at[chip(pin)] for pin in INPUTS]
    assert all(one != other for one, other in combinations(inputs, 2))


def test_no_hole_takes_two_wires():
    every = (end for wire in breadboard.wires() for end in (wire.start, wire.end))
    ends = [end for end in every if end[1] in breadboard.ROWS]
    assert len(set(ends)) == len(ends)
    taken = {pico(-pin) for pin in range(1, 41)} | {chip(pin) for pin in range(1, 17)}
    assert not taken & set(ends)


def test_the_pixels_are_fed_through_the_diode_and_spoken_to_through_the_resistor():
    at, parts = nodes(), {wire.name: wire for wire in breadboard.wires()}
    ends = {name: {at[parts[name].start], at[parts[name].end]} for name in ("1N4001", "330")}
    assert ends["1N4001"] == {at[pico(-40)], at[(2, "5V")]}
    assert ends["330"] == {at[pico(gpio.PIXEL_PINS[0])], at[(2, "DIN")]}
    assert at[(2, "GND")] == at[pico(-38)]


def test_every_part_reaches_from_leg_to_leg_and_stands_in_holes():
    """A leg is 25 mm long at most; what is on the card hangs on wires, not on the board."""
    for wire in breadboard.wires():
        if wire.name and not wire.name.startswith("k"):
            assert {wire.start[1], wire.end[1]} <= set(breadboard.ROWS)
            assert dist(breadboard.at(wire.start), breadboard.at(wire.end)) < 25
        if wire.name.startswith("k"):
            assert {wire.start[1], wire.end[1]} == {"upper", "lower"}, "under the card"
    least = ceil(magnets.least_pitch(magnets.DISCS[0], magnets.REED) * 10) / 10
    assert least < 33 and f"{least} mm" in PAGE


@pytest.mark.parametrize("step", range(1, 11))
def test_a_picture_can_be_read(step):
    """Columns and rows have their names, no word lies on another, and no wire within another."""
    shapes = breadboard.picture(step, breadboard.TITLES[step - 1]).shapes
    words = [shape for shape in shapes if isinstance(shape, Words)]
    assert {"1", "30", "60", *"abcdefghij", "+", "–"} <= {word.text for word in words}
    for one, other in combinations(words, 2):
        assert not meets(one.box, other.box), (one.text, other.text)
    ways = [breadboard.path(wire) for wire in breadboard.wires() if wire.step <= step]
    for one, other in combinations(ways, 2):
        for here, there in product(pairwise(one), pairwise(other)):
            assert not within(here, there), (here, there)


def within(one, other) -> bool:
    """Two upright or level stretches lie upon each other for more than 2 mm."""
    for along, across in ((0, 1), (1, 0)):
        if len({round(point[across], 2) for point in (*one, *other)}) == 1:
            low, high = (sorted(point[along] for point in pair) for pair in (one, other))
            return min(low[1], high[1]) - max(low[0], high[0]) > 2
    return False


def test_pictures_and_lists_are_as_they_would_be_made_today():
    assert breadboard.page() == PAGE, "python examples/first_board/breadboard.py"
    for name, text in breadboard.drawn().items():
        assert (EXAMPLE / "pictures" / name).read_text() == text
        assert f"pictures/{name}" in PAGE
    assert re.findall(r"^## (\d+)\. (.*)$", PAGE, re.MULTILINE) == [
        (str(at), title) for at, title in enumerate(breadboard.TITLES, 1)
    ]


def test_what_it_lacks_is_not_said_to_need_hands():
    """Quick or not, a check says the same of what no panel like this has."""
    quick = Workbench(WIRING).check(quick=True).results
    assert {name for name, found in quick.items() if found.absent} == {"roller", "strip", "tags"}
    assert {name for name, found in quick.items() if found.left_out} >= {"reeds"}


def test_its_panel_has_a_kit_too():
    drawing, pieces = GAME.drawing(START), GAME.pieces(START)
    made = kit_of(KitPanel("kayles", GAME.title, WIRING, drawing, pieces), Wishes())
    assert made.plan.by_the_metre and made.supply.fuse == 1
    assert all(svg.sheet_svg(sheet) for sheet in sheets(made.plan, say).values())


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_page_is_one(line):
    asked = arguments.parse(line.replace("kayles", "astron").split()[1:])
    assert asked.verb in ("play", "flash", "check")
