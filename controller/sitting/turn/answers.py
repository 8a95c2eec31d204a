"""The table's own keys YES, NO, NEXT and BACK: the state after each."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from controller.reading.held_pieces import BOX
from controller.reading.move_index import Mark
from controller.sitting.flow import Stage
from controller.sitting.keys import BACK, NEXT, NO, YES
from controller.sitting.news import Agreed, HintWanted, MenuWanted
from controller.sitting.shown import output
from controller.sitting.state import State
from controller.sitting.turn import course
from controller.values import Observation, Saying, Site, Trace


def listen(state: State, observation: Observation) -> State:
    """Handle new presses of the table's own keys."""
    pressed = state.equipment.keys.pressed(observation)
    if state.stage is Stage.OVER:
        state = state.report(*[MenuWanted(key) for key in sorted(pressed - {BACK})[:1]])
    if BACK in pressed:
        state = course.take_back(state)
    if NEXT in pressed:
        state = select_next(state)
    if YES in pressed:
        state = agree(state)
    return deny(state) if NO in pressed else state


def select_next(state: State) -> State:
    """Handle NEXT: select the next move that looks alike, or ask for a hint."""
    state = state.interpret(chosen=state.gesture.chosen + 1)
    return state if state.stage is Stage.ASKING else state.report(HintWanted())


def agree(state: State) -> State:
    """Handle YES: confirm the move in question, the strip's row, or a move that is not felt."""
    if state.stage is Stage.ASKING and (answers := state.gesture.answers):
        chosen = answers[state.gesture.chosen % len(answers)]
        return course.take_word(state, chosen, asked=not state.gesture.sure)
    if doubt := output.doubted_strip(state):
        state.input.vouch(*doubt)
        return state
    if state.recovery.step and state.recovery.step.played:
        return replace(state, recovery=replace(state.recovery, played=""))
    if state.stage is Stage.WAITING and (left_over := unseen(state)):
        return confirm(state, left_over)
    return state.report(Agreed()).reply(Saying("table.nothing_yes"))


def unseen(state: State) -> list[Mark]:
    """Return the moves that no sensor can feel and a person may have made."""
    unseen, robots = state.progress.here.known.unseen, state.robots.seats
    return [mark for mark in unseen if mark.move.seat not in robots]


def confirm(state: State, unseen: Sequence[Mark]) -> State:
    """Count the move that no sensor can feel, or ask which of several it was."""
    if len(unseen) == 1:
        state = course.take_word(state, [unseen[0].move])
    return state.interpret(confirming=len(unseen) > 1)


def deny(state: State) -> State:
    """Handle NO: not what was asked about, the last move was misread, or a cell reads wrongly."""
    state = state.interpret(confirming=False)
    waiting, menu = state.stage is Stage.WAITING, state.equipment.has_menu
    if state.stage is Stage.ASKING:
        return deny_moves(state)
    if waiting and menu and not state.recovery.step and not asked_for_no(state):
        return state.report(MenuWanted(NO))
    if waiting and state.progress.rules.firm and not state.position.actors <= state.robots.seats:
        return course.take_back(state, misread=True)
    return deny_cell(state)


def asked_for_no(state: State) -> bool:
    """True if BACK was just refused, with the advice to press NO if the move was misread."""
    firm = state.progress.rules.firm
    return firm is not None and state.said.notice == firm


def deny_moves(state: State) -> State:
    """Rule out every move that explains what is seen now."""
    here, felt = state.progress.here, state.felt
    changes = Trace.between(here.expected, felt.readings, felt.touched).changes
    state.input.mark_used(felt.touched - changes.keys())
    return state.interpret(denied=(here, changes) if changes else None)


def deny_cell(state: State) -> State:
    """Drop or distrust the instruction that is shown, if it is about one cell."""
    step, readings = state.recovery.step, state.felt.readings
    wrong = step and (step.source or step.target)
    if step and wrong and readings.get(wrong) == state.progress.here.expected.get(wrong):
        state.recovery.grip.forget()
        return state
    if step and wrong and state.stage in (Stage.SETUP, Stage.MENDING, Stage.MOVING):
        return doubt(state, wrong, carried=bool(step.source and step.target and step.piece))
    return state.reply(Saying("table.nothing_no"))


def doubt(state: State, site: Site, *, carried: bool) -> State:
    """Distrust a cell; where a hand was there just now, only at the second NO."""
    homes = state.recovery.grip.astray.get(site, frozenset())
    if state.equipment.works(site):
        back = isinstance(state.way_back(), int)
        key = "table.tells_truth" if back else "table.tells_truth_alone"
        return state.reply(Saying(key, {"site": site}))
    if (carried or (homes and BOX not in homes)) and state.recovery.looked != site:
        state = replace(state, recovery=replace(state.recovery, looked=site))
        return state.reply(Saying("table.look_again", {"site": site}))
    state.input.disbelieve(site)
    state = replace(state, recovery=replace(state.recovery, looked=None))
    return state.tell(Saying("table.disbelieved", {"site": site}))
