"""Every way from stage to stage."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.flow import ARROWS, Flow, Stage, diagram

EVENTS = sorted({event for ways in ARROWS.values() for event in ways})


def test_a_sitting_from_shelf_to_shelf():
    flow = Flow()
    for event, stage in [
        ("take_game", Stage.SETUP),
        ("quiet", Stage.WAITING),
        ("underway", Stage.MOVING),
        ("made", Stage.WAITING),
        ("stray", Stage.MENDING),
        ("underway", Stage.MOVING),
        ("unclear", Stage.ASKING),
        ("made", Stage.WAITING),
        ("lose_board", Stage.PAUSED),
        ("find_board", Stage.SETUP),
        ("quiet", Stage.WAITING),
        ("take_back", Stage.SETUP),
        ("end", Stage.OVER),
        ("clear_table", Stage.SHELF),
    ]:
        flow.hear(event)
        assert flow.stage is stage


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("stage", Stage)
def test_every_stage_answers_every_event(stage, event):
    flow = Flow()
    flow.stage = stage
    flow.hear(event)
    assert flow.stage is ARROWS[stage].get(event, stage)


@pytest.mark.parametrize("stage", Stage)
def test_every_stage_leads_to_every_other(stage):
    reached, edge = {stage}, [stage]
    while edge:
        for there in ARROWS[edge.pop()].values():
            if there not in reached:
                reached.add(there)
                edge.append(there)
    assert reached == set(Stage)


def test_the_readme_draws_the_arrows_as_they_are():
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    assert diagram() in readme, "python -c 'from controller.flow import diagram; print(diagram())'"
