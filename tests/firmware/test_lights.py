"""The lights: rhythms a person can tell apart, and never more current than allowed."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.scene import Glow
from firmware import lights, wire
from firmware.lights import Lights, brightness_at, current_draw
from tests.firmware.micropython import run_of

WHITE = (255, 255, 255)
BYTE = st.integers(0, 255)
RUNS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9), BYTE, BYTE, BYTE, BYTE))


def board(*runs, count=8):
    built = Lights(count)
    assert built.take(b"".join(runs))
    return built


def flashes(manner, period):
    """(start, length) of each time it is lit within a period, in ms."""
    lit = [ms for ms in range(period) if brightness_at(manner, ms)]
    starts = [ms for ms in lit if ms - 1 not in lit]
    return [
        (start, next(ms for ms in range(start, period + 1) if ms not in lit) - start)
        for start in starts
    ]


def test_the_rhythms_have_the_numbers_of_the_glows():
    assert {name: getattr(lights, name) for name in Glow.__members__} == dict(Glow.__members__)


def test_a_steady_light_is_steady():
    assert {brightness_at(lights.STEADY, ms) for ms in range(3000)} == {255}


def test_a_pulse_breathes_in_two_seconds_and_never_goes_dark():
    breath = [brightness_at(lights.PULSE, ms) for ms in range(2000)]
    assert min(breath) == breath[0] == 51 and max(breath) == breath[1000] == 255
    assert max(abs(a - b) for a, b in pairwise(breath)) <= 20
    assert brightness_at(lights.PULSE, 2700) == brightness_at(lights.PULSE, 700)


def test_a_double_blink_is_two_short_flashes():
    assert flashes(lights.DOUBLE, 1200) == [(0, 120), (240, 120)]


def test_a_fast_blink_stays_under_three_flashes_a_second():
    assert flashes(lights.FAST, 400) == [(0, 200)]
    assert len(flashes(lights.FAST, 2000)) / 2 < 3


@pytest.mark.parametrize("glow, ahead", [(lights.RUN, 1), (lights.RUN_BACK, -1)])
def test_a_running_light_goes_its_way(glow, ahead):
    def lit(ms):
        return {place for place in range(16) if brightness_at(glow + 16 * place, ms)}

    assert len(lit(0)) == 4
    assert lit(149) == lit(0)
    assert lit(150) == {(place + ahead) % 16 for place in lit(0)}


def test_a_pixel_is_sent_green_first():
    assert board(run_of(1, 1, (10, 20, 30))).pixels(0)[3:6] == bytes([20, 10, 30])


def test_a_later_run_paints_over_an_earlier_one():
    picture = board(run_of(0, 8, (9, 9, 9)), run_of(2, 2, (0, 0, 0))).pixels(0)
    assert [at for at in range(8) if picture[3 * at]] == [0, 1, 4, 5, 6, 7]


@pytest.mark.parametrize(
    "runs",
    [run_of(6, 3, WHITE), run_of(9, 1, WHITE), run_of(6, 2, WHITE) + b"\1\2", b"\0"],
    ids=["too many", "beyond the end", "torn", "crumb"],
)
def test_what_makes_no_sense_is_said_and_the_rest_is_shown(runs):
    built = Lights(8)
    assert not built.take(runs)
    assert built.pixels(0)[:18] == bytes(18)


def test_brightness_dims_every_light():
    built = board(run_of(0, 8, (200, 100, 50)))
    built.limit(51, 2500)
    assert built.pixels(0)[:3] == bytes([20, 40, 10])


def test_a_dark_board_draws_a_milliamp_a_pixel():
    assert current_draw(bytes(3 * 136)) == 136


def test_white_at_full_draws_what_was_measured():
    assert current_draw(b"\xff" * 3) == 1 + 48


@given(RUNS, BYTE, st.integers(0, 3000), st.integers(0, 5000))
def test_no_moment_draws_more_than_the_limit(runs, brightness, most, ms):
    built = Lights(24)
    built.take(b"".join(run_of(first, many, rgb, manner) for first, many, *rgb, manner in runs))
    built.limit(brightness, most)
    assert current_draw(built.pixels(ms)) <= max(most, 24)
    assert current_draw(built.lost(ms)) <= max(most, 24)


def test_a_board_within_its_limit_is_not_dimmed():
    built = board(run_of(0, 8, WHITE))
    built.limit(255, 8 * 49)
    assert built.pixels(0) == b"\xff" * 24


def test_steady_lights_do_not_flicker_when_others_pulse_at_the_limit():
    built = board(run_of(0, 4, WHITE), run_of(4, 4, WHITE, lights.PULSE))
    built.limit(255, 100)
    assert len({bytes(built.pixels(ms)[:12]) for ms in range(0, 4000, 20)}) == 1


def test_only_a_lit_rhythm_is_lively():
    built = board(run_of(0, 8, WHITE))
    assert not built.lively
    built.take(run_of(3, 1, (0, 0, 0), lights.FAST))
    assert not built.lively
    built.take(run_of(3, 1, (1, 0, 0), lights.FAST))
    assert built.lively


def test_the_checksum_is_of_every_pixel_as_it_was_taken():
    built = board(run_of(1, 1, (1, 2, 3), 4), count=2)
    built.limit(10, 10)
    assert built.checksum() == wire.checksum(bytes([0, 0, 0, 0, 1, 2, 3, 4]))


def test_when_the_host_is_lost_one_dim_point_wanders_along_the_board():
    built = board(run_of(0, 8, WHITE))
    places = []
    for ms in range(0, 8 * lights.WANDER, lights.WANDER):
        picture = built.lost(ms)
        places.append([at for at in range(8) if any(picture[3 * at : 3 * at + 3])])
        assert max(picture) < 30
    assert sorted(places) == [[at] for at in range(8)]


def test_a_board_without_lights_has_an_empty_picture():
    assert Lights(0).pixels(0) == Lights(0).lost(0) == b""
