"""Every way from stage to stage."""

from __future__ import annotations

from typing import get_args

import pytest

from controller.reading.choose import Decision, GoBack, PointHome, Revise
from controller.sitting.flow import ARROWS, DECIDED, Event, Stage


def test_a_sitting_from_shelf_to_shelf():
    stage = Stage.SHELF
    for event, then in [
        (Event.TAKE_GAME, Stage.SETUP),
        (Event.QUIET, Stage.WAITING),
        (Event.UNDERWAY, Stage.MOVING),
        (Event.MADE, Stage.WAITING),
        (Event.STRAY, Stage.MENDING),
        (Event.UNDERWAY, Stage.MOVING),
        (Event.UNCLEAR, Stage.ASKING),
        (Event.MADE, Stage.WAITING),
        (Event.LOSE_BOARD, Stage.PAUSED),
        (Event.FIND_BOARD, Stage.SETUP),
        (Event.QUIET, Stage.WAITING),
        (Event.TAKE_BACK, Stage.SETUP),
        (Event.END, Stage.OVER),
        (Event.CLEAR_TABLE, Stage.SHELF),
    ]:
        stage = ARROWS[stage][event]
        assert stage is then


@pytest.mark.parametrize("stage", Stage)
def test_every_stage_answers_every_event(stage):
    assert ARROWS[stage].keys() == set(Event)


def test_every_decision_has_an_arrow_but_those_that_change_the_record():
    elsewhere = {GoBack, Revise, PointHome}
    assert {*get_args(Decision), type(None)} - elsewhere == DECIDED.keys()
    assert len(set(DECIDED.values())) == len(DECIDED)


@pytest.mark.parametrize("stage", Stage)
def test_every_stage_leads_to_every_other(stage):
    reached, edge = {stage}, [stage]
    while edge:
        for there in ARROWS[edge.pop()].values():
            if there not in reached:
                reached.add(there)
                edge.append(there)
    assert reached == set(Stage)
