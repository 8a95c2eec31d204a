"""The figures of `make bench`: what they must come to, and what has become slower."""

from __future__ import annotations

from controller.games import SHELF
from tests.bench.__main__ import chosen, line, row_of
from tests.bench.figures import Figure
from tests.bench.goals import AT_LEAST, AT_MOST, CALS, Row, missed, must, slower
from tests.bench.profile import profiled
from tests.bench.thinking import LATE, Watched, watched

SPEED = "astron, 2 seats: random moves"
INSIDE = "pages: of 500 viewers get in"


def test_a_figure_stands_beside_what_it_must_come_to():
    assert must(row_of(Figure(SPEED, 200_000, "/s"), 250e-9)) == "25 cals"
    assert must(row_of(Figure(SPEED, 100_000, "/s"), 250e-9)) == "25 cals*"
    assert must(Row(INSIDE, 499, "", None, 250)) == "500*"
    assert line(row_of(Figure("something else", 3.0, "s"), 1e-6)).split()[-1] == "1000.0"


def test_each_goal_that_is_missed_is_counted_and_nothing_else():
    good, bad = Row(INSIDE, 500, "", None, 250), Row(INSIDE, 499, "", None, 250)
    assert missed([good, bad, Row("something else", 3.0, "s", 9.0, 250), bad]) == 2


def test_lights_are_late_when_more_than_one_turn_in_a_hundred_takes_too_long():
    game = SHELF.take("space_walk")
    for slow, late in ((0, False), (5, False), (50, True)):
        turns = [LATE / 10] * (1000 - slow) + [LATE * 2] * slow
        assert Watched(game, [1.0, 1.0], turns, 9.0).late == late


def test_every_goal_is_that_of_a_figure_that_is_measured():
    games = {name.split(",")[0] for name in CALS}
    for game in games:
        assert [one for one in chosen("playouts") if one.args[0].name == game]
    panels = {measure.args[0] for measure in chosen("reading")}
    assert {name.split(":")[0] for name in AT_MOST if "longest turn" in name} == panels
    assert not CALS.keys() & (AT_MOST.keys() | AT_LEAST.keys())


def test_a_profile_tells_whose_time_it_was():
    spent = profiled("space_walk", 2, least=200)
    assert 0.9 < sum(one.own for one in spent) < 1.1
    rules = [one for one in spent if "space_walk/rules.py" in one.where and " moves" in one.where]
    assert len(rules) == 1 and rules[0].own < rules[0].whole and round(rules[0].calls) == 1


def test_what_has_become_slower_is_told_and_nothing_else():
    before = [Row(SPEED, 1, "/s", 20.0, 250), Row(INSIDE, 500, "", None, 250)]
    same = [Row(SPEED, 9, "/s", 21.0, 125), Row(INSIDE, 500, "", None, 125)]
    worse = [Row(SPEED, 1, "/s", 40.0, 250), Row(INSIDE, 250, "", None, 250)]
    assert not list(slower(before, same)) and not list(slower(worse, before))
    assert [told.split("  ")[0] for told in slower(before, worse)] == [SPEED, INSIDE]
    assert not list(slower([], worse))


def test_thoughts_are_timed_beside_the_loop_that_does_not_wait_for_them():
    seen = watched(SHELF.take("space_walk"), "cadet", lasts=3.0)
    assert len(seen.thoughts) > 1 and len(seen.turns) > len(seen.thoughts)
    assert seen.line().startswith("| Space Walk |")
