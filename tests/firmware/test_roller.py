"""The strip: it knows its row from what is printed, and no single error moves it."""

from random import Random

import pytest

from firmware import wire
from firmware.roller import FIRST_ROW, PRINT_PERIOD, Quadrature, Strip, track
from tests.firmware.micropython import COUNTS, wind

ONWARD = ((1, 0), (1, 1), (0, 1), (0, 0))


def counter(turns=()):
    encoder = Quadrature()
    encoder.feed(0, 0)
    steps = [encoder.feed(a, b) for a, b in turns]
    return encoder, steps


def strip(trust=wire.LOST, place=0):
    """A strip whose encoder reads 0 at row 0."""
    built = Strip(COUNTS)
    if trust != wire.LOST:
        built.assume(place, place * COUNTS // 1000)
    built.trust = trust
    return built


def bar(built, place, width=150):
    """A clock bar passes with its middle at this place, by the count."""
    for level, edge in ((1, place - width // 2), (0, place + width // 2)):
        built.mark(wire.CLOCK, level, edge * COUNTS // 1000)


def stands(built, place):
    return built.place(place * COUNTS // 1000)


def test_a_turn_onward_counts_four_to_a_cycle():
    assert counter(ONWARD * 3)[0].count == 12


def test_a_turn_back_counts_down():
    encoder, steps = counter(ONWARD[-2::-1] + ONWARD[-1:])
    assert encoder.count == -4 and steps == [-1] * 4


@pytest.mark.parametrize("before", range(4))
@pytest.mark.parametrize("after", range(4))
def test_a_jump_is_counted_as_illegal_and_never_guessed(before, after):
    encoder = Quadrature()
    assert encoder.feed(before >> 1, before & 1) == 0
    step = encoder.feed(after >> 1, after & 1)
    assert encoder.illegal == (before ^ after == 3)
    assert abs(step) == (before ^ after in (1, 2)) and encoder.count == step


def test_a_dead_track_counts_nothing():
    assert abs(counter(((1, 0), (0, 0)) * 50)[0].count) <= 1


def windows(length):
    return [
        [track(row + at) for at in range(length)]
        for row in range(FIRST_ROW, FIRST_ROW + PRINT_PERIOD)
    ]


def test_any_seven_rows_are_printed_only_once():
    assert len({tuple(window) for window in windows(7)}) == PRINT_PERIOD


def test_ten_rows_with_one_misread_are_printed_nowhere():
    found = [int("".join(map(str, window)), 2) for window in windows(10)]
    assert not {word ^ 1 << bit for word in found for bit in range(10)} & set(found)


def test_the_print_repeats_after_all_its_rows():
    assert all(
        track(row) == track(row + PRINT_PERIOD)
        for row in range(FIRST_ROW, FIRST_ROW + PRINT_PERIOD)
    )


def test_a_strip_is_lost_at_first_and_still_counted():
    built = strip()
    assert built.trust == wire.LOST
    assert [built.place(count) for count in (0, 1, 100, -300)] == [0, 5, 500, -1500]


def test_an_encoder_mounted_the_other_way_counts_the_other_way():
    built = strip()
    built.fit(COUNTS, -1, 0)
    assert built.place(100) == -500


def test_another_gear_leaves_the_strip_where_it_is():
    built = strip()
    built.fit(2 * COUNTS, 1, 300)
    assert built.place(300) == 1500 and built.place(700) == 2500


def test_the_middle_of_a_bar_is_a_whole_row():
    built = strip(wire.ASSUMED, 0)
    bar(built, 1030)
    assert stands(built, 1030) == 1000 and built.slips == 0


@pytest.mark.parametrize("off, slips", [(0, 0), (45, 0), (-45, 0), (60, 1), (-200, 1), (400, 1)])
def test_more_than_a_twentieth_of_a_row_is_a_slip(off, slips):
    built = strip(wire.ASSUMED, 0)
    bar(built, 1000)
    bar(built, 2000 + off)
    assert stands(built, 2000 + off) == 2000 and built.slips == slips


def test_dirt_between_two_rows_is_no_row():
    built = strip(wire.ASSUMED, 0)
    for place in (1000, 1400, 2000, 3000):
        bar(built, place)
    assert stands(built, 3000) == 3000 and built.slips == 0


def test_a_speck_is_no_bar():
    built = strip(wire.ASSUMED, 0)
    bar(built, 1000)
    bar(built, 1900, width=20)
    assert stands(built, 1900) == 1900


def test_turning_back_on_the_edge_of_a_bar_tells_nothing():
    built = strip(wire.ASSUMED, 0)
    bar(built, 1000)
    for level in (1, 0):
        built.mark(wire.CLOCK, level, 1925 * COUNTS // 1000)
    assert stands(built, 2000) == 2000 and built.slips == 0


def test_a_missed_bar_is_two_rows_and_no_slip():
    built = strip(wire.ASSUMED, 0)
    wind(built, 500, 8500, missed=(4,))
    assert built.slips == 0 and stands(built, 8500) == 8500


def test_an_encoder_that_loses_counts_is_put_right_at_every_bar():
    built = strip(wire.ASSUMED, 0)
    for row in range(1, 30):
        bar(built, row * 850)
    assert stands(built, 29 * 850) == 29_000 and built.slips == 28


@pytest.mark.parametrize("start", [-2500, 3500], ids=["onward", "back"])
@pytest.mark.parametrize("trust", [wire.LOST, wire.ASSUMED, wire.LOCATED])
def test_home_locates_at_once(start, trust):
    built = strip(trust, start + 7000)
    wind(built, start, 25 if start > 0 else -25)
    assert built.trust == wire.LOCATED and abs(stands(built, 0)) < 130
    wind(built, 25 if start > 0 else -25, -start)
    assert stands(built, -start) == -start


def test_a_strip_that_starts_in_the_home_slot_is_located():
    built = strip()
    built.mark(wire.HOME, 1, 0)
    assert built.trust == wire.LOCATED and built.place(0) == 0


@pytest.mark.parametrize("rows", [1, -1], ids=["onward", "back"])
def test_seven_rows_confirm_what_was_assumed(rows):
    built = strip(wire.ASSUMED, 40_500)
    wind(built, 40_500, 40_500 + 6000 * rows)
    assert built.trust == wire.ASSUMED
    wind(built, 40_500 + 6000 * rows, 40_500 + 7000 * rows)
    assert built.trust == wire.LOCATED


@pytest.mark.parametrize(
    "start", [row for row in range(FIRST_ROW, FIRST_ROW + PRINT_PERIOD) if not -11 < row < 11]
)
@pytest.mark.parametrize("rows", [1, -1], ids=["onward", "back"])
def test_a_lost_strip_is_found_by_ten_rows_wherever_it_is(start, rows):
    """But near row 0, where home finds it sooner."""
    begin = 1000 * start + 500
    built = strip()
    wind(built, begin, begin + 9000 * rows, origin=begin)
    assert built.trust == wire.LOST
    wind(built, begin + 9000 * rows, begin + 10_000 * rows, origin=begin)
    assert built.trust == wire.LOCATED
    place = built.place(10 * rows * COUNTS)
    assert (place - begin - 10_000 * rows) % (1000 * PRINT_PERIOD) == 0


def test_turning_to_and_fro_over_the_same_rows_is_no_evidence():
    built = strip()
    for _ in range(5):
        wind(built, 20_500, 26_500, origin=20_500)
        wind(built, 26_500, 20_500, origin=20_500)
    assert built.trust == wire.LOST


def test_turning_back_and_on_again_loses_no_evidence():
    built = strip()
    for start, end in ((20_500, 26_500), (26_500, 23_500), (23_500, 30_500)):
        wind(built, start, end, origin=20_500)
    assert built.trust == wire.LOCATED and built.place(10 * COUNTS) == 30_500


def test_a_strip_moved_while_the_power_was_off_is_found_by_ten_rows():
    built = Strip(COUNTS)
    built.assume(12_000, 0)
    wind(built, 30_000, 39_500, origin=30_000)
    assert built.trust == wire.ASSUMED and built.place(1900) == 21_500
    wind(built, 39_500, 40_500, origin=30_000)
    assert built.trust == wire.LOCATED and built.place(2100) == 40_500


@pytest.mark.parametrize("trust", [wire.LOST, wire.ASSUMED, wire.LOCATED])
@pytest.mark.parametrize("wrong", range(1, 112))
def test_a_single_misread_bit_never_moves_the_strip(trust, wrong):
    """At every row of the strip, at every place in the window."""
    begin = 1000 * max(1, wrong - 12) + 500
    built = strip(trust, begin)
    for place in range(begin, begin + 25_000, 1000):
        wind(built, place, place + 1000, misread=(wrong,))
        if built.trust != wire.LOST:
            assert stands(built, place + 1000) == place + 1000
    assert built.trust == wire.LOCATED and built.slips == 0


def test_a_data_bar_that_ends_within_the_clock_bar_is_unknown():
    built = strip(wire.ASSUMED, 40_500)
    wind(built, 40_500, 46_500)
    built.mark(wire.CLOCK, 1, 46_925 * COUNTS // 1000)
    built.mark(wire.DATA, 1, 47_000 * COUNTS // 1000)
    built.mark(wire.CLOCK, 0, 47_075 * COUNTS // 1000)
    built.mark(wire.DATA, 0, 47_100 * COUNTS // 1000)
    wind(built, 47_500, 53_500)
    assert built.trust == wire.ASSUMED
    wind(built, 53_500, 54_500)
    assert built.trust == wire.LOCATED


def test_the_host_is_believed_about_a_lost_strip():
    built = strip()
    built.assume(7250, 10)
    assert built.trust == wire.ASSUMED and built.place(10) == 7250


def test_the_host_need_not_tell_a_located_strip_what_it_knows():
    built = strip(wire.LOCATED, 5000)
    built.assume(5300, 1000)
    assert built.trust == wire.LOCATED and built.place(1000) == 5000


def test_the_host_may_tell_a_located_strip_that_it_is_elsewhere():
    built = strip(wire.LOCATED, 5000)
    built.assume(9000, 1000)
    assert built.trust == wire.ASSUMED and built.place(1000) == 9000


def test_the_host_tells_the_row_and_the_bars_tell_where_in_it():
    built = strip()
    bar(built, 1000)
    built.assume(8000, 1200 * COUNTS // 1000)
    assert stands(built, 1000) == 8000 and stands(built, 1200) == 8200


@pytest.mark.parametrize("seed", range(20))
def test_wherever_it_stood_a_lost_strip_is_counted_without_a_jump(seed):
    """It got its power between two rows, or while it was being turned: steps count, no row does."""
    luck = Random(seed)
    begun = luck.randint(-3000, 3000)  # where the paper stood when the count was 0
    built, here = strip(), begun
    told = built.place(0)
    for _ in range(6):
        there = here + luck.choice((-1, 1)) * luck.randint(200, 1500)
        way = 1 if there > here else -1
        for row in sorted(range(-8, 9), reverse=way < 0):
            if min(here, there) < 1000 * row < max(here, there):
                bar(built, 1000 * row - begun)
        now = stands(built, there - begun)
        assert abs((now - told) - (there - here)) <= 10, "a count is 5 of 1000"
        here, told = there, now
    assert built.trust == wire.LOST
