"""What is told as a turning point of a game was one."""

from __future__ import annotations

from itertools import groupby, pairwise
from math import exp

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.reading.moment import Moment
from controller.robots.levels import ladder
from controller.values import CHANCE, Seat
from controller.web.pages import table_page
from controller.web.parts.turning_points import MAX_TURNS, MIN_RISE, turning_points
from tests.web.test_names import played, sentences, view


def chances(position, scale: float) -> list[float]:
    """Of winning, by what is promised to a seat more than to the best of the others."""
    promises = [position.evaluate(Seat(seat)) for seat in range(len(position.scores()))]
    found = []
    for seat, own in enumerate(promises):
        ahead = own - max(p for other, p in enumerate(promises) if other != seat)
        found.append(1 / (1 + exp(-max(-30.0, min(30.0, ahead / scale)))))
    return found


def rises(story, scale: float) -> list[float]:
    """By how much anybody's chances rose in each turn."""
    made = pairwise([(move, chances(position, scale)) for move, position in story])
    steps = [(now[0], was[1], now[1]) for was, now in made if now[0].seat != CHANCE]
    turns = [list(turn) for _, turn in groupby(steps, key=lambda step: step[0].seat)]
    seats = range(len(story[0][1].scores()))
    return [max(sum(to[s] - at[s] for _, at, to in turn) for s in seats) for turn in turns]


@pytest.mark.parametrize("name", SHELF)
def test_turning_points_are_the_turns_that_helped_somebody_most(name):
    game, told = SHELF[name], 0
    for seed in range(3):
        story = list(played(game, seed, 120))
        moments = tuple(Moment(position, {}, move) for move, position in story)
        made = [move for move, _ in story if move and move.seat != CHANCE]
        points = turning_points(moments, game)
        gains = sorted(rises(story, ladder(game).manner.scale), reverse=True)
        greatest = [gain for gain in gains[:MAX_TURNS] if gain >= MIN_RISE]
        assert sorted((p.gain for p in points), reverse=True) == pytest.approx(greatest)
        assert [p.number for p in points] == sorted(p.number for p in points)
        assert all(made[p.number - 1] is p.move for p in points)
        told += len(points)
    assert told, "somebody came nearer to winning in one of these games"


def test_the_end_tells_when_it_turned_and_nobody_turned_what_nobody_played():
    game = SHELF["situation7"]
    story = [(None, game.start(Setting(2)))]
    for text in ("1 is ready", "2 is ready", "1 stops", "2 stops"):
        move = game.parse(text)
        story.append((move, story[-1][1].after(move)))
    assert table_page(view(game, story, -1))["end"]["turns"] == []
    story[3:] = []
    while not story[-1][1].outcome:
        move = next(iter(story[-1][1].moves()))
        story.append((move, story[-1][1].after(move)))
    turns = table_page(view(game, story, -1))["end"]["turns"]
    assert 1 <= len(turns) <= MAX_TURNS
    assert all(sentence.startswith("Ada lays") for sentence in sentences(turns))
