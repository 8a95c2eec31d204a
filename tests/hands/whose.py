"""Only a robot acts for a robot's seat; a piece beside the board is asked back."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from controller.game import Move
from controller.reading.move_index import marks
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.keys import BACK, NO, YES
from controller.sitting.robots import RobotGuard
from controller.values import CHANCE, Piece, standing
from tests.hands.failure import Failure, Found
from tests.hands.obeying import ObedientHand
from tests.hands.seated import Seated, any_kind, sit_down

LONG = 4.5  # s; by then what is missing is missed
ACTS = 3


def robots(panel: str, seed: int) -> Found:
    """A person makes a robot's move: it does not count, and is answered with whose it is.

    Asked for by the robot, the same move by the same hand counts.
    """
    luck = Random(f"robots {panel} {seed}")
    rig = sit_down(panel, luck)
    seat = luck.choice(sorted(rig.table.position.actors - {CHANCE}))
    moves = [move for move in rig.table.position.moves() if move.seat == seat]
    felt = [move for move in moves if all(m.trace for m in marks_of(rig, move))]
    if not felt:
        return Found(counts=Counter(unfelt=1))
    move = any_kind(felt, luck)
    rig.table.state = replace(rig.table.state, robots=RobotGuard({seat}))
    stood = {site: [*stack] for site, stack in rig.bench.stacks.items()}
    wrong = kept_off(rig, move, luck)
    if not wrong and rig.bench.stacks == stood:  # alike pieces may have been exchanged, unfelt
        wrong = asked_for(rig, move)
    failure = Failure("robots", wrong, rig.game.name, panel, seed, "", str(move), rig.told())
    return Found((failure,) if wrong else (), Counter(moves=1))


def marks_of(rig: Seated, move: Move) -> list[Any]:
    return list(marks(rig.table.position, [move], rig.table.state.input.senses))


def kept_off(rig: Seated, move: Move, luck: Random) -> str:
    table, known = rig.table, len(rig.table.history)
    rig.hand.do(rig.motions.make(move, table.position))
    rig.wait(1.0)
    if len(table.history) != known:
        return "moved for a robot"
    if table.notice is None or table.notice.owner != move.seat:
        return "did not say whose it is"
    if not ObedientHand(rig, luck).obey(12) or not rig.feels_right():
        return "no way back"
    return ""


def asked_for(rig: Seated, move: Move) -> str:
    table, known = rig.table, len(rig.table.history)
    rig.wait(LONG)
    table.say(move)
    rig.wait(0.2)
    if table.wish:
        rig.play(move)
        rig.wait(2.0)
    return "" if len(table.history) > known else "a wish that nobody can carry out"


def beside(panel: str, seed: int) -> Found:
    """A piece lies beside the board: it is asked back, whatever is pressed or played meanwhile."""
    luck = Random(f"beside {panel} {seed}")
    rig = sit_down(panel, luck)
    state = rig.table.state
    rig.table.state = replace(state, equipment=replace(state.equipment, works=rig.works))
    sites = sorted(site for site, stack in rig.bench.stacks.items() if stack)
    if not sites:
        return Found(counts=Counter(bare=1))
    piece = rig.bench.lift(luck.choice(sites))
    acts = [f"{piece.name} away"]
    for _ in range(ACTS):
        rig.wait(LONG)
        if wrong := forgotten(rig, piece):
            told, name = rig.told(), rig.game.name
            failure = Failure("beside", wrong, name, panel, seed, "", ", ".join(acts), told)
            return Found((failure,), Counter(pieces=1))
        acts.append(something(rig, luck))
    return Found(counts=Counter(pieces=1))


def something(rig: Seated, luck: Random) -> str:
    """A key, or a move of somebody who does not care."""
    table = rig.table
    moves = list(table.position.moves()) if table.stage is not Stage.OVER else []
    if moves and luck.random() < 0.5:
        move = any_kind(moves, luck)
        expected = table.moments[-1].expected
        sources = [site for site in marks_of(rig, move)[0].sites if site in expected]
        if all(rig.bench.stacks.get(site) for site in sources):
            rig.hand.do(rig.motions.make(move, table.position))
            return str(move)
    key = luck.choice([key for key in (NO, NO, YES, BACK) if key in rig.wiring.senses] or [NO])
    table.press(key)
    return key


def forgotten(rig: Seated, piece: Piece) -> str:
    """The position has it on a cell that tells of its want, and nothing asks for it."""
    table = rig.table
    layout = table.position.layout()
    home = next((site for site in layout if piece in standing(layout, site)), None)
    if home is None or table.stage is Stage.OVER or home not in rig.wiring.senses:
        return ""
    if home in rig.disbelieved:
        return f"{home} is not believed any more"
    lies, belongs = tuple(rig.bench.stacks.get(home, ())), standing(layout, home)
    if rig.reads(home, lies) == rig.reads(home, belongs):
        return ""
    if table.stage in (Stage.SETUP, Stage.MENDING, Stage.ASKING):
        return ""  # one thing after the other
    message = table.message.fields if table.message else {}
    asked = home in message.values() or home in rig.lit(Glow.DOUBLE) | rig.lit(Glow.PULSE)
    at_peace = table.stage is Stage.WAITING
    return f"{piece.name} is not asked back to {home}" if at_peace or not asked else ""
