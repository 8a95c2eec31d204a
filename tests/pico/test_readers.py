"""PN532 readers on the SPI pins of the virtual Pico, and a scan that does not wait for them."""

import pytest

from firmware import wire
from sims.bench.faults import Faults
from tests.pico.conftest import only

pytestmark = [pytest.mark.pico, pytest.mark.hil]


def test_a_tag_is_seen_and_gone_on_each_reader_while_the_scan_keeps_its_pace(desk, wiring):
    desk.heard(0.3)
    desk.paces()
    for number, reader in enumerate(wiring.file.readers):
        desk.bench.tap(reader.site, f"card{number}")
        told = only(wire.TAG, desk.heard(0.7))
        uid = f"card{number}".encode()
        assert [fields[1:] for fields in told] == [(number, 1, uid), (number, 0, uid)]
    paces = desk.paces()
    assert paces[len(paces) // 2] < 5.3 and paces[-5] < 12
    assert min(reader.polls for reader in desk.chip.readers.chips) > 20


def test_a_phone_is_told_and_a_hung_reader_is_reset(desk_for, wiring):
    card, deck = (reader.site for reader in wiring.file.readers[:2])
    desk = desk_for(Faults(wordy={"phone": 62}))
    desk.heard(0.2)
    desk.bench.tap(card, "phone")
    desk.bench.faults.hung_readers.add(deck)
    said = desk.heard(1.3)
    assert [fields[1:] for fields in only(wire.TAG, said)] == [
        (0, 1, b"phone"),
        (0, 0, b"phone"),
    ]
    assert [fields[1:] for fields in only(wire.FAULT, said)] == [
        (wire.READER, 1),
        (wire.READER, 0x101),
    ]
    assert not desk.bench.faults.hung_readers


def test_a_reader_that_does_not_answer_is_told_once_and_found_again(desk_for):
    desk = desk_for(Faults(dead_readers={"deck"}))
    said = desk.heard(1.5)
    assert [fields[1:] for fields in only(wire.FAULT, said)] == [(wire.READER, 1)]
    desk.bench.faults.dead_readers.clear()
    said = desk.heard(4.0)
    assert [fields[1:] for fields in only(wire.FAULT, said)] == [(wire.READER, 0x101)]
    desk.bench.tap("deck", "card")
    assert [fields[1:3] for fields in only(wire.TAG, desk.heard(0.3))] == [(1, 1)]
