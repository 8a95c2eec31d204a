"""A small share of what `make days` looks at for days, and what it would notice."""

from __future__ import annotations

import pytest

from tests.days import Days, Held, grown

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
