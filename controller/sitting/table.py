"""One sitting at the board: sees, decides, lights. No clock, no port, no thread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from controller.game import Move
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
from controller.reading.evidence import Evidence, gone_from, settle_time
from controller.reading.known import NOTHING
from controller.reading.sources import Attempt
from controller.reading.timing import WAITS
from controller.scene import Scene
from controller.sitting.course import Course
from controller.sitting.flow import Event, Stage
from controller.sitting.mending.way_back import Step
from controller.sitting.shown import guide, output
from controller.values import (
    Observation,
    Refusal,
    Saying,
    Sense,
    Site,
    Trace,
    differing,
    expect,
)
from controller.why.explain import Decided

DOCK = Site("dock")  # a reader that tells where a piece belongs
NOT_NOW = Refusal("", "table.not_now")
LATER = "table.key_later"
VAIN = {Stage.WAITING: "table.key_nothing", Stage.MOVING: "table.key_in_hand"}
"""Why a key of the game has done nothing, unless something has to be put right first."""
LEFT_SO = (
    4 * WAITS.forget
)  # s in which pieces may be put back that no site can tell from the right ones


class Table(Course):
    """One sitting: what the board shows becomes moves, and moves become light."""

    _blamed = NOTHING  # the trace whose rule was told
    thinking = False  # what the hand has done is not thought through yet: look again at once

    def idle(self, observation: Observation) -> bool:
        """Nothing stirs: to look again would show the same."""
        return (
            self._last is not None
            and not self.thinking
            and self.stage in (Stage.WAITING, Stage.OVER, Stage.SHELF)
            and self.decision is None
            and not self.input.felt.touched
            and not self.input.startled
            and not self.said.fading
            and not self.game_keys.pending
            and observation.same(self._last)
        )

    # ---------------------------------------------------------------------------- seeing, playing

    def think_on(self, observation: Observation) -> bool:
        """Go on with the thought that is under way; False once there is something to see."""
        unchanged = self._last is not None and observation.same(self._last)
        return self.thinking and unchanged and self.gesture.think_on()

    def see(self, observation: Observation) -> Scene:
        """Take in the board, decide what was played, and say what to light."""
        self._last, self.thinking = observation, False
        self._greet(observation)
        dropped = self.input.take(observation, self.progress.here if self.moments else None)
        if self.moments and self.stage not in (Stage.SHELF, Stage.PAUSED):
            self.progress.reconsider(self.input.senses)
            if dropped:
                self.said.reply(Saying("table.keys_dropped"))
            if self.input.startled:
                self.keys.ignore(self.input.burst)
                self.game_keys.ignore(self.input.burst)
            else:
                self._listen(observation)
                self.game_keys.listen(observation, self._stands)
                if not self.busy:
                    self._read()
                    self._answer_keys()
                self._weigh(observation)
        self.strips = guide.strips(self.input.rows(observation), self.dials)
        self.said.fade(observation.at)
        return output.scene(self.shown())

    def say(self, move: Move) -> Refusal | None:
        """Play a move that was spoken, on a page or by a seat without hands.

        What has to be shown with the hand becomes a wish, and the lights ask somebody to make it;
        so does a real card. While the board is away all counts at once: it is put right later.
        """
        self._last = None
        if self.progress.decides(move):
            return None  # who clicks twice means it once
        if self.busy or self.stage in (Stage.SHELF, Stage.OVER):
            return NOT_NOW
        if refusal := self.position.refusal(move):
            self.said.notice = refusal
            return refusal
        before, after = self.position.layout(), self.position.after(move).layout()
        if self.stage is Stage.PAUSED and self._needs_a_hand(differing(before, after)):
            self._left = self._left or len(self.moments)
        changes = Trace.of(before, after, self.input.senses, move.touches).changes
        if self._needs_a_hand(changes) and not self.carried_on:
            self.wish = move
        else:
            self._take_word([move])
        return None

    def _needs_a_hand(self, sites: Iterable[Site]) -> bool:
        """Some of it is shown on this board; where luck deals, there is no card to be shown."""
        senses = [self.senses[site] for site in sites if site in self.senses]
        return any(not self.luck if s is Sense.TAP else not s.momentary for s in senses)

    # ---------------------------------------------------------------------------- reading the board

    def _weigh(self, observation: Observation) -> None:
        """Who has proven right at rest is believed again; who never speaks is suspected."""
        doubted, here = self.input.disbelieved, self.progress.here
        if doubted and self.stage is Stage.WAITING and observation.still >= WAITS.settle:
            due = expect(here.position.layout(), self.senses)
            if proven := self.proofs.proven(doubted, self.input.raw, due):
                self.input.believe(proven)
                self.proofs.forget(proven)
                self.said.message = Saying("table.believed", {"site": " / ".join(sorted(proven))})
        step = self.recovery.step if self.stage in output.MENDED else None
        target = step.target if step and not step.source else None
        if dumb := self.proofs.suspect(target, observation.changed, observation.at):
            self.said.message = Saying("table.suspect", {"site": dumb})

    def _read(self) -> None:
        """Decide what a hand has done, and take the arrow for it."""
        here, felt = self.progress.here, self.input.felt
        self.robots.look(felt.at)
        self.recovery.look(here, felt, self.dials, told=self.stage in output.MENDED)
        grip = self.recovery.grip
        self.input.follow(grip.carried(here), frozenset(grip.left))
        seen = Trace.between(here.expected, felt.readings, felt.touched)
        if off := self.input.pardon(seen.changes.keys()):
            seen = Trace(seen.changes, seen.touched - off)
        if self.stage is Stage.SETUP:
            self._lay_out(seen)
        elif self.stage is not Stage.OVER:
            self._judge(seen)

    def _stands(self) -> object:
        """All that may come of a key."""
        return len(self.moments), self.stage, self.notice, self.message, self.asks()

    def _answer_keys(self) -> None:
        """No key of the game is pressed without a word, or a question that is about it."""
        felt = self.input.felt
        vain = self.game_keys.vain(felt.at, self._stands)
        if vain and felt.pressed.isdisjoint(self.gesture.asked_of):
            wrong = self.stage is Stage.WAITING and self.recovery.step is not None
            self.said.reply(Saying(LATER if wrong else VAIN.get(self.stage, LATER)))
            self.input.spend(self.input.felt.pressed)  # what was told not to count never does

    def _lay_out(self, seen: Trace) -> None:
        """The board is to stand right before anything else is made of it."""
        recovery = self.recovery
        self.gesture.decision = LeadBack(frozenset()) if recovery.step else None
        if recovery.step is None:
            self.input.settle()
            self.flow.follow(None)
        elif recovery.returning and not self.input.felt.unsure:
            self._catch_up(seen, recovery.step)

    def _catch_up(self, seen: Trace, step: Step) -> None:
        """The board was away: a move was made meanwhile, or the strip is on its way.

        What no move explains is led back, and then every piece of it.
        """
        match self._choose(seen):
            case Count(moves):
                self._decide(moves)
            case Ask(sure=True):
                self.flow.hear(Event.QUIET)
            case NotYet(marks) if marks and step.dial:
                self.flow.hear(Event.QUIET)
            case LeadBack() | Refuse() | GoBack() | Revise():
                self.recovery.returning = False

    def _judge(self, seen: Trace) -> None:
        """What is to be made of a trace, at whatever stage."""
        felt, progress = self.input.felt, self.progress
        still = felt.still(seen.changes or seen.touched)
        settled = still >= settle_time(felt, seen.touched)
        if self.stage is Stage.MENDING:
            seen = self._without_obedience(seen)
        if not seen.changes and not self._stands_right():
            return
        if not seen.changes and self._put_right():
            seen = NOTHING
        elif not seen.changes and settled and self.stage is not Stage.ASKING:
            self._touched(seen.touched)
        if seen.changes and progress.alone:
            self.said.go_on()
        self._apply(self._choose(seen), seen)
        self.lifts.follow(seen, progress.here, felt, excused=self.stage is Stage.MENDING)
        if not self._missed(seen):
            self.said.miss(None, felt.at)
        if still >= WAITS.forget and self.stage is not Stage.ASKING:
            self._forget(seen)
        if not progress.alone:
            self._forget_touches(seen.touched - seen.changes.keys())

    def _choose(self, seen: Trace) -> Decision | None:
        """Decide about what is seen, as far as it is thought through."""
        evidence = self._evidence(seen)
        decision = self.gesture.choose(evidence)
        self.thinking = self.gesture.thinking
        self._remember(evidence, decision)
        lost = isinstance(decision, LeadBack | Refuse | NotYet) and not lit(decision)
        if lost and not self.thinking:
            self.recovery.follow(seen)
            if evidence.scattered and not evidence.race:
                self.input.sweep(frozenset(seen.changes))
        return decision

    def _remember(self, evidence: Evidence, decision: Decision | None) -> None:
        """Keep a new decision and its evidence for whoever asks why."""
        if decision is None or (isinstance(decision, NotYet) and decision.stay):
            return
        if not self.decided or self.decided[-1].decision != decision:
            number = self.decided[-1].number + 1 if self.decided else 0
            self.decided.append(Decided(number, evidence, decision))

    @property
    def why(self) -> Saying | None:
        """Why the table asks or refuses now, in one sentence; None if it does neither."""
        current = self.decided and self.decided[-1].decision == self.decision
        asking = self.stage in (Stage.ASKING, Stage.MENDING)
        return self.decided[-1].reason if current and asking else None

    def _evidence(self, seen: Trace) -> Evidence:
        """Collect all that speaks for or against what the trace may mean."""
        progress, robots, rules = self.progress, self.robots, self.progress.rules
        return Evidence(
            seen=seen,
            felt=self.input.felt,
            moments=tuple(progress.moments),
            senses=self.senses,
            astray=dict(self.recovery.grip.astray),
            free=rules.free_takeback,
            firm=rules.confirm_moves,
            robots=robots.seats,
            hands=robots.hands,
            wish=self.wish,
            hoped=self.hoped,
            denied=self.gesture.is_denied(seen, progress.here),
            confirming=self.gesture.confirming,
            aloft=self.holds(),
            told=self._blamed,
        )

    def _without_obedience(self, seen: Trace) -> Trace:
        """To obey is no play: what was carried as the lights have asked counts for nothing."""
        felt = self.input.felt
        obeyed = frozenset(s for s in seen.touched - seen.changes.keys() if felt.holds(s))
        self.input.spend(obeyed)
        return Trace(seen.changes, seen.touched - obeyed)

    def _stands_right(self) -> bool:
        """Every site reads as it should; whether the pieces are the right ones, too."""
        felt, recovery = self.input.felt, self.recovery
        self.said.relent(felt.at + WAITS.forget)
        self.gesture.denied, self._blamed = None, NOTHING
        if recovery.step and felt.still(frozenset(recovery.grip.astray)) >= LEFT_SO:
            recovery.grip.forget()
            self.said.message = self._identity
            recovery.look(self.progress.here, felt, self.dials)
        if recovery.step:
            self.gesture.decision = LeadBack(frozenset())
            self.flow.follow(self.decision)
        return recovery.step is None

    @property
    def _identity(self) -> Saying:
        """Who can no longer be told apart is looked at; where there is a dock, it tells more."""
        dock = Saying("table.dock") if DOCK in self.senses else ""
        return Saying("table.identity", {"dock": dock})

    def _put_right(self) -> bool:
        """It was put right just now: how it was put right is of no account.

        Who has made a move of several pieces may have pressed a key after it.
        """
        mended = self.stage is Stage.MENDING or self.recovery.mixed
        alone = self.progress.alone
        if mended and alone:
            moved = self.stage is not Stage.MENDING
            cells = frozenset(s for s, sense in self.senses.items() if moved and sense.holds)
            self.input.settle(cells)
        if self.recovery.gather():
            self.said.message = self._identity
        return mended and alone

    def _forget_touches(self, mere: frozenset[Site]) -> None:
        """While others go on, a touch that came to nothing is forgotten by itself; one that is
        asked about is somebody's to answer, however long he reads."""
        mere -= self.gesture.asked_of
        if mere and self.input.felt.still(mere) >= WAITS.forget:
            self.input.spend(mere)

    def _forget(self, seen: Trace) -> None:
        """Nobody has moved for a while: mere touches no longer count, what is missing is missed."""
        if seen and all(self.senses[site].momentary for site in seen.changes):
            self.input.settle()
        elif site := self._missed(seen):
            self.said.miss(guide.missing(site, seen, self.progress.here), self.input.felt.at)

    def _missed(self, seen: Trace) -> Site | None:
        """Where something has gone from, as long as it stands nowhere else."""
        step = self.recovery.step
        gone = gone_from(seen, self.progress.here)
        return None if step and step.source else min(gone, default=None)

    # ------------------------------------------------------------------------- what comes of it

    def _apply(self, decision: Decision | None, seen: Trace) -> None:
        """Carry out a decision about a hand: the one place where it takes effect."""
        if not self._in_vain(decision):
            self.gesture.decision = decision
        elif not seen.changes:
            self.gesture.decision = None
        match decision:
            case Count(moves):
                self._decide(moves)
            case NotYet(stay=True):
                pass
            case None | NotYet() | Ask():
                self.flow.follow(decision)
            case Refuse(mistakes, condemn=True) if not decision.sites:
                self._condemn(mistakes)
            case Refuse((wrong,)):
                self._refuse(wrong, seen)
            case Refuse(sites=sites, rule=rule):
                self._refuse_touch(sites, rule, seen)
            case LeadBack():
                self._lead_back(seen)
            case Revise(moves):
                self._slide(moves)
            case PointHome(site, piece):
                self.said.point(site, piece, self.input.felt.at + WAITS.forget)
                self.input.settle()
            case GoBack(number):
                self._undone(number)
            case _:
                assert_never(decision)

    def _in_vain(self, decision: Decision | None) -> bool:
        """True for a touch or a key that has done nothing, so that nothing has to be put right."""
        return isinstance(decision, Refuse) and bool(decision.sites)

    def _refuse_touch(self, sites: frozenset[Site], rule: Refusal | None, seen: Trace) -> None:
        """Say why a key, or a piece lifted and put back, has done nothing."""
        self.said.notice = rule or self.notice
        self.input.spend(sites)
        if not seen.changes:
            self.said.relent(self.input.felt.at + 2 * WAITS.forget)
            self.flow.follow(None)

    def _touched(self, sites: frozenset[Site]) -> None:
        """A piece was lifted and put back: where touch-move is played, it must move."""
        touched = self.lifts.touched(sites, self.progress.here, self.input.felt)
        agreed = self.progress.rules.touch_move and self.progress.alone and not self.wish
        if touched and agreed:
            self.input.spend(sites)
            self.progress.bind(touched.site, touched.seat)
            self.said.notice = self.progress.rules.touched
            self.said.must_move(touched.site, touched.piece)

    def _undone(self, number: int) -> None:
        """A hand has undone what was played; where what was let go stays, it is put right."""
        rule = self.progress.holds(number)
        if rule or number < self.progress.first:
            self.said.notice = rule
            self.flow.hear(Event.STRAY)
        else:
            doubtful = self.recovery.gather() or self.said.message == self._identity
            stood = self.position.layout()
            self._go_back(number)
            self.recovery.grip.carried_back(stood, self.progress.here)
            if doubtful:
                self.said.message = self._identity

    def _condemn(self, mistakes: Sequence[Attempt]) -> None:
        """Name the rules, and let what lies there count for nothing until it has come off."""
        for wrong in mistakes:
            self.said.notice = wrong.refusal
            self.input.condemn(wrong.mark.trace.touched)
        self.flow.hear(Event.FORBIDDEN)

    def _refuse(self, wrong: Attempt, seen: Trace) -> None:
        """Name the rule that was broken, and lead back."""
        if seen.changes != self._blamed.changes:  # else it was told, perhaps something newer too
            self.said.notice, self._blamed = wrong.refusal, seen
        self.flow.follow(self.decision)

    def _lead_back(self, seen: Trace) -> None:
        """Lead back; a rule that was named stays named while its mistake is part of it."""
        blamed = self._blamed.changes
        if not blamed or not seen.changes.items() >= blamed.items():
            self.said.notice, self._blamed = None, NOTHING
        self.flow.follow(self.decision)


def lit(decision: Decision) -> bool:
    """True if the lights show moves that are still open."""
    return isinstance(decision, NotYet) and bool(decision.marks or decision.likely)
