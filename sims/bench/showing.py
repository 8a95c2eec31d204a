"""How a person makes a move: says what is only said, shows the rest, answers what is asked."""

from __future__ import annotations

from typing import Protocol

from controller.game import Move
from controller.reading.choose import Ask
from controller.reading.move_index import Mark, marks
from controller.sitting.flow import Stage
from controller.sitting.keys import NEXT, YES
from controller.sitting.table import NOT_NOW, Table
from controller.values import Refusal, differing
from sims.bench.motions import Motion, Motions

ASKED = 0.6  # s until the board has asked: its dwell time and a little
HOVERS = 4  # so many times longer while a piece may only be in the air
GLANCE = 0.02  # s between two looks at a table that is not ready yet
PRESSES = 100  # that part any moves that look alike


class Spoken(Protocol):
    """A table, and somebody whom it hears."""

    @property
    def table(self) -> Table: ...
    def say(self, move: Move) -> Refusal | None: ...


def shown(move: Move, speaker: Spoken, hand: Motions, *, spoken: bool = False) -> Motion:
    """This move by this hand. What looks like another move is `spoken` of first, or answered."""
    table = speaker.table
    position = table.position
    before, after = position.layout(), position.after(move).layout()
    mark = next(marks(position, [move], table.state.input.senses))
    changed = differing(before, after) & table.senses.keys()
    lasting = any(not table.senses[site].momentary for site in changed)
    if not lasting and not move.touches and (table.luck or not mark.trace):
        yield from said(move, speaker)
        return
    confirmed = table.state.progress.rules.confirm_moves or move.needs_confirmation
    certain = mark.trace and not mark.unfelt and not confirmed
    asked = not certain or alike(mark, table)
    said_enough = asked and spoken and speaker.say(move) is None and table.wish is None
    number = len(table.moments)
    if said_enough:  # who points at it too has pointed at the next
        yield from hand.carry(before, after)
        return
    yield from hand.make(move, position)
    if asked:
        yield from answered(move, table, hand, number)


def said(move: Move, speaker: Spoken) -> Motion:
    """As soon as the table listens."""
    while speaker.say(move) is NOT_NOW:
        yield GLANCE


def alike(mark: Mark, table: Table) -> bool:
    """Another move leaves the same trace, or part of it: the board will ask, or be mistaken."""
    others = table.moments[-1].known.included(mark.trace)
    return any(other.trace and other.move != mark.move for other in others)


def answered(move: Move, table: Table, hand: Motions, number: int) -> Motion:
    """Say with the keys that it was made, and which of those that look alike it was."""
    yield ASKED
    for _ in range(HOVERS):
        if table.stage is Stage.MOVING and len(table.moments) == number:
            yield ASKED
    if table.stage is Stage.WAITING and len(table.moments) == number:
        yield from hand.press(YES)
        yield ASKED
    for _ in range(PRESSES):
        if len(table.moments) != number or not isinstance(table.state.decision, Ask):
            return
        open_to = table.state.decision.marks
        meant = open_to[table.state.chosen % len(open_to)].move == move
        yield from hand.press(YES if meant else NEXT)
