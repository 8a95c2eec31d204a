"""One ISO 15693 reader over many coils: it finds the tags that lie there, and no others."""

from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware.pn532 import ANSWER_TIMEOUT, RETRY_AFTER
from firmware.readers import MISSES, Readers
from firmware.vicinity.coils import OTHERS, Coils
from firmware.vicinity.inventory import (
    ASK,
    CALL,
    GARBLED,
    MOST_OVER_COIL,
    NOBODY,
    ROUNDS,
    ROUNDS_AFTER_NEW,
    SLOTS,
    Inventory,
    nibble,
    would_answer,
)
from firmware.vicinity.pn5180 import TICK_MASK, Pn5180, pack_nibbles
from sims.bench.faults import Faults
from sims.pico import pn5180 as emulated
from sims.pico.air import Air, crc

TALK = 60_000  # ns that one talk on the bus takes
MS = 1_000_000


def uid(low, high=0x0401500000):
    """A number as it is printed: few tags differ in more than their last bytes."""
    return b"\xe0" + (high << 16 | low).to_bytes(7, "big")


class Table:
    """A chip over three coils, on a bus whose time passes as it is talked to."""

    def __init__(self, faults=None, seed=0):
        self.ns = 0.0
        self.lying = {0: [], 1: [], 2: []}
        self.missed = 0.0
        self.at, self.chosen = None, []
        self.hung = False
        self.luck = Random(seed)
        self.world = SimpleNamespace(luck=self.luck, faults=faults or Faults())
        self.air = Air(self._hearing, self.world, lambda: self.ns)
        self._calm_at = 0.0
        self.chip = emulated.Pn5180(lambda: self.ns, self.air, self._busy)
        self.coils = Coils(5, 3, self.switch)
        self.reader = Pn5180(self, self.coils)

    def _hearing(self):
        here = self.lying.get(self.at, [])
        return [tag for tag in here if self.luck.random() >= self.missed]

    def switch(self, coil):
        self.chosen.append(coil)
        if coil != self.at:
            self.at = coil
            self.air.moved()

    def _busy(self, busy, after):
        self._calm_at = float("inf") if busy else self.ns + after

    def us(self):
        return int(self.ns // 1000) & TICK_MASK

    def ready(self):
        return self.ns >= self._calm_at and not self.hung

    def send(self, frame):
        self.take(len(frame), frame)

    def take(self, count, out=None):
        self.chip.select()
        said = bytes(self.chip.exchange(byte) for byte in out or b"\xff" * count)
        self.chip.release()
        self.ns += TALK
        return said

    def run(self, ms):
        """(coil, tags) of every look within so many ms."""
        found = []
        until = self.ns + ms * MS
        while self.ns < until:
            began = self.ns
            found += self.reader.step(int(self.ns // MS))
            self.ns = max(self.ns, began + MS)
        return found

    def look(self):
        """The next look that is complete."""
        found = []
        while not found:
            found = self.run(1)
        return found[0]


@pytest.fixture
def table():
    return Table()


NUMBERS = st.lists(
    st.builds(
        uid, st.one_of(st.integers(0, 0xFFFF), st.sampled_from([0x0000, 0x1000, 0x0010, 0x0001]))
    ),
    unique=True,
    max_size=8,
)


def test_an_empty_coil_is_one_slot_of_silence(table):
    assert table.look() == (5, ())
    assert table.air.rounds == 1 and table.chip.refused == 0


@pytest.mark.parametrize("low", [0x1230, 0x0000, 0x0001, 0xFFFF], ids=hex)
def test_a_lone_tag_is_read_in_whichever_slot_it_answers(table, low):
    table.lying[0] = [uid(low)]
    assert table.look() == (5, (uid(low),))


def test_it_is_asked_as_the_data_sheet_says(table):
    heard = []
    table.coils.lying[0] = (uid(1),)
    table.send = lambda frame: (heard.append(frame), table.take(len(frame), frame))
    table.look()
    assert heard[:3] == [b"\x17\x00", b"\x11\x0d\x8d", b"\x04\x18"]
    assert heard[3:8] == [
        b"\x16\x00",
        b"\x00\x18" + (0x6C0).to_bytes(4, "little"),
        b"\x03" + b"\x03\x01\xff\xff\x0f\x00\x00\x03\xf8\xff\xff\xff\x00\x02\x03\x00\x00\x00",
        b"\x09\x00\x06\x01\x00",
        b"\x04\x02",
    ]
    assert heard.count(b"\x09\x00") == SLOTS - 1, "an end of frame for each slot but the first"
    assert heard[-1] == b"\x17\x00"


def test_a_mask_travels_lowest_nibble_first():
    assert pack_nibbles(()) == b"\x00"
    assert pack_nibbles((0xA,)) == b"\x04\x0a"
    assert pack_nibbles((0xA, 0xB, 0xC)) == b"\x0c\xba\x0c"


def test_nine_that_end_alike_are_told_apart(table):
    table.lying[0] = [uid(number << 8 | 0x30) for number in range(9)]
    coil, found = table.look()
    assert (coil, set(found)) == (5, set(table.lying[0]))


@settings(max_examples=30)
@given(NUMBERS, st.integers(0, 999))
def test_a_look_finds_exactly_who_lies_there(numbers, seed):
    """Where tags answer whenever they are asked, however their answers meet."""
    table = Table(seed=seed)
    table.lying[0] = numbers
    before = table.air.rounds
    assert table.look() == (5, tuple(sorted(numbers)))
    assert table.air.rounds - before <= ROUNDS and table.chip.refused == 0


@settings(max_examples=15, derandomize=True)  # ever so seldom one is missed three times running
@given(NUMBERS, st.integers(0, 999))
def test_whoever_is_missed_or_drowned_is_found_in_time_and_nobody_is_invented(numbers, seed):
    table = Table(Faults(noise=0.02, drowned=0.3), seed)
    table.lying[0], table.missed = numbers, 0.1
    readers, told = Readers(), set()
    for _ in range(20):
        reader, found = table.look()
        for seen, tag in readers.feed(reader, found, 0):
            told |= {tag} if seen else set()
    assert told == set(numbers)
    assert {tag for _, _, tag in readers.lying()} == set(numbers)


def answered(mask, tags, luck, noise, missed):
    """What the sixteen slots of a round hold."""
    hearing = [tag for tag in tags if luck.random() >= missed]
    slots = []
    for slot in range(SLOTS):
        here = [tag for tag in hearing if would_answer(tag, mask, slot)]
        loud = GARBLED if luck.random() < noise else NOBODY
        slots.append((here[0] if len(here) == 1 else GARBLED) if here else loud)
    return slots


def looked(tags, luck, noise=0.0, missed=0.0, before=()):
    """A look by the book, without a chip."""
    inventory, silent = Inventory(before), set()
    while (wish := inventory.wish()) is not None:
        if wish[0] == CALL:
            here = [tag for tag in tags if luck.random() >= missed]
            loud = GARBLED if luck.random() < noise else NOBODY
            inventory.called((here[0] if len(here) == 1 else GARBLED) if here else loud)
        elif wish[0] == ASK:
            awake = [tag for tag in tags if tag not in silent]
            inventory.heard(answered(wish[1], awake, luck, noise, missed))
        else:
            silent.add(wish[1])
            inventory.hushed()
    return inventory


@given(NUMBERS, st.integers(0, 999))
def test_the_inventory_ends_with_all_and_nobody_else(numbers, seed):
    inventory = looked(numbers, Random(seed))
    assert set(inventory.found) == set(numbers)
    assert inventory.whole and inventory.rounds <= ROUNDS


@given(NUMBERS, st.integers(0, 999), st.floats(0, 0.06))
def test_noise_costs_rounds_and_no_tag_unless_it_is_said(numbers, seed, noise):
    inventory = looked(numbers, Random(seed), noise)
    assert set(inventory.found) <= set(numbers)
    assert not inventory.whole or set(inventory.found) == set(numbers)
    assert inventory.rounds <= ROUNDS


@given(
    st.lists(st.binary(min_size=7, max_size=7), unique=True, max_size=40),
    st.integers(0, 999),
    st.floats(0, 1),
    st.floats(0, 1),
)
@example([bytes([number]) + bytes(6) for number in range(16)], 1, 1.0, 0.0)
@example([bytes(6) + bytes([number]) for number in (*range(14), 16, 19, 32)], 0, 0.0, 0.859375)
def test_however_bad_it_is_the_inventory_ends_and_invents_nobody(tails, seed, noise, missed):
    tags = [b"\xe0" + tail for tail in tails]
    inventory = looked(tags, Random(seed), noise, missed)
    assert set(inventory.found) <= set(tags)
    assert inventory.rounds <= ROUNDS
    spent = inventory.rounds == ROUNDS or inventory._turns == ROUNDS_AFTER_NEW
    assert inventory.whole or spent or len(inventory.found) >= MOST_OVER_COIL


def test_who_lies_where_he_lay_is_asked_once():
    tags = [uid(1), uid(2), uid(3)]
    assert looked(tags, Random(1), before=tags).rounds == 1
    assert looked(tags, Random(1)).rounds == 3, "called, asked, and once more: one may be drowned"


def test_a_number_that_answers_in_a_slot_of_others_is_noise():
    inventory = Inventory(before=[uid(1)])
    slots = [NOBODY] * SLOTS
    slots[3] = uid(0x1234)
    inventory.heard(slots)
    assert inventory.found == [] and inventory.wish() == (ASK, (3,))


def test_two_at_once_read_as_one_are_refused_by_their_checksum(table):
    one, other = uid(0x1110), uid(0x2220)
    both = bytes(a | b for a, b in zip(one, other, strict=True))
    table.lying[0] = [one, other]
    assert table.look() == (5, (one, other)) and both != other
    plain = [b"\0\0" + bytes(reversed(tag)) for tag in (one, other)]
    mixed = bytes(a | b for a, b in zip(*(tag + crc(tag) for tag in plain), strict=True))
    assert crc(mixed[:-2]) != mixed[-2:]


def test_a_tag_that_is_missed_once_is_not_gone(table):
    table.lying[0] = [uid(7), uid(8)]
    readers = Readers()
    known = [readers.feed(*table.look(), 0) for _ in range(3)]
    assert known[0] == [(1, uid(7)), (1, uid(8))]
    table.lying[0] = [uid(8)]
    table.coils.wake(0)
    assert readers.feed(*table.look(), 0) == []
    table.lying[0] = [uid(7), uid(8)]
    told = [readers.feed(*table.look(), 0) for _ in range(12)]
    assert not any(told)


def test_a_tag_is_gone_after_three_looks_without_it(table):
    table.lying[0] = [uid(7)]
    readers = Readers()
    for _ in range(12):
        readers.feed(*table.look(), 0)
    table.lying[0] = []
    table.coils.wake(0)
    told = [readers.feed(*table.look(), 0) for _ in range(MISSES)]
    assert told[-1] == [(0, uid(7))] and not any(told[:-1])


def test_the_coil_whose_magnet_moved_comes_before_its_turn(table):
    table.look()
    table.look()
    table.chosen.clear()
    table.coils.wake(2)
    table.coils.wake(1)
    for _ in range(2 * MISSES):
        table.look()
    assert table.chosen == [2, 1] * MISSES


def test_where_something_lies_is_audited_most_and_no_coil_is_forgotten():
    coils = Coils(0, 24, lambda coil: None)
    for coil in (3, 9):
        coils.complete(coil, [uid(coil)], True)
    looks = []
    for _ in range(24 * OTHERS + 6 * MISSES):
        looks.append(coils.choose())
        coils.complete(looks[-1], coils.before(looks[-1]), True)
    assert set(looks) == set(range(24))
    assert sum(coil in (3, 9) for coil in looks) > 0.6 * len(looks)


def test_a_look_that_was_broken_off_misses_nobody():
    coils = Coils(0, 2, lambda coil: None)
    coils.complete(0, [uid(1), uid(2)], True)
    assert coils.complete(0, [uid(3)], False) == (0, (uid(1), uid(2), uid(3)))


def test_a_chip_that_hangs_is_told_once_it_was_tried_twice_and_reset(table):
    table.lying[0] = [uid(7)]
    table.look()
    table.hung = True
    table.run(ANSWER_TIMEOUT + 50)
    assert not table.reader.silent and not table.reader.hung
    table.run(RETRY_AFTER[0] + ANSWER_TIMEOUT + 50)
    assert table.reader.silent and table.reader.hung
    table.hung = False
    table.chip.power_on()
    table.reader.restart(int(table.ns // MS) + 10)
    assert (5, (uid(7),)) in table.run(500)
    assert not table.reader.silent and not table.reader.hung


def test_a_line_on_which_nobody_speaks_is_no_reader(table):
    table.take = lambda count, out=None: b"\xff" * count
    assert table.run(RETRY_AFTER[0] + 2 * ANSWER_TIMEOUT) == []
    assert table.reader.silent


def test_a_number_is_cut_into_nibbles_from_its_end():
    assert [nibble(uid(0x1234), at) for at in range(4)] == [4, 3, 2, 1]


@settings(max_examples=40)
@given(st.integers(0, 9999), st.floats(0, 1))
def test_whatever_a_chip_answers_nothing_breaks_and_only_numbers_are_told(seed, wrong):
    table, luck = Table(seed=seed), Random(seed)
    table.lying[0] = [uid(0x10), uid(0x20)]
    true = table.take

    def spoilt(count, out=None):
        said = true(count, out)
        return luck.randbytes(count) if luck.random() < wrong else said

    table.take = spoilt
    table.reader.restart(0)
    found = [tag for _, tags in table.run(3000) for tag in tags]
    assert all(len(tag) == 8 and tag[0] == 0xE0 for tag in found)
