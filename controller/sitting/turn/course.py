"""The events of a sitting: moves count, moves are taken back, the board is lost and found.

Each function returns the state after the event.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from controller.game import Move, gesture_text
from controller.reading.evidence import is_race
from controller.reading.move_index import marks
from controller.reading.order import told_at
from controller.sitting.flow import Event, Stage
from controller.sitting.interpretation import Interpretation
from controller.sitting.journal import Played, won_by
from controller.sitting.news import TakenBack, Worded
from controller.sitting.state import State
from controller.values import CHANCE, Layout, Observation, Refusal, Saying, differing


def count_moves(state: State, moves: Sequence[Move], *, asked: bool = False) -> State:
    """Decide that these moves were played; they count once they are written down."""
    robots = state.robots.done(moves, state.felt.at)
    progress = state.progress.decide(moves, asked=asked)
    return replace(state, wish=None, robots=robots, progress=progress)


def take_word(state: State, moves: Sequence[Move], *, asked: bool = False) -> State:
    """Count moves without a hand having made all of them, as answered with YES or on a page."""
    return count_moves(state, moves, asked=asked).report(Worded())


def keep(state: State) -> State:
    """Write what was decided; only then do the lights show that it counted."""
    if not state.progress.busy:
        return state
    decided = state.progress.decided
    state = replace(state, progress=state.progress.write())
    return end_if_over(stand(state, decided).hear(Event.MADE))


def revise(state: State, moves: Sequence[Move]) -> State:
    """Replace the last move in the record by these."""
    progress = state.progress.strike_last(instead=moves)
    state = stand(replace(state, progress=progress), progress.decided)
    return end_if_over(replace(state, progress=state.progress.decide()))


def take_back(state: State, *, misread: bool = False) -> State:
    """Undo the last gesture, unless a card was seen since."""
    match state.way_back(misread=misread):
        case Saying() as why:
            in_hand = state.stage in (Stage.MOVING, Stage.ASKING)  # pieces may be in the air
            return state.reply(why).report(*[TakenBack()] * in_hand)
        case Refusal() as rule:
            return state.name_rule(rule)
        case number:
            return rewind(state, number).report(*[TakenBack()] * (not misread))


def rewind(state: State, number: int) -> State:
    """Go back to this moment, even if cards were seen since."""
    stood = state.position.layout()
    state = strike_after(state, number)
    state.recovery.grip.stand_back(stood, state.progress.here)
    return state


def strike_after(state: State, number: int) -> State:
    """Strike everything after this moment."""
    stood = state.position.layout()
    own = [move for move in state.progress.since(number)[::-1] if move.seat != CHANCE]
    said = state.said.name_rule(None).reply(Saying("table.taken_back", {"move": gesture_text(own)}))
    progress = state.progress.strike(number)
    state.input.settle()
    if state.stage is Stage.OVER:
        progress.pen.end("")
    state = replace(state, progress=progress, said=said, wish=None, gesture=Interpretation())
    state = state.hear(Event.TAKE_BACK)
    return take_off_meanwhile(state, stood) if is_race(progress.here) else state


def take_off_meanwhile(state: State, stood: Layout) -> State:
    """In a race, let all others play on while pieces of moves taken back still lie there."""
    here, lying = state.progress.here, state.felt.lying()
    wrong = frozenset(site for site, _ in here.expected.items() ^ lying.items())
    state.input.condemn(wrong & differing(stood, here.position.layout()))
    return state.hear(Event.QUIET)


def stand(state: State, moves: Sequence[Played]) -> State:
    """Add the moments after moves that were written, and show their news."""
    for played in moves:
        felt, before = state.felt, state.position
        made = use_touches(state, played.move)
        progress = state.progress.stand(played, felt.senses, felt.at, made)
        state = replace(state, progress=progress, gesture=Interpretation())
        if not felt.condemned:  # else another player's mistake is still to be put right
            news = progress.position.news(before, played.move)
            state = replace(state, said=state.said.hush().tell(news))
    return state


def use_touches(state: State, move: Move) -> float:
    """Clear the touches that made this move; return when its last piece was felt.

    While several seats may act, touches of the others still count.
    """
    (mark,) = marks(state.position, [move], state.input.senses)
    made = told_at(mark.trace.changes.keys(), state.felt) or 0.0
    if state.progress.alone:
        state.input.settle(mark.trace.touched)
    state.input.mark_used(mark.sites)
    return made


def end_if_over(state: State) -> State:
    """End the sitting, and write down who won, if the game is over."""
    outcome = state.position.outcome
    if not outcome:
        return state
    state = state.name_rule(None).hear(Event.END)
    state.progress.pen.end(won_by(outcome.winners))
    return state


def note_board_presence(state: State, observation: Observation) -> State:
    """Change the stage if the board has been lost or has come back."""
    if not observation.present:
        return state.hear(Event.LOSE_BOARD)
    if state.stage is Stage.PAUSED:
        return come_back(state.hear(Event.FIND_BOARD))
    if state.stage is not Stage.SETUP and state.recovery.returning:
        return replace(state, recovery=replace(state.recovery, returning=False))
    return state


def come_back(state: State) -> State:
    """Prepare to read a move made while the board was away, or to ask for moves made on pages."""
    if state.left is None:
        return replace(state, recovery=replace(state.recovery, returning=True))
    since = [moment.move for moment in state.moments[state.left :] if moment.move]
    own = [move for move in since if move.seat != CHANCE]
    recovery = replace(state.recovery, returning=False, played=gesture_text(own))
    return replace(state, recovery=recovery, left=None)
