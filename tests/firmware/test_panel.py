"""A whole panel on its pins: what it says when, what it obeys, what it shows."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import lights, wire
from firmware.fit import EMPTY_FIT, Fit
from firmware.panel import HEARTBEAT_MS, HOST_SILENCE, ROLL, Panel
from tests.firmware.micropython import (
    COUNTS,
    FIT,
    VERSION,
    WELL,
    Pins,
    run,
    run_of,
    turn,
    workshop,
)

PLANE = b"\4plane1"
SPARE = 71  # the last bit of the keys' register
ROOT = Path(__file__).parents[2]


class Table:
    """A panel and its host, both in the hands of a test."""

    def __init__(self):
        self.start(FIT)

    def start(self, fit):
        """It gets power, and is under this panel."""
        self.pins, self.panel = workshop(fit)
        self.run(20)

    def run(self, ms, pace=5):
        """Let time pass; what the board said meanwhile."""
        run(self.pins, self.panel, ms, pace)
        return self.said()

    def said(self):
        return [(kind, wire.unpack(kind, payload)) for kind, _, payload in self.pins.lines()]

    def tell(self, kind, *fields):
        """Say this to the board; its answer and all it says in the same pass."""
        self.pins.tell(kind, *fields)
        return self.run(5)

    def obeys(self, kind, *fields):
        """The status in the acknowledgement of this."""
        seq = self.pins.tell(kind, *fields)
        [(of, status)] = only(wire.ACK, self.run(5))
        assert of == seq
        return status

    def lit(self):
        picture = self.pins.pictures[-1]
        return {at // 3 for at in range(0, len(picture), 3) if any(picture[at : at + 3])}


def only(kind, said):
    return [fields for other, fields in said if other == kind]


@pytest.fixture
def silent():
    return Table()


@pytest.fixture
def table():
    built = Table()
    built.tell(wire.GREET, wire.PROTOCOL)
    return built


def test_nothing_is_said_before_somebody_listens(silent):
    silent.pins.flip(0, 3)
    assert silent.run(5000) == []
    assert silent.tell(wire.PING) == []


@given(st.lists(st.integers(0, 29), max_size=9), st.integers(0, 6), st.sampled_from([1, 2, 5, 20]))
def test_whoever_greets_it_at_whatever_moment_is_told_what_stands_there(closed, passes, samples):
    pins = Pins()
    pins.kept = {wire.DEBOUNCE: samples}
    for bit in set(closed):
        pins.flip(0, bit)
    panel = Panel(pins)
    run(pins, panel, 5 * passes)
    pins.tell(wire.GREET, wire.PROTOCOL)
    panel.attend()
    run(pins, panel, 200)
    said = [(kind, wire.unpack(kind, payload)) for kind, _, payload in pins.lines()]
    [(_, first, bits)] = only(wire.SNAPSHOT, said)
    assert (first, bits[:4]) == (0, pins.words[0].to_bytes(4, "little"))
    assert not only(wire.EDGE, said), "nobody touched anything"


def test_a_greeting_is_answered_with_everything(silent):
    silent.pins.polls = [(1, (PLANE,))]
    silent.pins.flip(2, 1)
    silent.run(50)
    said = silent.tell(wire.GREET, wire.PROTOCOL)
    kinds = [wire.HELLO, wire.SNAPSHOT, wire.ROLLER, wire.TAG, wire.HEARTBEAT, wire.ACK]
    assert [kind for kind, _ in said] == kinds
    everything = 63
    told = FIT.packed()
    hello = (wire.PROTOCOL, VERSION, Pins.board, 7, everything, 72, 8, 2, 12, Pins.cause, told)
    assert said[0][1] == hello
    assert said[1][1][2] == b"\0\0\0\x40\0\0\0\x40\2"
    assert said[3][1][1:] == (1, 1, PLANE)


def test_where_its_program_broke_off_is_told_to_whoever_greets_it(silent):
    silent.pins.crash = b"ValueError: torn"
    silent.pins.full = True
    silent.tell(wire.GREET, wire.PROTOCOL)
    assert silent.pins.forgiven == 0, "nobody was told"
    silent.pins.full = False
    for _ in range(2):
        said = silent.tell(wire.GREET, wire.PROTOCOL)
        assert only(wire.CRASH, said) == [(b"ValueError: torn",)]
    assert silent.pins.forgiven == 2


def test_every_message_has_the_next_number(table):
    run(table.pins, table.panel, 300 * HEARTBEAT_MS, pace=HEARTBEAT_MS)
    numbers = [seq for _, seq, _ in table.pins.lines()]
    assert len(numbers) > 256
    assert {(later - sooner) % 256 for sooner, later in pairwise(numbers)} == {1}


def test_a_closed_contact_is_an_edge_with_the_time_of_its_sample(table):
    at = table.pins.now
    table.pins.flip(1, 4)
    assert table.run(100) == [(wire.EDGE, (at + 5, 36, 1))]


def test_a_heartbeat_comes_every_second_and_sums_up_the_readings(table):
    table.pins.flip(0, 0)
    beats = only(wire.HEARTBEAT, table.run(5000))
    times = [beat[0] for beat in beats]
    assert len(beats) == 5
    assert {later - sooner for sooner, later in pairwise(times)} == {HEARTBEAT_MS}
    assert beats[0][6] == wire.checksum(b"\1\0\0\x40\0\0\0\x40\0")


def test_a_heartbeat_tells_the_worst_pass_and_forgets_it(table):
    table.pins.busy = 30
    table.panel.step()
    table.pins.busy = 0
    beats = only(wire.HEARTBEAT, table.run(2100))
    assert [beat[1] for beat in beats] == [30_000, 0]


def test_broken_bytes_from_the_host_are_counted(table):
    table.pins.bring(b"\5garbage\0")
    assert only(wire.HEARTBEAT, table.run(1100))[0][3] == 1


@pytest.mark.parametrize(
    "kind, payload, status",
    [
        (wire.PING, b"", wire.DONE),
        (wire.PING, b"!", wire.MALFORMED),
        (wire.GREET, b"", wire.MALFORMED),
        (wire.LIMIT, b"\1", wire.MALFORMED),
        (wire.LEDS, run_of(11, 1, (1, 1, 1)), wire.DONE),
        (wire.LEDS, run_of(11, 2, (1, 1, 1)), wire.MALFORMED),
        (wire.LEDS, b"torn", wire.MALFORMED),
        (wire.EDGE, b"", wire.UNKNOWN),
        (0x66, b"", wire.UNKNOWN),
    ],
)
def test_everything_is_acknowledged_with_what_became_of_it(table, kind, payload, status):
    seq = table.pins.send(kind, payload)
    assert table.run(5) == [(wire.ACK, (seq, status))]


@pytest.mark.parametrize(
    "key, value, status",
    [
        (wire.DEBOUNCE, 1, wire.DONE),
        (wire.DEBOUNCE, 20, wire.DONE),
        (wire.DEBOUNCE, 0, wire.MALFORMED),
        (wire.DEBOUNCE, 21, wire.MALFORMED),
        (wire.COUNTS_PER_ROW, 0, wire.MALFORMED),
        (wire.TURNED, 0, wire.MALFORMED),
        (4, 1, wire.UNKNOWN),  # the number of a panel, until its fit was told instead
        (99, 1, wire.UNKNOWN),
    ],
)
def test_a_setting_out_of_its_range_is_refused(table, key, value, status):
    assert table.obeys(wire.CONFIGURE, key, value) == status


def test_debounce_is_set_from_the_host(table):
    table.obeys(wire.CONFIGURE, wire.DEBOUNCE, 10)
    table.pins.flip(0, 0)
    assert table.run(45) == []
    assert only(wire.EDGE, table.run(5))


OTHER = Fit(300, (32,), (True,), keys=1, lines=(9,), back=4)


def test_a_panel_tells_the_name_it_was_given(table):
    assert table.obeys(wire.FIT, OTHER.packed()) == wire.DONE
    assert table.pins.told == [OTHER.packed()] and table.pins.reboots == [wire.TO_PANEL]
    table.start(OTHER)
    [hello] = only(wire.HELLO, table.tell(wire.GREET, wire.PROTOCOL))
    assert (hello[3], hello[5:9], hello[10]) == (300, (32, 1, 0, 9), OTHER.packed())


def test_what_it_knows_already_is_neither_kept_nor_started_for(table):
    assert table.obeys(wire.FIT, FIT.packed()) == wire.DONE
    assert table.pins.told == [] and table.pins.reboots == []


@pytest.mark.parametrize(
    "told",
    [b"", b"\1", FIT.packed()[:-1], FIT.packed() + b"\0", Fit(9, lines=(60_000,)).packed()],
    ids=["nothing", "a byte", "too short", "too long", "pixels beyond memory"],
)
def test_a_panel_that_cannot_be_is_refused_and_it_stays_what_it_was(table, told):
    assert table.obeys(wire.FIT, told) == wire.MALFORMED
    assert table.pins.told == [] and table.pins.reboots == []


def test_what_the_disk_does_not_take_is_told_and_it_stays_what_it_was(table):
    table.pins.worn_out = True
    assert table.obeys(wire.FIT, OTHER.packed()) == wire.UNKEPT
    assert table.obeys(wire.CONFIGURE, wire.DEBOUNCE, 3) == wire.UNKEPT
    assert table.pins.reboots == []


def test_a_bare_pico_answers_so_that_it_can_be_told(table):
    table.start(EMPTY_FIT)
    [hello] = only(wire.HELLO, table.tell(wire.GREET, wire.PROTOCOL))
    assert hello[3:9] == (0, wire.CAN_SOUND, 0, 0, 0, 0)
    assert table.obeys(wire.LEDS, run_of(0, 1, (9, 9, 9))) == wire.MALFORMED
    assert table.obeys(wire.TEST, 0) == wire.MALFORMED
    assert table.run(5000) and table.obeys(wire.FIT, FIT.packed()) == wire.DONE


def test_a_host_of_another_protocol_can_still_read_who_it_is(table):
    [hello] = only(wire.HELLO, table.tell(wire.GREET, 2))
    assert hello[0] == wire.PROTOCOL and hello[10] == b""


@pytest.mark.parametrize("loader", [0, 1])
def test_a_reboot_is_acknowledged_before_it_comes(table, loader):
    assert table.obeys(wire.REBOOT, loader) == wire.DONE
    assert table.pins.reboots == [bool(loader)]


def test_a_snapshot_comes_when_asked(table):
    assert only(wire.SNAPSHOT, table.tell(wire.REQUEST_SNAPSHOT))


def test_edges_that_found_the_line_full_are_made_good_by_a_snapshot(table):
    table.pins.full = True
    table.pins.flip(0, 0)
    table.pins.flip(1, 0)
    assert table.run(50) == [] and not table.panel.settled
    table.pins.full = False
    [(kind, (_, first, bits))] = table.run(50)
    assert kind == wire.SNAPSHOT and first == 0 and bits[0] == bits[4] == 1
    assert table.panel.settled
    assert only(wire.HEARTBEAT, table.run(1100))[0][2] == 2


def test_a_tag_that_found_the_line_full_is_told_later(table):
    table.pins.full = True
    table.pins.polls = [(0, (PLANE,))]
    seen = table.pins.now
    table.run(50)
    table.pins.full = False
    assert table.run(10) == [(wire.TAG, (seen, 0, 1, PLANE))]


def test_a_strip_that_comes_to_rest_is_told_where(table):
    table.obeys(wire.CONFIGURE, wire.COUNTS_PER_ROW, COUNTS)
    for count in range(53):
        table.pins.counted = (count, 0)
        table.run(5)
    assert table.panel.due <= table.pins.now + ROLL
    assert only(wire.ROLLER, table.run(200))[-1][1] == 260


def test_a_strip_at_rest_is_not_told(table):
    table.run(100)
    assert only(wire.ROLLER, table.run(900)) == []


def test_twenty_milliseconds_lie_between_two_places(table):
    table.run(ROLL)
    said = []
    for count in range(1, 101):
        table.pins.counted = (count, 0)
        said += table.run(5)
    times = [place[0] for place in only(wire.ROLLER, said)]
    assert len(times) == 25
    assert {later - sooner for sooner, later in pairwise(times)} == {ROLL}


def test_the_host_tells_the_place_and_the_print_confirms_it(table):
    table.obeys(wire.CONFIGURE, wire.COUNTS_PER_ROW, COUNTS)
    table.obeys(wire.CONFIGURE, wire.PLACE, 20_500)
    assert only(wire.ROLLER, table.run(40))[-1][1:3] == (20_500, wire.ASSUMED)
    turn(table.pins, 20_500, 28_500)
    said = table.run(40)
    assert only(wire.ROLLER, said)[-1][1:] == (28_500, wire.LOCATED, 2, 0)
    bars = [mark for mark in only(wire.MARK, said) if mark[1] == wire.CLOCK]
    assert len(bars) == 16
    assert {mark[3] % 1000 for mark in bars} == {925, 75}


def test_an_encoder_the_other_way_round_is_turned_by_the_host(table):
    table.obeys(wire.CONFIGURE, wire.COUNTS_PER_ROW, COUNTS)
    table.obeys(wire.CONFIGURE, wire.TURNED, -1)
    table.pins.counted = (-COUNTS, 0)
    assert only(wire.ROLLER, table.run(40))[-1][1] == 1000


def test_a_tag_is_seen_and_gone(table):
    table.pins.polls = [(1, (PLANE,))]
    assert [fields[1:] for fields in only(wire.TAG, table.run(5))] == [(1, 1, PLANE)]
    table.pins.polls = [(1, ()), (1, ())]
    assert table.run(5) == [] and not table.panel.settled
    table.pins.polls = [(1, ())]
    assert [fields[1:] for fields in only(wire.TAG, table.run(5))] == [(1, 0, PLANE)]


def complaints(said):
    return [fields[1:] for fields in only(wire.FAULT, said)]


def test_a_chain_is_complained_of_and_said_to_be_well_again(table):
    table.pins.words = (WELL[0], 0, 0)
    assert complaints(table.run(100)) == [(wire.CHAIN, 1)]
    table.pins.words = WELL
    assert complaints(table.run(600)) == [(wire.CHAIN, 0x101)]


def test_when_all_chains_are_wrong_the_bus_is(table):
    table.pins.words = (0, 0, 0)
    assert complaints(table.run(600)) == [(wire.CHAIN, 0), (wire.CHAIN, 1), (wire.BUS, 0)]
    table.pins.words = WELL
    said = complaints(table.run(600))
    assert said == [(wire.CHAIN, 0x100), (wire.CHAIN, 0x101), (wire.BUS, 0x100)]


def test_a_loose_plug_is_complained_of_twice_a_second_at_most(table):
    said = []
    for _ in range(400):
        table.pins.words = WELL if table.pins.words != WELL else (0, WELL[1], 0)
        said += table.run(5)
    assert 1 <= len(complaints(said)) <= 5


def test_who_greets_later_hears_what_is_still_wrong(table):
    table.pins.words = (0, WELL[1], 0)
    table.run(100)
    assert complaints(table.tell(wire.GREET, wire.PROTOCOL)) == [(wire.CHAIN, 0)]


def test_a_low_supply_is_told_once_until_it_recovers(table):
    said = []
    for mV in (5000, 4399, 4300, 4450, 4390, 5000, 4000):
        table.pins.volts = (mV, 0)
        said += table.run(20)
    assert complaints(said) == [(wire.SUPPLY, 4399), (wire.SUPPLY, 4000)]


def test_lights_are_shown_as_soon_as_they_are_told(table):
    table.tell(wire.LEDS, run_of(2, 3, (9, 9, 9)))
    assert table.lit() == {2, 3, 4}


def test_a_steady_picture_is_drawn_once(table):
    table.tell(wire.LEDS, run_of(0, 12, (9, 9, 9)))
    drawn = len(table.pins.pictures)
    table.run(1000)
    assert len(table.pins.pictures) == drawn


def test_a_rhythm_goes_on_by_itself(table):
    table.tell(wire.LEDS, run_of(0, 1, (200, 0, 0), lights.FAST))
    seen = []
    for _ in range(100):
        table.run(20)
        seen.append(bool(table.lit()))
    assert 45 <= sum(seen) <= 55


def test_brightness_and_current_are_limited_by_the_host(table):
    table.tell(wire.LEDS, run_of(0, 12, (255, 255, 255)))
    table.tell(wire.LIMIT, 255, 100)
    assert lights.current_draw(table.pins.pictures[-1]) <= 100


def test_a_host_that_falls_silent_is_shown_as_lost_until_it_speaks(table):
    table.tell(wire.LEDS, run_of(0, 12, (9, 9, 9)))
    table.run(HOST_SILENCE - 10)
    assert table.lit() == set(range(12))
    table.run(20)
    assert len(table.lit()) == 1
    table.tell(wire.PING)
    assert table.lit() == set(range(12))


def test_a_panel_knows_when_it_is_due(table):
    table.run(20)
    assert table.panel.settled
    for _ in range(20):
        table.pins.now = table.panel.due - 1
        table.panel.step()
        assert table.said() == []
        table.pins.now = table.panel.due
        pictures = len(table.pins.pictures)
        table.panel.step()
        assert table.said() or len(table.pins.pictures) > pictures


WRAP = 2**32  # ms, fifty days: what a time on the line is counted modulo


def sitting(start):
    """All that a board says in six seconds from this ms on, its times counted from there."""
    pins = Pins()
    pins.now = start
    panel = Panel(pins)
    script = (
        lambda: pins.tell(wire.GREET, wire.PROTOCOL),
        lambda: pins.polls.extend([(1, (PLANE,)), (0, (PLANE,))]),
        lambda: pins.flip(1, 3),
        lambda: turn(pins, 0, 900),
        lambda: pins.polls.extend(3 * [(0, ())]),
        lambda: pins.tell(wire.REQUEST_SNAPSHOT),
        lambda: pins.flip(0, 30),
        lambda: pins.tell(wire.TEST, SPARE),
        lambda: pins.tell(wire.LEDS, run_of(3, 1, (90, 0, 0))),
        lambda: pins.tell(wire.REQUEST_SNAPSHOT),
        lambda: pins.tell(wire.GREET, wire.PROTOCOL),
    )
    for act in script:
        run(pins, panel, 500)
        act()
    run(pins, panel, 500)
    said = [(kind, wire.unpack(kind, payload)) for kind, _, payload in pins.lines()]
    return [(kind, since(start, kind, fields)) for kind, fields in said]


def since(start, kind, fields):
    """The fields of a message, its time counted from this ms."""
    timed = wire.SHAPES[kind][2].startswith("time ")
    return ((fields[0] - start) % WRAP, *fields[1:]) if timed else fields


def test_six_seconds_of_a_sitting_have_every_message_with_a_time():
    said = {kind for kind, _ in sitting(0)}
    assert said >= {kind for kind, shape in wire.SHAPES.items() if shape[2].startswith("time ")}


@given(st.integers(WRAP - 6000, WRAP + 10) | st.integers(0, 4 * WRAP))
def test_the_board_says_the_same_whenever_its_clock_passes_its_four_bytes(start):
    assert sitting(start) == sitting(0)


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_nothing_the_host_may_send_stops_the_panel(noise):
    table = Table()
    table.tell(wire.GREET, wire.PROTOCOL)
    for piece in noise:
        table.pins.bring(piece + b"\0")
        for kind in (wire.LEDS, wire.CONFIGURE, wire.GREET, wire.LIMIT):
            table.pins.send(kind, piece)
        table.run(10)
    assert table.obeys(wire.PING) == wire.DONE


# ------------------------------------------------------------------------------- it tests itself


def test_a_test_contact_is_an_edge_like_any_other(table):
    said = table.tell(wire.TEST, SPARE) + table.run(100)
    assert [fields[1:] for fields in only(wire.EDGE, said)] == [(SPARE, 1)]


def test_the_picture_that_answers_a_test_is_timed_and_the_contact_opens(table):
    table.tell(wire.TEST, SPARE)
    table.run(20)
    said = table.tell(wire.LEDS, run_of(3, 1, (90, 0, 0))) + table.run(20)
    assert [fields[1:] for fields in only(wire.LATENCY, said)] == [(SPARE, 25_000)]
    assert [fields[1:] for fields in only(wire.EDGE, said)] == [(SPARE, 0)]


def test_a_rhythm_that_goes_on_is_no_answer(table):
    table.tell(wire.LEDS, run_of(0, 4, (90, 0, 0), lights.PULSE))
    assert not only(wire.LATENCY, table.tell(wire.TEST, SPARE) + table.run(500))


def test_a_test_that_nobody_answers_ends_by_itself(table):
    said = table.tell(wire.TEST, SPARE) + table.run(1200)
    assert [fields[2] for fields in only(wire.EDGE, said)] == [1, 0]
    assert not only(wire.LATENCY, said)


def test_a_test_of_what_there_is_not_is_refused(table):
    assert table.obeys(wire.TEST, 500) == wire.MALFORMED


def test_a_heartbeat_comes_when_it_is_asked_for(table):
    table.run(300)
    assert only(wire.HEARTBEAT, table.tell(wire.REQUEST_HEARTBEAT))


HALS = ("firmware/pico/hal.py", "sims/bench/hal.py", "drivers/pi/hal.py")


@pytest.mark.parametrize("path", HALS)
def test_every_board_has_all_that_a_panel_asks_of_it(path):
    """By its source: a Pico's own cannot be imported here."""
    asked = set(re.findall(r"\bhal\.(\w+)", (ROOT / "firmware/panel.py").read_text()))
    tree = ast.parse((ROOT / path).read_text())
    [hal] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Hal"]
    has = {node.name for node in hal.body if isinstance(node, ast.FunctionDef)}
    has |= {node.id for node in ast.walk(hal) if isinstance(node, ast.Name)}
    has |= {node.attr for node in ast.walk(hal) if isinstance(node, ast.Attribute)}
    assert asked - has == set()
