"""Move and reply in one go, and what was wished for answered by something else."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

from controller.game import Move
from controller.games import SHELF
from controller.reading.move_index import marks
from controller.values import CHANCE
from tests.hands.failure import Found
from tests.hands.gestures import plain
from tests.hands.natural import shown
from tests.hands.seated import BEFORE, Seated, Way, any_kind, seated, sit_down, trajectory
from tests.panels import load_panel

TRIES = 12  # moments looked at for one that will do


def reply(panel: str, seed: int) -> Found:
    """The last move of a turn and the first of the next, before the first is read."""
    luck = Random(f"reply {panel} {seed}")
    way = trajectory(SHELF[load_panel(panel).file.game], luck)
    turns = list(ends_of_turns(way))
    for number in luck.sample(turns, min(TRIES, len(turns))):
        first = max(0, number - BEFORE)
        played = [(move, position) for move, position in way[first + 1 : number + 1] if move]
        rig = seated(panel, luck, way[first][1], played)
        run = [move for move, _ in way[number + 1 : number + 3] if move]
        if plain(rig, rig.table.position.after(run[0]), run[1]):
            return shown("reply", rig, run, luck, panel, seed)
    return Found(counts=Counter(no_reply=1))


def ends_of_turns(way: Way) -> list[int]:
    """The moments at which one is to act and the next does after him."""
    alone = [len(position.actors) == 1 and CHANCE not in position.actors for _, position in way]
    return [
        number
        for number, ((one, _), (then, _)) in enumerate(pairwise(way[1:]))
        if one and then and one.seat != then.seat and alone[number] and alone[number + 1]
    ]


def wish(panel: str, seed: int) -> Found:
    """Somebody without hands asks for a move, and another lawful one is made."""
    luck = Random(f"wish {panel} {seed}")
    for _ in range(TRIES):
        rig = sit_down(panel, luck)
        seat = luck.choice(sorted(rig.table.position.actors))
        moves = [move for move in rig.table.position.moves() if move.seat == seat]
        wished, made = any_kind(moves, luck), any_kind(moves, luck)
        rig.table.say(wished)
        if felt_apart(rig, wished, made) and rig.table.wish:
            rig.wait(0.2)
            return shown("wish", rig, [made], luck, panel, seed)
    return Found(counts=Counter(no_wish=1))


def felt_apart(rig: Seated, wished: Move, made: Move) -> bool:
    """True if the two moves leave different traces."""
    one, other = marks(rig.table.position, [wished, made], rig.wiring.senses)
    return one.trace != other.trace
