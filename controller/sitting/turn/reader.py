"""One look at the board: collect the evidence, decide what a hand has done, carry it out."""

from __future__ import annotations

from msgspec.structs import replace

from controller.reading.choose import (
    Ask,
    Count,
    Decision,
    GoBack,
    LeadBack,
    NotYet,
    Refuse,
    Revise,
)
from controller.reading.evidence import gone_from, settle_time
from controller.reading.move_index import NOTHING
from controller.reading.timing import WAITS
from controller.sitting.flow import Event, Stage
from controller.sitting.mending.way_back import Step
from controller.sitting.shown import guide, output
from controller.sitting.state import State
from controller.sitting.turn import course, effects
from controller.values import Observation, Saying, Site, Trace, expect

LATER = "table.key_later"
VAIN = {Stage.WAITING: "table.key_nothing", Stage.MOVING: "table.key_in_hand"}
"""Why a key of the game had no effect, unless something has to be put right first."""
LEFT_SO = 4 * WAITS.forget  # s to put back pieces that no site can tell from the right ones


def read(state: State) -> State:
    """Return the state after a look at the board: what a hand has done, and what comes of it."""
    here, felt = state.progress.here, state.felt
    told = state.stage in output.MENDED
    recovery = state.recovery.look(here, felt, state.dials, told=told)
    state = replace(state, robots=state.robots.look(felt.at), recovery=recovery)
    state.input.follow(recovery.grip.carried(here), frozenset(recovery.grip.left))
    seen = Trace.between(here.expected, felt.readings, felt.touched)
    if off := state.input.clear_resolved(seen.changes.keys()):
        seen = Trace(seen.changes, seen.touched - off)
    if state.stage is Stage.SETUP:
        return lay_out(state, seen)
    return state if state.stage is Stage.OVER else judge(state, seen)


def update_trust(state: State, observation: Observation) -> State:
    """Trust a cell again that was right at rest; suspect one that never changes."""
    doubted, here, proofs = state.input.disbelieved, state.progress.here, state.equipment.proofs
    if doubted and state.stage is Stage.WAITING and observation.still >= WAITS.settle:
        due = expect(here.position.layout(), state.senses)
        if proven := proofs.proven(doubted, state.input.raw, due):
            state.input.believe(proven)
            proofs.forget(proven)
            state = state.tell(Saying("table.believed", {"site": " / ".join(sorted(proven))}))
    step = state.recovery.step if state.stage in output.MENDED else None
    target = step.target if step and not step.source else None
    dumb = proofs.suspect(target, observation.changed, observation.at)
    return state.tell(Saying("table.suspect", {"site": dumb})) if dumb else state


def answer_keys(state: State) -> State:
    """Say why a key of the game had no effect, unless it answers an open question.

    Until a move is written and the search is over, a key may still have its effect.
    """
    if state.progress.busy or state.thinking:
        return state
    felt = state.felt
    vain = state.equipment.game_keys.vain(felt.at, lambda: stands(state))
    if not vain or felt.pressed & state.gesture.asked_of:
        return state
    wrong = state.stage is Stage.WAITING and state.recovery.step is not None
    state.input.mark_used(felt.pressed)  # a press reported as vain never counts
    return state.reply(Saying(LATER if wrong else VAIN.get(state.stage, LATER)))


def stands(state: State) -> object:
    """Return a value that changes if a key has any effect."""
    said = state.said
    return len(state.moments), state.stage, said.notice, said.message, output.asks(state)


def lay_out(state: State, seen: Trace) -> State:
    """Wait until the board stands right before anything else is read."""
    recovery = state.recovery
    if recovery.step is None:
        state.input.settle()
        return state.interpret(decision=None).follow(None)
    state = state.interpret(decision=LeadBack(frozenset()))
    if recovery.returning and not state.felt.unsure:
        return catch_up(state, seen, recovery.step)
    return state


def catch_up(state: State, seen: Trace, step: Step) -> State:
    """Interpret what was done while the board was away: a move, or the strip on its way.

    If no move explains it, every piece is led back.
    """
    state, decision = choose(state, seen)
    match decision:
        case Count(moves):
            return course.count_moves(state, moves)
        case Ask(sure=True):
            return state.hear(Event.QUIET)
        case NotYet(marks) if marks and step.dial:
            return state.hear(Event.QUIET)
        case LeadBack() | Refuse() | GoBack() | Revise():
            return replace(state, recovery=replace(state.recovery, returning=False))
    return state


def judge(state: State, seen: Trace) -> State:
    """Decide about what is seen, carry it out, and note what is left over."""
    still = state.felt.still(seen.changes or seen.touched)
    settled = still >= settle_time(state.felt, seen.touched)
    if state.stage is Stage.MENDING:
        seen = ignore_guided_touches(state, seen)
    if seen.changes:
        if state.progress.alone:
            state = replace(state, said=state.said.go_on())
    else:
        state = settle_messages(state)
        if state.recovery.step:
            return state.interpret(decision=(led := LeadBack(frozenset()))).follow(led)
        state, seen = judge_touches(state, seen, settled=settled)
    state, decision = choose(state, seen)
    state = effects.apply(state, decision, seen)
    return look_after(state, seen, forgotten=still >= WAITS.forget)


def judge_touches(state: State, seen: Trace, *, settled: bool) -> tuple[State, Trace]:
    """Return the touches that count, while every site reads as it should.

    If the board was put right just now, the touches of doing so are ignored; after a move of
    several pieces, a key pressed after it still counts.
    """
    mending, mixed = state.stage is Stage.MENDING, state.recovery.mixed
    obeyed = (mending or mixed) and state.progress.alone
    if obeyed:
        cells = (site for site, sense in state.senses.items() if not mending and sense.holds)
        state.input.settle(frozenset(cells))
    if mixed:
        state = replace(state.tell(state.identity), recovery=state.recovery.gather())
    if obeyed:
        return state, NOTHING
    if settled and state.stage is not Stage.ASKING:
        state = effects.bind_to_touched(state, seen.touched)
    return state, seen


def look_after(state: State, seen: Trace, *, forgotten: bool) -> State:
    """Note what is in the air, say what is missing, and forget touches without effect."""
    progress = state.progress
    mending = state.stage is Stage.MENDING
    state.lifts.follow(seen, progress.here, state.felt, excused=mending)
    if state.progress.busy:
        return state  # what other hands did is judged after the move is written
    if not missing_site(state, seen):
        state = replace(state, said=state.said.miss(None, state.felt.at))
    if forgotten and state.stage is not Stage.ASKING:
        state = forget(state, seen)
    if not progress.alone:
        forget_touches(state, seen.touched - seen.changes.keys())
    return state


def choose(state: State, seen: Trace) -> tuple[State, Decision | None]:
    """Decide about what is seen, as far as the search has come."""
    evidence, search = state.evidence(seen), state.gesture.search
    decision = search.choose(evidence)
    state = replace(state, thinking=search.thinking).remember(evidence, decision)
    lost = isinstance(decision, LeadBack | Refuse | NotYet) and not shows_moves(decision)
    if not lost or state.thinking:
        return state, decision
    if evidence.scattered and not evidence.race:
        state.input.sweep(frozenset(seen.changes))
    return replace(state, recovery=state.recovery.follow(seen)), decision


def ignore_guided_touches(state: State, seen: Trace) -> Trace:
    """Return the trace without pieces put where the lights asked for them: that is no move."""
    felt = state.felt
    obeyed = frozenset(s for s in seen.touched - seen.changes.keys() if felt.holds(s))
    state.input.mark_used(obeyed)
    return Trace(seen.changes, seen.touched - obeyed)


def settle_messages(state: State) -> State:
    """Forget mistakes, while every site reads as it should, and find what still stands wrong.

    Pieces that no site can tell from the right ones are taken for right after LEFT_SO.
    """
    felt, recovery = state.felt, state.recovery
    said = state.said.expire_notice(felt.at + WAITS.forget)
    if recovery.step and felt.still(frozenset(recovery.grip.astray)) >= LEFT_SO:
        recovery.grip.forget()
        recovery = recovery.look(state.progress.here, felt, state.dials)
        said = said.tell(state.identity)
    state = replace(state, said=said, recovery=recovery, blamed=NOTHING)
    return state.interpret(denied=None)


def forget_touches(state: State, mere: frozenset[Site]) -> None:
    """Ignore touches without effect after a while, if several seats may act.

    A touch that is asked about waits for the answer.
    """
    mere -= state.gesture.asked_of
    if mere and state.felt.still(mere) >= WAITS.forget:
        state.input.mark_used(mere)


def forget(state: State, seen: Trace) -> State:
    """After a pause, ignore what was only shown to a reader, and say what is missing."""
    if seen and all(state.senses[site].momentary for site in seen.changes):
        state.input.settle()
    elif site := missing_site(state, seen):
        missing = guide.missing_message(site, seen, state.progress.here)
        return replace(state, said=state.said.miss(missing, state.felt.at))
    return state


def missing_site(state: State, seen: Trace) -> Site | None:
    """Return a site whose piece is missing and stands nowhere else; None if there is none."""
    step = state.recovery.step
    gone = gone_from(seen, state.progress.here)
    return None if step and step.source else min(gone, default=None)


def shows_moves(decision: Decision) -> bool:
    """True if the lights show moves that are still open."""
    return isinstance(decision, NotYet) and bool(decision.marks or decision.likely)
