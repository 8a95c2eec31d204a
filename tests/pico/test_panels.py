"""The other panels on the virtual Pico: many chains, Hall switches, beams, antennas, 769 pixels."""

import struct
import sys

import pytest

from controller.values import Piece, Seat, Sense
from firmware import wire
from firmware.lights import FAST, PULSE, STEADY, Lights, current_draw
from firmware.scan import STRIDE
from sims.bench.bench import vicinity
from sims.bench.faults import Faults
from tests.panels import load_panel
from tests.pico.conftest import Desk, only

pytestmark = [pytest.mark.pico, pytest.mark.hil]
SHIPS = [Piece(name) for name in ("ship1", "ship2", "ship3")]


@pytest.fixture(scope="module")
def chips(request):
    """A Pico under each panel, started when it is first wanted: chips("zylatron")."""
    request.getfixturevalue("chip")  # skips where there can be none
    from sims.pico.pico import VirtualPico

    made = {}

    def chip_of(name):
        if name not in made:
            made[name] = VirtualPico(load_panel(name))
        return made[name]

    return chip_of


@pytest.fixture
def desk_at(chips):
    """A host at one of the panels, which has just been greeted: desk_at("zylatron")."""
    desks = []

    def made(name, faults=None):
        chip = chips(name)
        desks.append(Desk(chip, chip.bench.wiring, faults))
        desks[-1].greeting = desks[-1].greet()
        return desks[-1]

    yield made
    for desk in desks:
        desk.close()


def channels(desk, site):
    return [channel for channel, other in desk.bench.wiring.channels.items() if other == site]


@pytest.mark.parametrize(
    "name",
    ["space_walk", "space_walk_coils", "space_walk_trays", "astroplane", "situation7", "zylatron"],
)
def test_a_panel_says_what_it_is_and_its_sentinels_are_well(desk_at, name):
    desk = desk_at(name)
    file = desk.bench.wiring.file
    [hello] = only(wire.HELLO, desk.greeting)
    assert (hello[3], hello[8]) == (file.panel, file.pixels)
    assert only(wire.FAULT, desk.heard(1.0)) == []
    [(_, _, bits)] = only(wire.SNAPSHOT, desk.tell(wire.REQUEST_SNAPSHOT))
    guarded = [chain for chain, guard in enumerate(desk.bench.wiring.guarded) if guard]
    assert all(bits[4 * chain : 4 * chain + 4] == b"\0\0\0\x40" for chain in guarded)


@pytest.mark.parametrize("chain", [0, 4, 5, 23, 25])
def test_a_contact_on_a_chain_behind_others_comes_in_on_its_own_channel(desk_at, chain):
    desk = desk_at("zylatron")
    for bit in (0, 17, 29 if chain < 25 else 18):
        site = desk.bench.wiring.channels[STRIDE * chain + bit]
        desk.bench.put(SHIPS[0], site)
        assert desk.edges(0.2) == [(STRIDE * chain + bit, 1)]
        desk.bench.lift(site)
        assert desk.edges(0.2) == [(STRIDE * chain + bit, 0)]


def test_an_unplugged_line_is_told_by_each_of_its_chains(desk_at):
    desk = desk_at("zylatron")
    desk.bench.faults.unplugged.update((2, 7, 12, 17, 22))
    desk.bench.refresh()
    told = [fields[1:] for fields in only(wire.FAULT, desk.heard(1.0))]
    assert told == [(wire.CHAIN, chain) for chain in (2, 7, 12, 17, 22)]
    desk.bench.faults.unplugged.clear()
    desk.bench.refresh()
    assert [about for _, _, about in only(wire.FAULT, desk.heard(1.0))] == [
        0x100 + chain for chain in (2, 7, 12, 17, 22)
    ]


def test_twenty_seven_chains_are_looked_at_five_hundred_times_a_second(desk_at):
    desk = desk_at("zylatron")
    desk.paces()
    for _ in range(5):
        desk.light((0, 769, 9, 9, 9, PULSE))
        desk.bench.press("key.yes")
        desk.heard(0.2)
    paces = desk.paces()
    sys.stdout.write(f"scan of 27 chains: p50 {paces[len(paces) // 2]:.1f} ms, ")
    sys.stdout.write(f"worst {paces[-1]:.1f} ms\n")
    assert paces[len(paces) // 2] < 2.5
    assert paces[-len(paces) // 20] < 12 and paces[-1] < 30


def test_a_hall_switch_tells_whose_piece_it_is(desk_at):
    desk = desk_at("situation7")
    site = next(s for s, sense in desk.bench.wiring.senses.items() if sense is Sense.SIDE)
    one, other = sorted(channels(desk, site), key=desk.bench.wiring.sides.get)
    desk.bench.put(Piece("red", Seat(0)), site)
    assert desk.edges(0.2) == [(one, 1)]
    desk.bench.lift(site)
    assert desk.edges(0.2) == [(one, 0)]
    desk.bench.put(Piece("blue", Seat(1)), site)
    assert desk.edges(0.2) == [(other, 1)]
    desk.bench.lift(site)


def test_a_ship_that_falls_into_a_hole_breaks_its_beam(desk_at):
    desk = desk_at("space_walk")
    desk.bench.put(SHIPS[0], "h2")
    [hole] = channels(desk, "h2")
    assert desk.edges(0.15) == [(hole, 1), (hole, 0)]


def tags(desk, seconds):
    """(reader, seen, uid) of each tag that is told of."""
    return [fields[1:] for fields in only(wire.TAG, desk.heard(seconds))]


def test_of_three_ships_on_an_antenna_the_middle_one_is_taken_away(desk_at):
    desk = desk_at("space_walk_tags")
    readers = [reader.site for reader in desk.bench.wiring.file.readers]
    number = readers.index("o9")
    desk.paces()
    for ship in SHIPS:
        desk.bench.put(ship, "o9")
    assert tags(desk, 0.45) == [(number, 1, ship.name.encode()) for ship in SHIPS]
    desk.bench.lift("o9", "ship2")
    assert tags(desk, 0.45) == [(number, 0, b"ship2")]
    desk.bench.put(SHIPS[1], "i6")
    assert tags(desk, 0.35) == [(readers.index("i6"), 1, b"ship2")]
    paces = desk.paces()
    sys.stdout.write(f"scan beside antennas: p50 {paces[len(paces) // 2]:.1f} ms, ")
    sys.stdout.write(f"worst {paces[-1]:.1f} ms\n")
    assert paces[len(paces) // 2] < 5.3 and paces[-1] < 25


def test_a_card_is_read_beside_the_antennas(desk_at):
    desk = desk_at("space_walk_tags")
    desk.bench.tap("card", "mine")
    assert [told for told in tags(desk, 0.7) if told[0] == 0] == [(0, 1, b"mine"), (0, 0, b"mine")]


def vicinities(*ships):
    return {vicinity(ship.name) for ship in ships}


def told_of(desk, number, seen, ships, within):
    """Wait until this reader reports exactly these pieces; return how long it took."""
    began, wanted, told = desk.chip.now(), vicinities(*ships), set()
    while told != wanted and desk.chip.now() - began < within:
        new = [(how, tag) for at, how, tag in tags(desk, 0.01) if at == number]
        assert {how for how, _ in new} <= {seen}
        told |= {tag for _, tag in new}
    assert told == wanted
    return desk.chip.now() - began


def test_one_reader_looks_where_a_magnet_moved(desk_at):
    desk = desk_at("space_walk_coils")
    looks, chip = desk.chip.readers.fields[-1].looks, desk.chip.readers.chips[-1]
    readers = [reader.site for reader in desk.bench.wiring.file.readers]
    number = readers.index("o9")
    desk.heard(0.5)
    looks.clear()
    for ship in SHIPS:
        desk.bench.put(ship, "o9")
    took = told_of(desk, number, 1, SHIPS, 1.0)
    assert looks.index("o9") <= 1, "it comes before its turn"
    desk.heard(0.4)
    for ship in SHIPS:
        desk.bench.lift("o9", ship.name)
    gone = told_of(desk, number, 0, SHIPS, 1.0)
    sys.stdout.write(f"three tags on a coil: {took:.2f} s, gone after {gone:.2f} s\n")
    assert chip.refused == 0 and desk.chip.readers.clashes == []


def test_answers_that_meet_or_are_missed_are_made_good(desk_at):
    desk = desk_at("space_walk_coils", Faults(missed_read=0.1, noise=0.02, drowned=0.3))
    number = [reader.site for reader in desk.bench.wiring.file.readers].index("i6")
    ships = [Piece(f"craft{number}") for number in range(8)]
    for ship in ships:
        desk.bench.put(ship, "i6")
    told_of(desk, number, 1, ships, 5.0)
    assert [told for told in tags(desk, 1.0) if told[1]] == [], "and nobody else"


def test_a_pn5180_that_hangs_is_reset_and_reads_again(desk_at):
    desk = desk_at("space_walk_coils")
    desk.bench.put(SHIPS[0], "o2")
    number = [reader.site for reader in desk.bench.wiring.file.readers].index("o2")
    told_of(desk, number, 1, SHIPS[:1], 1.0)
    desk.bench.faults.hung_readers.add("o2")
    told = [fields[1:] for fields in only(wire.FAULT, desk.heard(2.5))]
    assert told == [(wire.READER, 1), (wire.READER, 0x101)]
    desk.bench.put(SHIPS[1], "i1")
    number = [reader.site for reader in desk.bench.wiring.file.readers].index("i1")
    told_of(desk, number, 1, SHIPS[1:2], 1.0)


def test_seven_hundred_and_sixty_nine_pixels_have_their_colours(desk_at):
    desk = desk_at("zylatron")
    desk.tell(wire.LIMIT, 255, 20_000)
    colours = [(pixel % 256, 255 - pixel % 251, 7 * pixel % 256) for pixel in range(783)]
    for first in range(0, 783, wire.RUNS):
        part = list(enumerate(colours))[first : first + wire.RUNS]
        desk.light(*((pixel, 1, *colour, STEADY) for pixel, colour in part))
    desk.heard(0.3)
    shown = desk.chip.pixels.shown
    assert [(r, g, b) for g, r, b in struct.iter_unpack("BBB", shown)] == colours
    desk.tell(wire.LIMIT, 100, 2_000, within=0.2)
    here = Lights(783)
    here.take(
        b"".join(struct.pack(wire.RUN_FORMAT, p, 1, *c, STEADY) for p, c in enumerate(colours))
    )
    here.limit(100, 2_000)
    assert desk.chip.pixels.shown == here.pixels(0), "machine code and Python agree"


def test_a_wide_board_stays_within_its_limit_and_blinks(desk_at):
    desk = desk_at("zylatron")
    desk.tell(wire.LIMIT, 255, 2_000)
    desk.light((0, 600, 255, 255, 255, STEADY), (600, 169, 255, 0, 0, FAST))
    since = desk.chip.chip.clock.nanos + 0.1e9
    desk.heard(0.9)
    pictures = [grb for at, grb in desk.chip.pixels.past if at > since]
    assert {any(grb[1800:2307]) for grb in pictures} == {True, False}
    assert 1_500 < max(map(current_draw, pictures)) <= 2_000


def test_a_contact_far_down_a_line_is_answered_in_light_soon(desk_at):
    """As on the first panel; up to 6.4 ms of it are the 212 pixels of one of four data lines."""
    desk = desk_at("zylatron")
    site = desk.bench.wiring.channels[STRIDE * 23]
    desk.tell(wire.LIMIT, 255, 20_000)
    desk.light((0, 783, 0, 0, 0, STEADY))
    desk.light(*((31 * at, 1, 60 + at, 40, 0, (STEADY, PULSE)[at % 4 == 0]) for at in range(24)))
    late = sorted(answered(desk, site, 100 + nth) for nth in range(12))
    sys.stdout.write(f"contact to light: p50 {late[6]:.1f} ms, worst {late[-1]:.1f} ms\n")
    assert late[6] <= 22 and late[-1] < 40, "something waits that should not"


def answered(desk, site, blue):
    """ms from a contact that closes to the last bit of the picture that answers it."""
    desk.heard(0.17 + blue % 7 * 0.00077)
    begun = desk.chip.chip.clock.nanos
    desk.bench.put(SHIPS[0], site)
    while not desk.edges(0.001):
        pass
    pixel = 31 + blue * 67 % 700  # anywhere on any line
    desk.say(wire.LEDS, struct.pack(wire.RUN_FORMAT, pixel, 1, 0, 0, blue, STEADY))
    desk.heard(0.08)
    desk.bench.lift(site)
    lit = [at for at, grb in desk.chip.pixels.past if grb[3 * pixel + 2] == blue]
    return (lit[0] - begun) / 1e6


def test_the_key_back_leaves_a_maker_the_repl_on_any_panel(desk_at):
    desk = desk_at("zylatron")
    desk.power_on_holding("key.back")
    desk.port.write(b"\r")
    said = b""
    for _ in range(20):
        said += desk.port.read(64)
    assert b">>>" in said
    desk.power_on()
