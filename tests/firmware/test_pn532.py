"""A reader chip driven in steps: what it is told, what it answers, what becomes of silence."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import pn532
from firmware.pn532 import (
    ACK_FRAME,
    ANSWER_TIMEOUT,
    HALT,
    LIST_ONE,
    NORMAL,
    POLL_ONCE,
    POLL_TWICE,
    RETRY_AFTER,
    WAKE_MS,
    Antennas,
    Chips,
    Field,
    Pn532,
    answered,
    list_tag,
)
from firmware.readers import Readers


class Chip:
    """The other end of the bus; a tag may lie on it."""

    def __init__(self):
        self.tag = None
        self.history = 0  # bytes that the tag says of itself besides its number
        self.mute = False
        self.woken = 0
        self.heard = []
        self._out = []

    def wake(self):
        self.woken += 1

    def rest(self):
        pass

    def ready(self):
        return bool(self._out) and not self.mute

    def send(self, frame):
        self.heard.append(frame)
        self._out = [ACK_FRAME, reply(frame[6], self.tag, self.history)]

    def take(self, count, more):
        frame = self._out.pop(0) + bytes(count)
        return frame[: count + more(frame[:count])]


def reply(command, tag, history=0):
    body = bytes((0xD5, command + 1))
    if command == pn532.LIST:
        target = bytes((1, 0, 0x44, 0, len(tag))) + tag + bytes(range(history)) if tag else b""
        body += bytes((1 if tag else 0,)) + target
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


def reader_on(chip):
    return Pn532(chip, Field(0))


def polls(reader, steps, start=0):
    """The tags of every look that is complete within so many steps, 5 ms apart."""
    found = [reader.step(start + 5 * step) for step in range(steps)]
    return [tags for looks in found for _, tags in looks]


def test_it_is_woken_set_up_and_asked_over_and_over():
    chip = Chip()
    assert polls(reader_on(chip), 14) == [(), ()]
    assert chip.woken == 1
    assert chip.heard == [frame for _, frame in (NORMAL, POLL_TWICE, LIST_ONE, LIST_ONE)]


def test_a_tag_is_told_with_its_whole_uid():
    chip = Chip()
    reader = reader_on(chip)
    polls(reader, 8)
    chip.tag = b"\x04abcdef"
    assert (b"\x04abcdef",) in polls(reader, 6, 40)


def test_one_silence_is_forgiven_and_two_are_told_until_it_answers():
    chip = Chip()
    reader = reader_on(chip)
    chip.mute = True
    polls(reader, (ANSWER_TIMEOUT + 50) // 5)
    assert not reader.silent
    polls(reader, (RETRY_AFTER[0] + ANSWER_TIMEOUT + 50) // 5, ANSWER_TIMEOUT + 50)
    assert reader.silent
    chip.mute = False
    assert () in polls(reader, 400, 2000)
    assert not reader.silent


@given(st.integers(0, 230), st.sampled_from([4, 7, 10]))
def test_whatever_a_card_says_of_itself_its_number_is_told(history, size):
    chip = Chip()
    reader = reader_on(chip)
    chip.tag, chip.history = bytes(range(size)), history
    found = polls(reader, 60)
    assert found and set(found) == {(chip.tag,)} and not reader.silent


class Shelf:
    """Readers that share a reset line; the first hangs until it is pulled, or for ever."""

    def __init__(self, curable):
        self.chips = [Chip(), Chip()]
        self.resets = []
        self._curable = curable
        self.readers = Chips([reader_on(chip) for chip in self.chips], self.pull)

    def pull(self, level):
        self.resets.append(level)
        for chip in self.chips:
            chip.mute = chip.mute and not (level and self._curable)

    def looks(self, start, end):
        return [look for ms in range(start, end, 5) for look in self.readers.tags(ms)]


def test_a_reader_that_hangs_is_reset_and_comes_back():
    shelf = Shelf(curable=True)
    shelf.looks(0, 500)
    shelf.chips[0].mute = True
    shelf.looks(500, 1100)
    assert shelf.readers.silent == 1
    shelf.chips[0].tag = b"card"
    assert (0, (b"card",)) in shelf.looks(1100, 1600)
    assert shelf.resets == [0, 1] * 2, "once at the start, once for it"
    assert shelf.readers.silent == 0
    assert shelf.chips[1].heard.count(POLL_TWICE[1]) == 2, "it has forgotten what it was told"


def test_readers_that_were_left_in_mid_answer_are_heard_at_once():
    """By a Pico that was reset, or flashed: the chips kept their power and wait for it still."""
    shelf = Shelf(curable=True)
    for number, chip in enumerate(shelf.chips):
        chip.mute, chip.tag = True, b"card%d" % number
    assert {(b"card0",), (b"card1",)} <= {found for _, found in shelf.looks(0, 300)}


def test_a_dead_reader_does_not_hold_up_the_others():
    shelf = Shelf(curable=False)
    shelf.chips[0].mute = True
    shelf.chips[1].tag = b"card"
    told = Readers()
    known = [
        said
        for ms in range(0, 600_000, 20)
        for number, found in shelf.readers.tags(ms)
        for said in told.feed(number, found, ms)
    ]
    assert known == [(1, b"card")] and shelf.readers.silent == 1
    assert 8 <= len(shelf.resets) <= 20


@pytest.mark.parametrize(
    "frame",
    [b"", b"\xff" * 32, bytes(32), ACK_FRAME, reply(pn532.SAM, None), reply(pn532.LIST, None)[:-3]],
)
def test_what_is_no_answer_is_refused(frame):
    with pytest.raises(ValueError):
        answered(frame, pn532.LIST)


class Tray(Chip):
    """A chip with three antennas; a tag that was halted is silent until its antenna was off."""

    def __init__(self):
        super().__init__()
        self.stacks = {0: [], 1: [], 2: []}
        self.chosen = []
        self.stubborn = 0.0  # share of halts that are not obeyed
        self.luck = Random(7)
        self._halted = set()

    def switch(self, antenna):
        self.chosen.append(antenna)
        self._halted = set()

    def send(self, frame):
        awake = sorted(set(self.stacks[self.chosen[-1]]) - self._halted) if self.chosen else []
        awake = [
            tag for tag in awake if len(frame) == len(LIST_ONE[1]) or frame == list_tag(tag)[1]
        ]
        if frame == HALT[1] and self.tag and self.luck.random() >= self.stubborn:
            self._halted.add(self.tag)
        self.tag = awake[0] if awake and frame[6] == pn532.LIST else self.tag
        self.heard.append(frame)
        self._out = [ACK_FRAME, reply(frame[6], awake[0] if awake else None)]


A, B, C = b"\4aaaaaa", b"\4bbbbbb", b"\4cccccc"


@pytest.fixture
def tray():
    return Tray()


def looks(reader, ms, start=0):
    """(antenna, tags) of every look, a step each ms."""
    return [look for now in range(start, start + ms) for look in reader.step(now)]


def antennas_on(tray):
    return Pn532(tray, Antennas(5, 3, tray.switch))


def test_antennas_are_looked_at_in_turn_each_once_its_tags_are_awake(tray):
    found = looks(antennas_on(tray), 60)
    assert found[:4] == [(5, ()), (6, ()), (7, ()), (5, ())]
    assert tray.chosen[:4] == [0, 1, 2, 0]
    assert tray.heard[:2] == [NORMAL[1], POLL_ONCE[1]]
    assert len(found) <= 60 // WAKE_MS


def test_every_tag_of_a_stack_is_listed_and_halted(tray):
    tray.stacks[1] = [C, A, B]
    found = looks(antennas_on(tray), 100)
    assert found[:2] == [(5, ()), (6, (A, B, C))]
    first = tray.heard[3:10]
    assert first == [LIST_ONE[1], HALT[1]] * 3 + [LIST_ONE[1]]


def test_every_other_look_goes_where_something_has_just_changed(tray):
    reader = antennas_on(tray)
    looks(reader, 60)
    tray.stacks[1] = [A]
    looks(reader, 300, 60)
    tray.stacks[1] = []
    found = looks(reader, 300, 360)
    missed = [at for at, look in enumerate(found) if look == (6, ())][:4]
    assert [later - sooner for sooner, later in pairwise(missed)] == [2, 2, 2]
    assert all(one != other for one, other in pairwise(tray.chosen)), "halted tags were not off"


def test_a_tag_that_will_not_halt_does_not_hold_up_the_round(tray):
    tray.stubborn = 1.0
    tray.stacks[0] = [A]
    found = looks(antennas_on(tray), 100)
    assert found[:2] == [(5, (A,)), (6, ())]


def told(reader, readers, ms, start):
    """(antenna, seen, uid) of all that is made known."""
    return [
        (number, *known)
        for number, found in looks(reader, ms, start)
        for known in readers.feed(number, found, start)
    ]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 1.0])
def test_a_stack_is_known_piece_by_piece_though_tags_answer_again_that_were_halted(share, seed):
    """One that never halts hides others only from who has never seen them."""
    tray, readers, reader = Tray(), Readers(), None
    tray.luck = Random(seed)
    reader = antennas_on(tray)
    tray.stacks[1] = [C, A, B]
    told(reader, readers, 400, 0)
    assert {uid for _, _, uid in readers.lying()} == {A, B, C}
    tray.stubborn = share
    assert told(reader, readers, 2000, 400) == []
    tray.stacks[1] = [A, C]
    assert told(reader, readers, 1500, 2400) == [(6, 0, B)]
    tray.stacks[2] = [B]
    assert told(reader, readers, 1500, 3900) == [(7, 1, B)]
    tray.stacks[2], tray.stacks[1] = [], [A, B, C]
    assert sorted(told(reader, readers, 1500, 5400)) == [(6, 1, B), (7, 0, B)]


def test_a_chip_that_falls_silent_begins_its_look_anew(tray):
    tray.stacks[0] = [A, B]
    reader = antennas_on(tray)
    looks(reader, 16)
    tray.mute = True
    assert looks(reader, ANSWER_TIMEOUT + 50, 16) == []
    tray.mute = False
    assert looks(reader, RETRY_AFTER[0] + 100, ANSWER_TIMEOUT + 66)[0][1] in ((), (A, B))
