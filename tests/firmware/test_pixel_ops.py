"""What is done to every pixel: a PC's quick ways make the same picture as the plain ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sims.bench.pixel_ops
from firmware import pixel_ops

COUNT = 12
PLAIN = {name: getattr(pixel_ops, name) for name in ("dim", "scale", "glows", "paint")}
WANTED = st.binary(min_size=4 * COUNT, max_size=4 * COUNT)


@given(WANTED, st.integers(0, 255), st.integers(0, 5000), st.binary(min_size=256, max_size=256))
def test_a_quick_picture_is_the_plain_one(wanted, brightness, part, moment):
    plain, quick = [
        drawn(ways, bytearray(wanted), brightness, part, bytearray(moment))
        for ways in (PLAIN, {name: getattr(sims.bench.pixel_ops, name) for name in PLAIN})
    ]
    assert plain == quick


def drawn(ways, wanted, brightness, part, moment):
    bright, picture = bytearray(3 * COUNT), bytearray(3 * COUNT)
    total = ways["dim"](wanted, brightness, bright, COUNT)
    if part < total:
        ways["scale"](bright, part, total, COUNT)
    found = ways["glows"](wanted, COUNT)
    ways["paint"](bright, wanted, moment, picture, COUNT)
    return total, bright, found, picture


@pytest.mark.parametrize("size", [0, 7, 8, 15])
def test_a_torn_run_is_told(size):
    assert pixel_ops.wear(bytearray(16), 4, bytes(size), size) == (size % 8 == 0)
