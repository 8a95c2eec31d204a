"""What a Pico is told of its panel is what the wiring file says, and what cannot be is refused."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import BadWiring
from controller.values import Sense
from drivers.fit import fit_of
from drivers.wiring import PN532S, checked_wiring
from firmware import fit, scan, wire
from firmware.fit import EMPTY_FIT, Fit, unpack_fit
from firmware.pico import pins
from firmware.scan import STRIDE
from tests.panels import EVERY, load_panel

WIRINGS = {name: load_panel(name) for name in EVERY}


@pytest.fixture(params=WIRINGS, name="wiring")
def any_wiring(request):
    return WIRINGS[request.param]


def test_a_panel_fits_its_wiring_file(wiring):
    built = fit_of(wiring)
    assert built.panel == wiring.file.panel
    assert built.widths == wiring.widths
    assert built.guarded == wiring.guarded
    assert built.keys == sum(sense is Sense.KEY for sense in wiring.senses.values())
    assert (1,) * built.readers + built.antennas == tuple(map(len, wiring.readers))
    assert bool(built.rolls & wire.CAN_ROLL) == bool(wiring.file.dials)
    assert wiring.channels[built.back] == "key.back"


def test_a_data_line_of_pixels_begins_with_each_run_of_the_file(wiring):
    built = fit_of(wiring)
    assert built.pixels == wiring.file.pixels
    firsts = [run.first for run in wiring.file.lights]
    assert [sum(built.lines[:at]) for at in range(len(built.lines))] == firsts
    assert len(built.lines) <= len(pins.PIXEL_PINS)


def test_what_is_told_is_what_is_understood(wiring):
    built = fit_of(wiring)
    assert vars(unpack_fit(built.packed())) == vars(built)


def test_a_fit_and_a_greeting_with_it_go_into_one_frame_each(wiring):
    told = fit_of(wiring).packed()
    hello = (wire.PROTOCOL, 0xFFFF, bytes(8), 1, 31, 900, 9, 3, 900, 1, told)
    for frame in (wire.pack(wire.FIT, told), wire.pack(wire.HELLO, *hello)):
        assert len(wire.encode(wire.FIT, 0, frame)) < wire.LONGEST_FRAME


def test_only_the_last_chain_of_a_data_line_is_shorter_than_the_others(wiring):
    lines = len(pins.CHAINS)
    for line in range(0 if fit_of(wiring).matrix else lines):
        assert all(width == STRIDE for width in wiring.widths[line::lines][:-1])


def test_every_reader_has_a_select_line(wiring):
    assert len(wiring.readers) <= PN532S == len(pins.SELECTS)


def test_a_snapshot_of_every_channel_fits_a_frame(wiring):
    bits = bytes((STRIDE * len(wiring.widths) + 7) // 8)
    assert (
        len(wire.encode(wire.SNAPSHOT, 0, wire.pack(wire.SNAPSHOT, 0, 0, bits)))
        < wire.LONGEST_FRAME
    )


def test_no_two_panels_have_one_number():
    numbers = [wiring.file.panel for wiring in WIRINGS.values()]
    assert len({*numbers}) == len(numbers)


def test_a_pico_that_knows_no_panel_has_nothing_but_a_voice():
    assert EMPTY_FIT.panel == fit.UNTOLD and not any(
        wiring.file.panel == 0 for wiring in WIRINGS.values()
    )
    assert EMPTY_FIT.pixels == EMPTY_FIT.chips == len(EMPTY_FIT.widths) == 0


def test_there_are_as_many_of_each_as_there_are_pins():
    assert len(pins.CHAINS) == fit.CHAIN_LINES
    assert len(pins.PIXEL_PINS) == fit.PIXEL_LINES
    assert len(pins.SELECTS) == fit.CHIPS
    assert pins.CHAINS[:4] == (4, 5, 6, 7), "the columns of a matrix come in as four pins in a row"
    assert (1 << fit.GUARDED_CELLS) - 1 == ~scan.SENTINELS & 0xFFFFFFFF


def test_the_widest_panel_that_is_taken_still_speaks_in_frames():
    most = fit.MOST_CHAINS
    widest = Fit(65535, (32,) * most, (True,) * most, 255, 0, (255,) * 3, (1024, 1024), 12, 29)
    assert not widest.trouble() and vars(unpack_fit(widest.packed())) == vars(widest)
    hello = wire.pack(
        wire.HELLO, 3, 0xFFFF, bytes(8), 65535, 31, 32 * most, 255, 3, 2048, 1, widest.packed()
    )
    snapshot = wire.pack(wire.SNAPSHOT, 0, 0, bytes(4 * most))
    for kind, payload in ((wire.HELLO, hello), (wire.SNAPSHOT, snapshot)):
        assert len(wire.encode(kind, 0, payload)) < wire.LONGEST_FRAME


ABSURD = {
    "no number": Fit(0),
    "a number too large": Fit(1 << 16),
    "more chains than a snapshot holds": Fit(8, (32,) * 50, (True,) * 50),
    "a chain wider than its channels": Fit(8, (33,), (False,)),
    "a guarded chain without room for its sentinels": Fit(8, (8,), (True,)),
    "a short chain before another on its line": Fit(8, (8,) + (32,) * 5, (False,) * 6),
    "more PN532s than select lines": Fit(8, readers=2, antennas=(4, 4)),
    "antennas without number": Fit(8, antennas=(300,)),
    "a PN532 with no antenna": Fit(8, antennas=(0,)),
    "coils whose reeds are not told": Fit(8, (32,), (True,), antennas=(4,), wakes=(0, 1)),
    "the reed of a coil on no chain": Fit(8, (32,), (True,), antennas=(1,), wakes=(32,)),
    "coils beside a strip": Fit(8, (32,), (True,), antennas=(1,), rolls=wire.CAN_ROLL, wakes=(0,)),
    "coils without a reader": Fit(8, (32,), (True,), wakes=(0,)),
    "more coils than a reader has": Fit(8, (32,), (True,), antennas=(33,), wakes=(0,) * 33),
    "five lines of pixels": Fit(8, lines=(1, 1, 1, 1, 1)),
    "a third line on the pins of the encoder": Fit(8, lines=(1, 1, 1), rolls=wire.CAN_ROLL),
    "pixels beyond memory": Fit(8, lines=(2000, 2000)),
    "marks without an encoder": Fit(8, rolls=wire.CAN_MARK),
    "a capability that is no roller": Fit(8, rolls=wire.CAN_TAG),
    "the key back beyond the last chain": Fit(8, (32,), (True,), back=32),
    "the key back on a sentinel": Fit(8, (32,), (True,), back=30),
    "a matrix without a proof": Fit(8, (32, 32), (True, True), matrix=True),
    "a proof that leaves the sentinels no column": Fit(8, (32, 31), (True, False), matrix=True),
    "a matrix of a proof alone": Fit(8, (8,), (False,), matrix=True),
    "more rows than a sweep": Fit(8, (32,) * 31 + (9,), (True,) * 31 + (False,), matrix=True),
    "a matrix beside a strip": Fit(8, (32, 9), (True, False), rolls=wire.CAN_ROLL, matrix=True),
    "the key back beyond its register": Fit(8, (8,), (False,), back=8),
}


@pytest.mark.parametrize("name", ABSURD)
def test_a_panel_that_cannot_be_is_refused(name):
    assert ABSURD[name].trouble()


@pytest.mark.parametrize("name", [name for name in ABSURD if "number" not in name])
def test_and_so_are_the_bytes_of_one(name):
    with pytest.raises(ValueError):
        unpack_fit(ABSURD[name].packed())


@given(st.binary(max_size=120))
def test_any_bytes_are_a_panel_that_comes_back_or_none(told):
    try:
        found = unpack_fit(told)
    except ValueError:
        return
    assert found.packed() == told and not found.trouble()


@pytest.mark.parametrize("end", [0, 1, 6, 7, 8, -1])
def test_a_fit_that_breaks_off_is_none(wiring, end):
    with pytest.raises(ValueError):
        unpack_fit(fit_of(wiring).packed()[:end])


def test_a_wiring_for_which_there_can_be_no_pico_is_told_in_a_sentence():
    file = WIRINGS["astron"].file
    third = msgspec.structs.replace(file.lights[0], first=130, sites="-")
    with pytest.raises(BadWiring, match="Astron panel: its strip has the pins of the third"):
        fit_of(checked_wiring(msgspec.structs.replace(file, lights=(*file.lights, third))))


@pytest.mark.parametrize(
    ("runs", "pixels", "lines"),
    [([], 0, ()), ([], 30, (30,)), ([0], 30, (30,)), ([4], 30, (30,)), ([20, 0], 30, (20, 10))],
)
def test_the_first_data_line_begins_at_the_first_pixel(runs, pixels, lines):
    file = WIRINGS["astron"].file
    lights = tuple(msgspec.structs.replace(file.lights[0], first=at, sites="-") for at in runs)
    changed = msgspec.structs.replace(file, lights=lights, pixels=pixels)
    assert fit_of(checked_wiring(changed)).lines == lines
