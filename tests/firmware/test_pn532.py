"""A reader chip driven in steps: what it is told, what it answers, what becomes of silence."""

import pytest

from firmware import pn532
from firmware.pn532 import ACK, BACK_OFF, LOOK, NORMAL, PATIENCE, RETRIES, Pn532, answered, framed


class Chip:
    """The other end of the bus; a tag may lie on it."""

    def __init__(self):
        self.tag = None
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
        self._out = [ACK, reply(frame[6], self.tag)]

    def take(self, count):
        return (self._out.pop(0) + bytes(count))[:count]


def reply(command, tag):
    body = bytes((0xD5, command + 1))
    if command == pn532.LIST:
        target = bytes((1, 0, 0x44, 0, len(tag))) + tag if tag else b""
        body += bytes((1 if tag else 0,)) + target
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


def polls(reader, steps, start=0):
    found = [reader.step(start + 5 * step) for step in range(steps)]
    return [uid for done, uid in found if done]


def test_it_is_woken_set_up_and_asked_over_and_over():
    chip = Chip()
    assert polls(Pn532(chip), 14) == [None, None]
    assert chip.woken == 1
    assert chip.heard == [framed(*each) for each in (NORMAL, RETRIES, LOOK, LOOK)]


def test_a_tag_is_told_with_its_whole_uid():
    chip = Chip()
    reader = Pn532(chip)
    polls(reader, 8)
    chip.tag = b"\x04abcdef"
    assert b"\x04abcdef" in polls(reader, 6, 40)


def test_one_silence_is_forgiven_and_two_are_told_until_it_answers():
    chip = Chip()
    reader = Pn532(chip)
    chip.mute = True
    polls(reader, (PATIENCE + 50) // 5)
    assert not reader.silent
    polls(reader, (BACK_OFF[0] + PATIENCE + 50) // 5, PATIENCE + 50)
    assert reader.silent
    chip.mute = False
    assert None in polls(reader, 400, 2000)
    assert not reader.silent


@pytest.mark.parametrize(
    "frame",
    [b"", b"\xff" * 32, bytes(32), ACK, reply(pn532.SAM, None), reply(pn532.LIST, None)[:-3]],
)
def test_what_is_no_answer_is_refused(frame):
    with pytest.raises(ValueError):
        answered(frame, pn532.LIST)
