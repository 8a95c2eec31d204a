"""The readers: a tag that lies still is seen once, however badly it is read."""

import pytest

from firmware.readers import Reader, Readers

PLANE, SHIP, TUG = b"\4plane1", b"\4ship02", b"\4tug003"


def told(*looks):
    """What is told at each of these looks, 50 ms apart; one tag, none, or a stack."""
    reader = Reader()
    stacks = [look if isinstance(look, tuple) else (look,) if look else () for look in looks]
    return [list(reader.feed(found, 50 * at)) for at, found in enumerate(stacks)]


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
    reader.feed((PLANE,), 100)
    reader.feed((), 150)
    assert reader.seen == {PLANE: 100} and reader.doubtful
    reader.feed((PLANE,), 200)
    assert reader.seen == {PLANE: 200} and not reader.doubtful


def test_all_tags_of_a_stack_are_told_and_the_middle_one_goes_alone():
    stack, rest = (PLANE, SHIP, TUG), (PLANE, TUG)
    assert told(stack, stack, rest, rest, rest) == [
        [(1, PLANE), (1, SHIP), (1, TUG)],
        [],
        [],
        [],
        [(0, SHIP)],
    ]


def test_readers_are_told_apart_and_an_empty_one_costs_nothing():
    readers = Readers()
    for number in range(380):
        assert readers.feed(number, (), 0) == ()
    readers.feed(300, (SHIP, PLANE), 100)
    readers.feed(7, (TUG,), 110)
    assert readers.lying() == [(110, 7, TUG), (100, 300, PLANE), (100, 300, SHIP)]
    for ms in (120, 130):
        readers.feed(7, (), ms)
    assert readers.doubtful
    assert readers.feed(7, (), 140) == [(0, TUG)]
    assert not readers.doubtful
