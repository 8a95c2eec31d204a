"""One look at the board: collect the evidence, decide what a hand has done, carry it out."""

from __future__ import annotations

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


def read(state: State) -> None:
    """Decide what a hand has done, and change the stage accordingly."""
    here, felt = state.progress.here, state.input.felt
    state.robots.look(felt.at)
    state.recovery.look(here, felt, state.dials, told=state.stage in output.MENDED)
    grip = state.recovery.grip
    state.input.follow(grip.carried(here), frozenset(grip.left))
    seen = Trace.between(here.expected, felt.readings, felt.touched)
    if off := state.input.clear_resolved(seen.changes.keys()):
        seen = Trace(seen.changes, seen.touched - off)
    if state.stage is Stage.SETUP:
        lay_out(state, seen)
    elif state.stage is not Stage.OVER:
        judge(state, seen)


def update_trust(state: State, observation: Observation) -> None:
    """Trust a cell again that was right at rest; suspect one that never changes."""
    doubted, here = state.input.disbelieved, state.progress.here
    if doubted and state.stage is Stage.WAITING and observation.still >= WAITS.settle:
        due = expect(here.position.layout(), state.senses)
        if proven := state.proofs.proven(doubted, state.input.raw, due):
            state.input.believe(proven)
            state.proofs.forget(proven)
            state.said.message = Saying("table.believed", {"site": " / ".join(sorted(proven))})
    step = state.recovery.step if state.stage in output.MENDED else None
    target = step.target if step and not step.source else None
    if dumb := state.proofs.suspect(target, observation.changed, observation.at):
        state.said.message = Saying("table.suspect", {"site": dumb})


def answer_keys(state: State) -> None:
    """Say why a key of the game had no effect, unless it answers an open question.

    Until a move is written and the search is over, a key may still have its effect.
    """
    if state.busy or state.thinking:
        return
    felt = state.input.felt
    vain = state.game_keys.vain(felt.at, state.stands)
    if vain and felt.pressed.isdisjoint(state.gesture.asked_of):
        wrong = state.stage is Stage.WAITING and state.recovery.step is not None
        state.said.reply(Saying(LATER if wrong else VAIN.get(state.stage, LATER)))
        state.input.mark_used(state.input.felt.pressed)  # a press reported as vain never counts


def lay_out(state: State, seen: Trace) -> None:
    """Wait until the board stands right before anything else is read."""
    recovery = state.recovery
    state.gesture.decision = LeadBack(frozenset()) if recovery.step else None
    if recovery.step is None:
        state.input.settle()
        state.flow.follow(None)
    elif recovery.returning and not state.input.felt.unsure:
        catch_up(state, seen, recovery.step)


def catch_up(state: State, seen: Trace, step: Step) -> None:
    """Interpret what was done while the board was away: a move, or the strip on its way.

    If no move explains it, every piece is led back.
    """
    match choose(state, seen):
        case Count(moves):
            course.decide(state, moves)
        case Ask(sure=True):
            state.flow.hear(Event.QUIET)
        case NotYet(marks) if marks and step.dial:
            state.flow.hear(Event.QUIET)
        case LeadBack() | Refuse() | GoBack() | Revise():
            state.recovery.returning = False


def judge(state: State, seen: Trace) -> None:
    """Decide about what is seen, carry it out, and note what is left over."""
    felt = state.input.felt
    still = felt.still(seen.changes or seen.touched)
    settled = still >= settle_time(felt, seen.touched)
    if state.stage is Stage.MENDING:
        seen = ignore_guided_touches(state, seen)
    if not seen.changes:
        if not stands_right(state):
            return
        seen = judge_touches(state, seen, settled=settled)
    elif state.progress.alone:
        state.said.go_on()
    effects.apply(state, choose(state, seen), seen)
    look_after(state, seen, forgotten=still >= WAITS.forget)


def judge_touches(state: State, seen: Trace, *, settled: bool) -> Trace:
    """Return the touches that count, while every site reads as it should."""
    if put_right(state):
        return NOTHING
    if settled and state.stage is not Stage.ASKING:
        effects.bind_to_touched(state, seen.touched)
    return seen


def look_after(state: State, seen: Trace, *, forgotten: bool) -> None:
    """Note what is in the air, say what is missing, and forget touches without effect."""
    felt, progress = state.input.felt, state.progress
    state.lifts.follow(seen, progress.here, felt, excused=state.stage is Stage.MENDING)
    if state.busy:
        return  # what other hands did is judged after the move is written
    if not missed(state, seen):
        state.said.miss(None, felt.at)
    if forgotten and state.stage is not Stage.ASKING:
        forget(state, seen)
    if not progress.alone:
        forget_touches(state, seen.touched - seen.changes.keys())


def choose(state: State, seen: Trace) -> Decision | None:
    """Decide about what is seen, as far as the search has come."""
    evidence = state.evidence(seen)
    decision = state.gesture.choose(evidence)
    state.thinking = state.gesture.thinking
    state.remember(evidence, decision)
    lost = isinstance(decision, LeadBack | Refuse | NotYet) and not lit(decision)
    if lost and not state.thinking:
        state.recovery.follow(seen)
        if evidence.scattered and not evidence.race:
            state.input.sweep(frozenset(seen.changes))
    return decision


def ignore_guided_touches(state: State, seen: Trace) -> Trace:
    """Return the trace without pieces put where the lights asked for them: that is no move."""
    felt = state.input.felt
    obeyed = frozenset(s for s in seen.touched - seen.changes.keys() if felt.holds(s))
    state.input.mark_used(obeyed)
    return Trace(seen.changes, seen.touched - obeyed)


def stands_right(state: State) -> bool:
    """True if the right pieces stand there, while every site reads as it should."""
    felt, recovery = state.input.felt, state.recovery
    state.said.expire_notice(felt.at + WAITS.forget)
    state.gesture.denied, state.blamed = None, NOTHING
    if recovery.step and felt.still(frozenset(recovery.grip.astray)) >= LEFT_SO:
        recovery.grip.forget()
        state.said.message = state.identity
        recovery.look(state.progress.here, felt, state.dials)
    if recovery.step:
        state.gesture.decision = LeadBack(frozenset())
        state.flow.follow(state.decision)
    return recovery.step is None


def put_right(state: State) -> bool:
    """True if the board was put right just now; the touches of doing so are ignored.

    After a move of several pieces, a key pressed after it still counts.
    """
    mended = state.stage is Stage.MENDING or state.recovery.mixed
    alone = state.progress.alone
    if mended and alone:
        moved = state.stage is not Stage.MENDING
        cells = frozenset(s for s, sense in state.senses.items() if moved and sense.holds)
        state.input.settle(cells)
    if state.recovery.gather():
        state.said.message = state.identity
    return mended and alone


def forget_touches(state: State, mere: frozenset[Site]) -> None:
    """Ignore touches without effect after a while, if several seats may act.

    A touch that is asked about waits for the answer.
    """
    mere -= state.gesture.asked_of
    if mere and state.input.felt.still(mere) >= WAITS.forget:
        state.input.mark_used(mere)


def forget(state: State, seen: Trace) -> None:
    """After a pause, ignore what was only shown to a reader, and say what is missing."""
    if seen and all(state.senses[site].momentary for site in seen.changes):
        state.input.settle()
    elif site := missed(state, seen):
        state.said.miss(guide.missing_message(site, seen, state.progress.here), state.input.felt.at)


def missed(state: State, seen: Trace) -> Site | None:
    """Return a site whose piece is missing and stands nowhere else; None if there is none."""
    step = state.recovery.step
    gone = gone_from(seen, state.progress.here)
    return None if step and step.source else min(gone, default=None)


def lit(decision: Decision) -> bool:
    """True if the lights show moves that are still open."""
    return isinstance(decision, NotYet) and bool(decision.marks or decision.likely)
