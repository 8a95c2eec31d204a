"""Two moves made the other way round, with a rest between: what is lawful one way counts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from controller.game import Move, Position
from controller.sitting.flow import Stage
from controller.values import CHANCE
from tests.hands.gestures import carried, errands, perform, plain
from tests.hands.natural import ASKED
from tests.hands.seated import Seated, sit_down

SEEDS = {"astroplane": 20, "astroplane_tags": 20, "zylatron_matrix": 8}  # tables; few have such
TRIED = 12  # first moves, of each position
RESTS = (0.7, 1.5, 3.0)  # s between the two


def crossing(rig: Seated, luck: Random) -> tuple[Move, Move] | None:
    """Two moves of one player: each may be the first, but they are the same one way round only."""
    start = rig.table.position
    if len(start.actors) > 1 or CHANCE in start.actors:
        return None
    able = [move for move in start.moves() if plain(rig, start, move)]
    for one in luck.sample(able, min(len(able), TRIED)):
        then = start.after(one)
        others = (other for other in able if other != one and then.refusal(other) is None)
        for other in others if then.actors == start.actors else ():
            if free(start, other, able) and not either_way(start, one, other):
                return one, other
    return None


def either_way(start: Position[Any], one: Move, other: Move) -> bool:
    """The one may follow the other, too, and every piece stands where it does else."""
    then = start.after(other)
    end = start.after(one).after(other).layout()
    return then.refusal(one) is None and then.after(one).layout() == end


def free(start: Position[Any], made: Move, able: Sequence[Move]) -> bool:
    """Nothing has to be done right after this: other pieces may be moved as before."""
    then = start.after(made)
    rest = (move for move in able if then.refusal(move) is None)
    return then.actors == start.actors and next(rest, None) is not None


def carry(rig: Seated, before: Position[Any], after: Position[Any], luck: Random) -> None:
    """Take every piece to where it stands afterwards."""
    todo = errands(before.layout(), after.layout())
    for act in carried(rig, todo, "step by step", luck):
        perform(rig, act)


def crossed(rig: Seated, luck: Random) -> str | None:
    """What went wrong with two moves made the other way round; None where no two are such."""
    if not (found := crossing(rig, luck)):
        return None
    one, other = found
    start = rig.table.position
    end = start.after(one).after(other)
    carry(rig, start, start.after(other), luck)
    rig.wait(luck.choice(RESTS))
    carry(rig, start.after(other), end, luck)
    rig.wait(3 * ASKED)
    refused = rig.table.notice or rig.table.stage is Stage.MENDING
    return f"{other}, {one}: {rig.told()}" if refused else ""


@pytest.mark.parametrize("panel", SEEDS)
def test_what_is_lawful_one_way_round_is_not_refused_when_made_the_other_way_round(panel):
    lucks = [Random(f"crossed {panel} {seed}") for seed in range(SEEDS[panel])]
    told = [crossed(sit_down(panel, luck), luck) for luck in lucks]
    tried = [one for one in told if one is not None]
    assert tried
    assert not any(tried), "\n".join(tried)
