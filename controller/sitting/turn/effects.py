"""Carrying out a decision about a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from controller.reading.choose import (
    Ask,
    Count,
    Decision,
    GoBack,
    LeadBack,
    NotYet,
    PointHome,
    Refuse,
    Revise,
)
from controller.reading.move_index import NOTHING
from controller.reading.sources import Attempt
from controller.reading.timing import WAITS
from controller.sitting.flow import Event
from controller.sitting.state import State
from controller.sitting.turn import course
from controller.values import Refusal, Site, Trace


def apply(state: State, decision: Decision | None, seen: Trace) -> State:
    """Return the state after a decision about a hand; no other code carries one out."""
    state = keep_decision(state, decision, seen)
    match decision:
        case Count(moves):
            return course.count_moves(state, moves)
        case NotYet(stay=True):
            return state
        case None | NotYet() | Ask():
            return state.follow(decision)
        case Refuse():
            return refuse(state, decision, seen)
        case LeadBack():
            return lead_back(state, seen)
        case Revise(moves):
            return course.revise(state, moves)
        case PointHome(site, piece):
            state.input.settle()
            until = state.felt.at + WAITS.forget
            return replace(state, said=state.said.point(site, piece, until))
        case GoBack(number):
            return take_back_by_hand(state, number)
        case _:
            assert_never(decision)


def keep_decision(state: State, decision: Decision | None, seen: Trace) -> State:
    """Keep the decision, unless it is about a touch without effect, which leaves nothing to fix."""
    for_nothing = isinstance(decision, Refuse) and bool(decision.sites)
    if not for_nothing:
        return state.interpret(decision=decision)
    return state if seen.changes else state.interpret(decision=None)


def refuse(state: State, decision: Refuse, seen: Trace) -> State:
    """Name the rules that were broken, and start the recovery that fits."""
    if decision.condemn and not decision.sites:
        return condemn(state, decision.mistakes)
    if decision.mistakes:
        return refuse_move(state, decision.mistakes[0], seen)
    return refuse_touch(state, decision.sites, decision.rule, seen)


def refuse_touch(state: State, sites: frozenset[Site], rule: Refusal | None, seen: Trace) -> State:
    """Say why a key, or a piece lifted and put back, has had no effect."""
    state.input.mark_used(sites)
    said = state.said.name_rule(rule or state.said.notice)
    if seen.changes:
        return replace(state, said=said)
    return replace(state, said=said.expire_notice(state.felt.at + 2 * WAITS.forget)).follow(None)


def bind_to_touched(state: State, sites: frozenset[Site]) -> State:
    """Bind a player to the piece they lifted and put back, if touch-move was agreed."""
    lift = state.lifts.touched(sites, state.progress.here, state.felt)
    agreed = state.progress.rules.touch_move and state.progress.alone and not state.wish
    if not lift or not agreed:
        return state
    state.input.mark_used(sites)
    said = state.said.name_rule(state.progress.rules.touched).must_move(lift.site, lift.piece)
    return replace(state, progress=state.progress.bind(lift.site, lift.seat), said=said)


def take_back_by_hand(state: State, number: int) -> State:
    """Take back what a hand has undone; if finished moves stay, have it put right instead."""
    rule = state.progress.holds(number)
    if rule or number < state.progress.first:
        return state.name_rule(rule).hear(Event.STRAY)
    doubtful = state.recovery.mixed or state.said.message == state.identity
    stood = state.position.layout()
    state = course.strike_after(replace(state, recovery=state.recovery.gather()), number)
    state.recovery.grip.carried_back(stood, state.progress.here)
    return state.tell(state.identity) if doubtful else state


def condemn(state: State, mistakes: Sequence[Attempt]) -> State:
    """Name the broken rules, and ignore the pieces concerned until they are taken off."""
    for wrong in mistakes:
        state = state.name_rule(wrong.refusal)
        state.input.condemn(wrong.mark.trace.touched)
    return state.hear(Event.FORBIDDEN)


def refuse_move(state: State, wrong: Attempt, seen: Trace) -> State:
    """Name the broken rule, and lead back."""
    if not seen.changes.items() <= state.blamed.changes.items():  # else it was named already
        state = replace(state.name_rule(wrong.refusal), blamed=seen)
    return state.follow(state.decision)


def lead_back(state: State, seen: Trace) -> State:
    """Lead back; a rule that was named is shown while its mistake is part of the trace."""
    blamed = state.blamed.changes
    if not blamed or not seen.changes.items() >= blamed.items():
        state = replace(state.name_rule(None), blamed=NOTHING)
    return state.follow(state.decision)
