"""After a YES to something untrue, the table tells where record and board differ."""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.sitting.flow import Stage
from controller.sitting.keys import NEXT, YES
from controller.values import Piece, Saying, Site
from controller.web.parts.apart import apart
from tests.hands.failure import Failure, Found
from tests.hands.gestures import STYLES, gesture, perform, turn
from tests.hands.obeying import ObedientHand
from tests.hands.seated import Seated, sit_down

STILL = 3.0  # s; by then whatever was done has been read
MOST = 12  # pieces that are carried to where the record has them


def check(panel: str, seed: int) -> Found:
    """Some turn, and YES to whatever is asked; then board and record come together again."""
    luck = Random(f"yes {panel} {seed}")
    rig = sit_down(panel, luck)
    run = turn(rig.table.position, luck)
    for part in gesture(rig, run, luck.choice(STYLES), luck):
        for act in part.acts:
            perform(rig, act)
    asked = answered(rig, luck)
    wrong = mended(rig, luck) if asked else ""
    counts = Counter(gestures=1, questions=asked)
    told = Failure(
        "yes", wrong, rig.game.name, panel, seed, ", ".join(map(str, run)), "", rig.told()
    )
    return Found((told,) if wrong else (), counts)


def answered(rig: Seated, luck: Random) -> int:
    """How many questions were answered with whatever luck had them at."""
    for count in range(4):
        rig.wait(STILL)
        if rig.table.stage is not Stage.ASKING:
            return count
        for _ in range(luck.randrange(4)):
            rig.hand.press(NEXT)
            rig.wait(0.3)
        rig.hand.press(YES)
    rig.wait(STILL)
    return 4


def mended(rig: Seated, luck: Random) -> str:
    """By light, where it can be felt; by what a page says, where only eyes see it."""
    known = rig.table.moments[-1]
    if rig.table.stage is not Stage.WAITING and not ObedientHand(rig, luck).obey(20):
        return "no way back"
    for _ in range(MOST):
        told = apart(rig.table.position, rig.bench.stacks, rig.game.drawing(rig.table.position))
        if told is None:
            break
        carried(rig, told)
    rig.wait(STILL)
    if rig.astray():
        return "apart, and nobody says so"
    return (
        "" if rig.table.moments[-1] is known or rig.feels_right() else "changed by being put right"
    )


def carried(rig: Seated, told: Saying) -> None:
    """The piece that was spoken of, from wherever it is to where it belongs."""
    name, site = str(told.fields["piece"]), Site(str(told.fields["site"]))
    if told.key == "table.recorded_off":
        rig.bench.lift(site, name)
    else:
        rig.bench.put(taken(rig, name), site)
    rig.wait(0.2)


def taken(rig: Seated, name: str) -> Piece:
    """Out of the air, off the board, or out of the box."""
    for at, stack in rig.bench.stacks.items():
        if any(piece.name == name for piece in stack):
            return rig.bench.lift(at, name)
    lost = next((piece for piece in rig.in_air if piece.name == name), None)
    if lost:
        rig.in_air.remove(lost)
        return lost
    token = next(t for t in rig.game.drawing(rig.table.position).tokens if t.name == name)
    return Piece(name, token.seat)
