"""The events of a sitting: moves count, moves are taken back, the board is lost and found."""

from __future__ import annotations

from collections.abc import Sequence

from controller.game import Move, written
from controller.reading.evidence import is_race
from controller.reading.gesture import Gesture
from controller.reading.move_index import marks
from controller.reading.order import told_at
from controller.sitting.flow import Event, Stage
from controller.sitting.journal import Played, won_by
from controller.sitting.news import TakenBack, Worded
from controller.sitting.state import State
from controller.values import CHANCE, Layout, Observation, Refusal, Saying, differing


def decide(state: State, moves: Sequence[Move], *, asked: bool = False) -> None:
    """Decide that these moves were played; they count once they are written down."""
    state.wish = None
    state.robots.done(moves, state.input.felt.at)
    state.progress.decide(moves, asked=asked)


def take_word(state: State, moves: Sequence[Move], *, asked: bool = False) -> None:
    """Count moves without a hand having made all of them, as answered with YES or on a page."""
    decide(state, moves, asked=asked)
    state.news.append(Worded())


def keep(state: State) -> None:
    """Write what was decided; only then do the lights show that it counted."""
    if not state.busy:
        return
    for played in state.progress.write():
        stand(state, played)
    state.flow.hear(Event.MADE)
    end_if_over(state)


def revise(state: State, moves: Sequence[Move]) -> None:
    """Replace the last move in the record by these."""
    for played in state.progress.strike_last(instead=moves):
        stand(state, played)
    state.progress.decide()
    end_if_over(state)


def take_back(state: State, *, misread: bool = False) -> None:
    """Undo the last gesture, unless a card was seen since."""
    state.last = None
    match state.progress.way_back(misread=misread, robots=state.robots.seats):
        case Saying() as why:
            state.said.reply(why)
            if state.stage in (Stage.MOVING, Stage.ASKING):  # pieces may be in the air
                state.news.append(TakenBack())
        case Refusal() as rule:
            state.said.notice = rule
        case number:
            rewind(state, number)
            if not misread:
                state.news.append(TakenBack())


def rewind(state: State, number: int) -> None:
    """Go back to this moment, even if cards were seen since."""
    state.last = None
    stood = state.position.layout()
    strike_after(state, number)
    state.recovery.grip.stand_back(stood, state.progress.here)


def strike_after(state: State, number: int) -> None:
    """Strike everything after this moment."""
    stood = state.position.layout()
    struck = state.progress.strike(number)
    state.said.notice = None
    own = [move for move in reversed(struck) if move.seat != CHANCE]
    state.said.reply(Saying("table.taken_back", {"move": written(own)}))
    state.wish = None
    state.gesture = Gesture()
    state.input.settle()
    if state.stage is Stage.OVER:
        state.progress.pen.end("")
    state.flow.hear(Event.TAKE_BACK)
    if is_race(state.progress.here):
        take_off_meanwhile(state, stood)


def take_off_meanwhile(state: State, stood: Layout) -> None:
    """In a race, let all others play on while pieces of moves taken back still lie there."""
    here, lying = state.progress.here, state.input.felt.lying()
    wrong = frozenset(site for site, _ in here.expected.items() ^ lying.items())
    state.input.condemn(wrong & differing(stood, here.position.layout()))
    state.flow.hear(Event.QUIET)


def stand(state: State, played: Played) -> None:
    """Add the moment after a move that was written, and show its news."""
    felt, before = state.input.felt, state.position
    made = use_touches(state, played.move)
    state.progress.stand(played, felt.senses, felt.at, made)
    state.gesture = Gesture()
    if not felt.condemned:  # else another player's mistake is still to be put right
        state.said.hush()
        state.said.message = state.position.news(before, played.move)


def use_touches(state: State, move: Move) -> float:
    """Clear the touches that made this move; return when its last piece was felt.

    While several seats may act, touches of the others still count.
    """
    (mark,) = marks(state.position, [move], state.input.senses)
    made = told_at(mark.trace.changes.keys(), state.input.felt) or 0.0
    if state.progress.alone:
        state.input.settle(mark.trace.touched)
    state.input.mark_used(mark.sites)
    return made


def end_if_over(state: State) -> None:
    """End the sitting, and write down who won, if the game is over."""
    if outcome := state.position.outcome:
        state.said.notice = None
        state.flow.hear(Event.END)
        state.progress.pen.end(won_by(outcome.winners))


def note_board_presence(state: State, observation: Observation) -> None:
    """Change the stage if the board has been lost or has come back."""
    if not observation.present:
        state.flow.hear(Event.LOSE_BOARD)
    elif state.stage is Stage.PAUSED:
        state.flow.hear(Event.FIND_BOARD)
        come_back(state)
    elif state.stage is not Stage.SETUP:
        state.recovery.returning = False


def come_back(state: State) -> None:
    """Prepare to read a move made while the board was away, or to ask for moves made on pages."""
    state.recovery.returning = not state.carried_on
    if state.left is not None:
        since = [moment.move for moment in state.moments[state.left :] if moment.move]
        own = [move for move in since if move.seat != CHANCE]
        state.recovery.played = written(own)
        state.left = None
