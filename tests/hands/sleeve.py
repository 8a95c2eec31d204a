"""A sleeve sweeps pieces off and down in a moment; that is no move and no reply."""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.values import CHANCE
from tests.hands.disturbance import Disturbance
from tests.hands.failure import Failure, Found
from tests.hands.seated import sit_down

FELT = 1.5  # s until all that was swept has been told and thought about


def check(panel: str, seed: int) -> Found:
    """What one sweep leaves may look like one player's gesture, never like that of several."""
    luck = Random(f"sleeve {panel} {seed}")
    rig = sit_down(panel, luck)
    if len(rig.table.position.due) > 1:
        return Found()  # a race: every piece counts as it is laid
    known = len(rig.table.moments)
    trouble = Disturbance(rig, luck)
    trouble.swept()
    rig.wait(FELT)
    made = [moment.move for moment in rig.table.moments[known:] if moment.move]
    counts = Counter(troubles=1)
    if len({move.seat for move in made} - {CHANCE}) < 2:
        return Found(counts=counts)
    acts, moves = ", ".join(trouble.acts), ", ".join(map(str, made))
    failure = Failure("sleeve", "play", rig.game.name, panel, seed, moves, acts, rig.told())
    return Found((failure,), counts)
