"""The readers: a tag that lies still is seen once, however badly it is read."""

import pytest

from firmware.readers import Reader

PLANE, SHIP = b"\4plane1", b"\4ship02"


def told(*polls):
    """What is told at each of these polls, 50 ms apart."""
    reader = Reader()
    return [list(reader.feed(uid, 50 * at)) for at, uid in enumerate(polls)]


def test_a_tag_is_seen_at_its_first_read():
    assert told(None, PLANE, PLANE) == [[], [(1, PLANE)], []]


@pytest.mark.parametrize("misses", [1, 2])
def test_flicker_is_not_told(misses):
    assert told(*([PLANE] + [None] * misses) * 5)[1:] == [[]] * (5 * misses + 4)


def test_a_tag_is_gone_after_three_misses_in_a_row():
    assert told(PLANE, None, None, None, None)[1:] == [[], [], [(0, PLANE)], []]


def test_a_tag_that_comes_back_is_seen_again():
    assert told(PLANE, None, None, None, PLANE)[-1] == [(1, PLANE)]


def test_a_tag_in_place_of_another_is_seen_at_once_and_the_other_is_gone():
    assert told(PLANE, SHIP, SHIP, SHIP) == [[(1, PLANE)], [(1, SHIP)], [], [(0, PLANE)]]


def test_two_tags_read_in_turn_are_both_told_and_both_stay():
    assert told(*[PLANE, SHIP] * 10) == [[(1, PLANE)], [(1, SHIP)]] + [[]] * 18


def test_the_reader_knows_what_lies_there_and_when_it_was_read():
    reader = Reader()
    reader.feed(PLANE, 100)
    reader.feed(None, 150)
    assert reader.seen == {PLANE: 100} and reader.doubtful
    reader.feed(PLANE, 200)
    assert reader.seen == {PLANE: 200} and not reader.doubtful
