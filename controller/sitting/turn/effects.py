"""Carrying out a decision about a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

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


def apply(state: State, decision: Decision | None, seen: Trace) -> None:
    """Carry out a decision about a hand; no other code does."""
    keep_decision(state, decision, seen)
    match decision:
        case Count(moves):
            course.decide(state, moves)
        case NotYet(stay=True):
            pass
        case None | NotYet() | Ask():
            state.flow.follow(decision)
        case Refuse():
            refuse(state, decision, seen)
        case LeadBack():
            lead_back(state, seen)
        case Revise(moves):
            course.revise(state, moves)
        case PointHome(site, piece):
            state.said.point(site, piece, state.input.felt.at + WAITS.forget)
            state.input.settle()
        case GoBack(number):
            take_back_by_hand(state, number)
        case _:
            assert_never(decision)


def keep_decision(state: State, decision: Decision | None, seen: Trace) -> None:
    """Keep the decision, unless it is about a touch without effect, which leaves nothing to fix."""
    for_nothing = isinstance(decision, Refuse) and bool(decision.sites)
    if not for_nothing:
        state.gesture.decision = decision
    elif not seen.changes:
        state.gesture.decision = None


def refuse(state: State, decision: Refuse, seen: Trace) -> None:
    """Name the rules that were broken, and start the recovery that fits."""
    if decision.condemn and not decision.sites:
        condemn(state, decision.mistakes)
    elif decision.mistakes:
        refuse_move(state, decision.mistakes[0], seen)
    else:
        refuse_touch(state, decision.sites, decision.rule, seen)


def refuse_touch(state: State, sites: frozenset[Site], rule: Refusal | None, seen: Trace) -> None:
    """Say why a key, or a piece lifted and put back, has had no effect."""
    state.said.notice = rule or state.notice
    state.input.mark_used(sites)
    if not seen.changes:
        state.said.expire_notice(state.input.felt.at + 2 * WAITS.forget)
        state.flow.follow(None)


def bind_to_touched(state: State, sites: frozenset[Site]) -> None:
    """Bind a player to the piece they lifted and put back, if touch-move was agreed."""
    lift = state.lifts.touched(sites, state.progress.here, state.input.felt)
    agreed = state.progress.rules.touch_move and state.progress.alone and not state.wish
    if lift and agreed:
        state.input.mark_used(sites)
        state.progress.bind(lift.site, lift.seat)
        state.said.notice = state.progress.rules.touched
        state.said.must_move(lift.site, lift.piece)


def take_back_by_hand(state: State, number: int) -> None:
    """Take back what a hand has undone; if finished moves stay, have it put right instead."""
    rule = state.progress.holds(number)
    if rule or number < state.progress.first:
        state.said.notice = rule
        state.flow.hear(Event.STRAY)
    else:
        doubtful = state.recovery.gather() or state.said.message == state.identity
        stood = state.position.layout()
        course.strike_after(state, number)
        state.recovery.grip.carried_back(stood, state.progress.here)
        if doubtful:
            state.said.message = state.identity


def condemn(state: State, mistakes: Sequence[Attempt]) -> None:
    """Name the broken rules, and ignore the pieces concerned until they are taken off."""
    for wrong in mistakes:
        state.said.notice = wrong.refusal
        state.input.condemn(wrong.mark.trace.touched)
    state.flow.hear(Event.FORBIDDEN)


def refuse_move(state: State, wrong: Attempt, seen: Trace) -> None:
    """Name the broken rule, and lead back."""
    if seen.changes != state.blamed.changes:  # else it was named already
        state.said.notice, state.blamed = wrong.refusal, seen
    state.flow.follow(state.decision)


def lead_back(state: State, seen: Trace) -> None:
    """Lead back; a rule that was named is shown while its mistake is part of the trace."""
    blamed = state.blamed.changes
    if not blamed or not seen.changes.items() >= blamed.items():
        state.said.notice, state.blamed = None, NOTHING
    state.flow.follow(state.decision)
