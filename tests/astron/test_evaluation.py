"""What a robot of Astron hopes for."""

from __future__ import annotations

import pytest

from controller.games.astron.board import PLACES
from controller.games.astron.evaluation import WAY, coming
from controller.values import Seat, Site
from tests.astron_at import astron

BEHIND, AHEAD = Site("g2"), Site("g4")


def test_a_ship_that_is_farther_up_the_strip_promises_more():
    near, far = astron("g2", "a1", offset=2), astron("g4", "a1", offset=2)
    nothing = [worth for _, worth in (*comes(near, BEHIND), *comes(far, AHEAD))]
    assert not any(nothing), "neither is paid or lost where it stands"
    rows = PLACES[AHEAD][1] - PLACES[BEHIND][1]
    assert rows == 2
    assert far.evaluate(Seat(0)) - near.evaluate(Seat(0)) == pytest.approx(WAY * rows)


def comes(position, cell):
    return coming(position, Seat(0), cell)
