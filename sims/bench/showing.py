"""How a person makes a move: speaks it or shows it, and answers the table's question."""

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

ASK_DELAY = 0.6  # s until the board has asked: a little more than its dwell time
HOVERS = 4  # times that this is repeated while a piece may be in the air
RETRY_EVERY = 0.02  # s between two tries while the table is not ready
PRESSES = 100  # most key presses to choose among similar moves


class Spoken(Protocol):
    """A table that can be told a move."""

    @property
    def table(self) -> Table: ...
    def say(self, move: Move) -> Refusal | None: ...


def make_move(move: Move, speaker: Spoken, hand: Motions, *, spoken: bool = False) -> Motion:
    """Make this move by this hand; with `spoken`, an ambiguous move is announced before."""
    table = speaker.table
    position = table.position
    before, after = position.layout(), position.after(move).layout()
    mark = next(marks(position, [move], table.state.input.senses))
    changed = differing(before, after) & table.senses.keys()
    lasting = any(not table.senses[site].momentary for site in changed)
    if not lasting and not move.touches and (table.luck or not mark.trace):
        yield from speak(move, speaker)
        return
    confirmed = table.state.progress.rules.confirm_moves or move.needs_confirmation
    certain = mark.trace and not mark.unfelt and not confirmed
    asked = not certain or is_ambiguous(mark, table)
    said_enough = asked and spoken and speaker.say(move) is None and table.wish is None
    number = len(table.moments)
    if said_enough:  # pointing at it too would count for the next move
        yield from hand.carry(before, after)
        return
    yield from hand.make(move, position)
    if asked:
        yield from answer_question(move, table, hand, number)


def speak(move: Move, speaker: Spoken) -> Motion:
    """Speak the move, as soon as the table accepts it."""
    while speaker.say(move) is NOT_NOW:
        yield RETRY_EVERY


def is_ambiguous(mark: Mark, table: Table) -> bool:
    """True if another move leaves the same trace or part of it, so that the board must ask."""
    others = table.moments[-1].known.included(mark.trace)
    return any(other.trace and other.move != mark.move for other in others)


def answer_question(move: Move, table: Table, hand: Motions, number: int) -> Motion:
    """Confirm with the keys that a move was made, and choose it among similar ones."""
    yield ASK_DELAY
    for _ in range(HOVERS):
        if table.stage is Stage.MOVING and len(table.moments) == number:
            yield ASK_DELAY
    if table.stage is Stage.WAITING and len(table.moments) == number:
        yield from hand.press(YES)
        yield ASK_DELAY
    for _ in range(PRESSES):
        if len(table.moments) != number or not isinstance(table.state.decision, Ask):
            return
        open_to = table.state.decision.marks
        meant = open_to[table.state.gesture.chosen % len(open_to)].move == move
        yield from hand.press(YES if meant else NEXT)
