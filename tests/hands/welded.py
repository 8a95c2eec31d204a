"""A welded reed brings no piece: what it tells is no part of any move that a hand makes later."""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.values import CHANCE, Sense, Site
from tests.hands.failure import Failure, Found
from tests.hands.gestures import Errand, errands, plain
from tests.hands.obeying import ObedientHand
from tests.hands.seated import Seated, sit_down

LONG_AGO = (3.2, 5.0, 9.0)  # s from the weld to the hand; sooner, it may be a slow drag
HELD = (0.3, 1.0, 3.0)  # s


def check(panel: str, seed: int) -> Found:
    """The goal of a lawful move welds shut; then somebody takes up the piece, and puts it back."""
    luck = Random(f"welded {panel} {seed}")
    rig = sit_down(panel, luck)
    if (errand := any_errand(rig, luck)) is None:
        return Found(counts=Counter(no_reed=1))
    known, goal = len(rig.table.history), errand.goal
    rig.bench.faults.stuck.add(goal)
    rig.bench.refresh()
    rig.wait(luck.choice(LONG_AGO))
    if len(rig.table.history) != known:
        return Found(counts=Counter(alike=1))  # a piece brought there out of a crowd feels so
    obeyed = luck.random() < 0.5
    hand = ObedientHand(rig, luck)
    if obeyed:
        hand.obey(3)
    piece = rig.bench.lift(errand.source, errand.piece.name)
    rig.wait(luck.choice(HELD))
    rig.bench.put(piece, errand.source)
    rig.wait(3.0)
    counts = Counter(welds=1)
    made = [str(move) for move in rig.table.history[known:]]
    if not made:
        return Found(counts=counts)
    act = f"{goal} welds; {', '.join(hand.done)}; lift {errand.source} and put back"
    told = f"{made}; {rig.told()}"
    failure = Failure("welded", "false move", rig.game.name, panel, seed, "", act, told)
    return Found((failure,), counts)


def any_errand(rig: Seated, luck: Random) -> Errand | None:
    """A piece that a lawful move carries from one cell to an empty reed."""
    position, senses = rig.table.position, rig.wiring.senses
    found: dict[tuple[Site, Site], Errand] = {}
    for move in position.moves():
        if move.seat == CHANCE or not plain(rig, position, move):
            continue
        for errand in errands(position.layout(), position.after(move).layout()):
            source, goal = errand.source, errand.goal
            if source and goal and senses[goal] is not Sense.TAG and not rig.bench.stacks.get(goal):
                found[source, goal] = errand
    return found[luck.choice(sorted(found))] if found else None
