"""The table's own keys YES, NO, NEXT and BACK, and their effects."""

from __future__ import annotations

from collections.abc import Sequence

from controller.reading.held_pieces import BOX
from controller.reading.move_index import Mark
from controller.sitting.flow import Stage
from controller.sitting.keys import BACK, NEXT, NO, YES
from controller.sitting.news import Agreed, HintWanted, MenuWanted
from controller.sitting.shown import output
from controller.sitting.state import State
from controller.sitting.turn import course
from controller.values import Observation, Saying, Site, Trace


def listen(state: State, observation: Observation) -> None:
    """Handle new presses of the table's own keys."""
    pressed = state.keys.pressed(observation)
    if state.stage is Stage.OVER:
        state.news += [MenuWanted(key) for key in sorted(pressed - {BACK})[:1]]
    if BACK in pressed:
        course.take_back(state)
    if NEXT in pressed:
        state.gesture.chosen += 1
        if state.stage is not Stage.ASKING:
            state.news.append(HintWanted())
    if YES in pressed:
        agree(state)
    if NO in pressed:
        deny(state)


def agree(state: State) -> None:
    """Handle YES: confirm the move in question, the strip's row, or a move that is not felt."""
    if state.stage is Stage.ASKING and (answers := state.gesture.answers):
        chosen = answers[state.chosen % len(answers)]
        course.take_word(state, chosen, asked=not state.gesture.sure)
        return
    if doubt := output.doubted(state.shown()):
        state.input.vouch(*doubt)
    elif state.recovery.step and state.recovery.step.played:
        state.recovery.played = ""
    elif state.stage is Stage.WAITING and (left_over := unseen(state)):
        confirm(state, left_over)
    else:
        state.news.append(Agreed())
        state.said.reply(Saying("table.nothing_yes"))


def unseen(state: State) -> list[Mark]:
    """Return the moves that no sensor can feel and a person may have made."""
    unseen, robots = state.progress.here.known.unseen, state.robots.seats
    return [mark for mark in unseen if mark.move.seat not in robots]


def confirm(state: State, unseen: Sequence[Mark]) -> None:
    """Count the move that no sensor can feel, or ask which of several it was."""
    if len(unseen) == 1:
        course.take_word(state, [unseen[0].move])
    state.gesture.confirming = len(unseen) > 1


def deny(state: State) -> None:
    """Handle NO: not what was asked about, the last move was misread, or a cell reads wrongly."""
    state.gesture.confirming = False
    waiting = state.stage is Stage.WAITING
    if state.stage is Stage.ASKING:
        deny_moves(state)
    elif waiting and state.has_menu and not state.recovery.step and not asked_for_no(state):
        state.news.append(MenuWanted(NO))
    elif waiting and state.progress.rules.firm and not state.position.actors <= state.robots.seats:
        course.take_back(state, misread=True)
    else:
        deny_cell(state)


def asked_for_no(state: State) -> bool:
    """True if BACK was just refused, with the advice to press NO if the move was misread."""
    firm = state.progress.rules.firm
    return firm is not None and state.said.notice == firm


def deny_moves(state: State) -> None:
    """Rule out every move that explains what is seen now."""
    here, felt = state.progress.here, state.input.felt
    changes = Trace.between(here.expected, felt.readings, felt.touched).changes
    state.gesture.denied = (here, changes) if changes else None
    state.input.mark_used(felt.touched - changes.keys())


def deny_cell(state: State) -> None:
    """Drop or distrust the instruction that is shown, if it is about one cell."""
    step, readings = state.recovery.step, state.input.felt.readings
    wrong = step and (step.source or step.target)
    if step and wrong and readings.get(wrong) == state.progress.here.expected.get(wrong):
        state.recovery.grip.forget()
    elif step and wrong and state.stage in (Stage.SETUP, Stage.MENDING, Stage.MOVING):
        doubt(state, wrong, carried=bool(step.source and step.target and step.piece))
    else:
        state.said.reply(Saying("table.nothing_no"))


def doubt(state: State, site: Site, *, carried: bool) -> None:
    """Distrust a cell; where a hand was there just now, only at the second NO."""
    homes = state.recovery.grip.astray.get(site, frozenset())
    if state.works(site):
        back = isinstance(state.progress.way_back(robots=state.robots.seats), int)
        key = "table.tells_truth" if back else "table.tells_truth_alone"
        state.said.reply(Saying(key, {"site": site}))
        return
    if (carried or (homes and BOX not in homes)) and state.recovery.looked != site:
        state.recovery.looked = site
        state.said.reply(Saying("table.look_again", {"site": site}))
        return
    state.recovery.looked = None
    state.input.disbelieve(site)
    state.said.message = Saying("table.disbelieved", {"site": site})
