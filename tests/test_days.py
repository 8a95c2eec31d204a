"""A small share of what `make days` looks at for days, and what it would notice."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import random_player
from controller.values import CHANCE, Seat
from sims.bench.rig import Rig
from tests.days import Days, Held, grown
from tests.panels import load_panel
from tests.played import play_out

FLAT = [Held(50 + n % 2, 14 + n % 3, 2) for n in range(12)]


def test_games_and_guests_come_and_go_and_leave_nothing_open(tmp_path):
    table = Days(tmp_path, seed=3)
    seen = list(table.passed(spans=6, span=25.0))
    assert table.games >= 1
    assert table.guests >= 1
    assert not {"files", "threads"} & set(grown(seen).split())


def test_what_does_not_grow_is_flat():
    assert grown(FLAT) == ""
    assert grown([Held(9, 9, 9)] * 3 + FLAT[3:]) == "", "whatever was there before it was warm"


@pytest.mark.parametrize("kind", Held._fields)
def test_what_grows_by_a_little_every_hour_is_noticed(kind):
    leaking = [now._replace(**{kind: getattr(now, kind) + hour}) for hour, now in enumerate(FLAT)]
    assert grown(leaking) == kind


def test_a_game_that_goes_on_forgets_what_could_have_been_done():
    game, seats = SHELF["space_walk"], 2
    rig = Rig(game.start(Setting(seats)), load_panel("space_walk_tags"), seed=1)
    players = {Seat(seat): random_player(Random(1)) for seat in range(CHANCE, seats)}
    for _ in islice(play_out(rig, players), 30):
        pass
    past = rig.table.moments[:-2]
    assert len(past) > 20 and not any("known" in vars(moment) for moment in past)
    assert past[3].known.marks, "it is found again if asked"
