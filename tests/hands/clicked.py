"""A piece clicked in a page, and then a cell: that move is recorded, whatever its cells can feel.

Asked about is only what two lawful moves would leave of the very same piece in the very same place.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.game import Move
from controller.reading.choose import Ask
from controller.reading.move_index import marks
from controller.sitting.flow import Stage
from controller.values import CHANCE
from tests.hands.failure import Failure, Found
from tests.hands.gestures import Errand, errands
from tests.hands.page import AtPage
from tests.hands.seated import any_kind

MOVES = 14  # of a game
READ = 2.5  # s until a move has counted


def check(panel: str, seed: int) -> Found:
    """The first moves of a game by one who clicks for every seat."""
    luck = Random(f"clicked {panel} {seed}")
    rig = AtPage(panel, luck, people=True)
    rig.wait(1.0)
    counts = Counter(games=1)
    for _ in range(MOVES):
        position, known = rig.table.position, len(rig.table.moments)
        if position.outcome:
            break
        move = any_kind(list(position.moves()), luck)
        carried = errand(rig, move)
        if carried is None:
            rig.make(move)
            rig.wait(4.0)
            continue
        name = carried.piece.name
        for line in (f"lift {carried.source} {name}", f"put {carried.goal} {name}"):
            rig.obey(line, lambda sentence: None)
            rig.wait(luck.choice([0.2, 0.5, 1.5]))
        rig.wait(READ)
        counts.update(gestures=1, moves=1, questions=rig.table.stage is Stage.ASKING)
        if wrong := verdict(rig, move, known):
            acts = f"click {carried.source}, click {carried.goal}"
            failure = Failure(
                "clicked", wrong, rig.game.name, panel, seed, str(move), acts, rig.words
            )
            return Found((failure,), counts)
        if rig.table.stage is Stage.ASKING:
            return Found(counts=counts)
    return Found(counts=counts)


def errand(rig: AtPage, move: Move) -> Errand | None:
    """The one piece that goes from cell to cell, if that is all there is to it.

    What goes from crowd to crowd is said with YES.
    """
    position = rig.table.position
    senses = rig.wiring.senses
    todo = errands(position.layout(), position.after(move).layout())
    cells = [e for e in todo if e.source and e.goal]
    felt = all(s in senses and senses[s].holds for e in cells for s in (e.source, e.goal))
    plain = len(todo) == len(cells) == 1 and felt and not move.touches and move.seat != CHANCE
    seen = any(mark.trace for mark in marks(position, [move], senses))
    return cells[0] if plain and seen else None


def verdict(rig: AtPage, move: Move, known: int) -> str:
    made = [str(moment.move) for moment in rig.table.moments[known:]]
    if str(move) in made:
        return ""
    if rig.table.stage is not Stage.ASKING or made:
        return f"read as {', '.join(made) or 'nothing'}"
    decision = rig.table.state.decision
    asked = decision.marks if isinstance(decision, Ask) else ()
    meant = [mark for mark in asked if mark.move == move]
    if not meant:
        return "asked about something else"
    return "" if all(mark.sites == meant[0].sites for mark in asked) else "asked where it went"
