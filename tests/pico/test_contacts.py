"""Reeds and keys on the pins of the virtual Pico, through real shift registers and firmware."""

import pytest

from controller.values import Piece, Sense
from firmware import wire
from tests.pico.conftest import bouncing, only

pytestmark = [pytest.mark.pico, pytest.mark.hil]
SHIP = Piece("ship")


def test_it_starts_and_says_who_it_is(desk):
    [hello] = only(wire.HELLO, desk.tell(wire.GREET, wire.PROTOCOL, within=0.1))
    everything = 63
    assert hello[0] == wire.PROTOCOL
    assert hello[3:10] == (1, everything, 136, 4, 3, 136, 1)


def test_its_sentinels_are_well(desk):
    said = desk.tell(wire.GREET, wire.PROTOCOL, within=1.0)
    assert not [f for f in only(wire.FAULT, said) if f[1] in (wire.CHAIN, wire.BUS)]
    [(_, _, bits)] = only(wire.SNAPSHOT, said)
    assert bits == bytes.fromhex("00000040" * 4 + "00")


def test_every_cell_and_key_comes_in_on_its_own_channel(desk, wiring):
    cells = [site for site, sense in wiring.senses.items() if sense is Sense.REED]
    channels = {site: channel for channel, site in wiring.channels.items()}
    felt = []
    for site in cells:
        desk.bench.put(SHIP, site)
        felt += desk.edges(0.015)
    felt += desk.edges(0.02)
    assert felt == [(channels[site], 1) for site in cells] and len(felt) == 120
    keys = [site for site, sense in wiring.senses.items() if sense is Sense.KEY]
    for key in keys:
        desk.bench.press(key)
        assert desk.edges(0.12) == [(channels[key], 1), (channels[key], 0)]


def test_a_bounce_of_five_ms_is_one_edge(desk_for):
    desk = desk_for(bouncing())
    for turn in range(16):
        desk.bench.put(SHIP, "c5")
        assert desk.edges(0.0513 + turn / 5000) == [(44, 1)]
        desk.bench.lift("c5")
        assert desk.edges(0.0471) == [(44, 0)]


def test_a_spark_of_two_and_a_half_ms_is_none(desk):
    channels = list(desk.bench.wiring.channels)
    for turn in range(24):
        desk.bench.glitch(0.0025, channels[turn::7])
        assert desk.edges(0.0203 + turn / 3000) == []


def test_the_contacts_are_looked_at_five_hundred_times_a_second(desk):
    desk.paces()
    for _ in range(4):
        desk.light((0, 20, 9, 9, 9, 1))
        desk.bench.press("key.yes")
        desk.heard(0.2)
    paces = desk.paces()
    assert paces[len(paces) // 2] < 2
    assert paces[-len(paces) // 20] < 12
