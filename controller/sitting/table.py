"""One sitting at the board: sees, decides, lights. No clock, no port, no thread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, assert_never

from controller.drawing import Point
from controller.game import Move, Position
from controller.reading.gesture import Gesture
from controller.reading.infer import Forbidden, Made, Quiet, Stray, Underway
from controller.reading.judgement import Found, Judgement, Open, Played, Touched, judged
from controller.reading.known import Mark, marks
from controller.reading.meaning import FORGET, MISTAKE
from controller.reading.moment import Moment
from controller.reading.unexplained import (
    DWELL,
    Belongs,
    Blamed,
    Condemned,
    Evidence,
    Slid,
    TakenBack,
    Wait,
)
from controller.reading.way_back import Step
from controller.scene import Scene
from controller.sitting import guide, output
from controller.sitting.flow import Event, Stage
from controller.sitting.journal import Played as Kept
from controller.sitting.journal import Record
from controller.sitting.keys import BACK, NEXT, NO, YES
from controller.sitting.luck import Luck
from controller.sitting.progress import Progress
from controller.sitting.tabletop import Tabletop
from controller.table_rules import TableRules
from controller.values import CHANCE, Observation, Refusal, Saying, Sense, Site, Trace

NOT_NOW = Refusal("", "table.not_now")
NOTHING = Trace({}, frozenset())


class Table(Tabletop):
    """One sitting: what the board shows becomes moves, and moves become light."""

    _last: Observation | None = None  # None when something was said since

    def idle(self, observation: Observation) -> bool:
        """Nothing stirs: to look again would show the same."""
        return (
            self._last is not None
            and self.stage in (Stage.WAITING, Stage.OVER, Stage.SHELF)
            and isinstance(self.finding, Quiet)
            and not self.input.felt.touched
            and not self.input.startled
            and not self.said.fading
            and observation.same(self._last)
        )

    # ---------------------------------------------------------------- sitting down and getting up

    def take(
        self,
        start: Position[Any],
        *,
        luck: Luck | None = None,
        record: Record | None = None,
        played: Iterable[tuple[Move, Position[Any]]] = (),
        passed: Set[int] = frozenset(),
        rules: TableRules | None = None,
        middles: Mapping[Site, Point] | None = None,
    ) -> None:
        """Take a game off the shelf, or one that was interrupted and `played` so far.

        `passed` are the numbers of moves from which the same hand went on without a stop. `middles`
        are where the cells lie: a piece that is dragged to the next closes both.
        """
        self._last = None
        self.input.lie(middles or {})
        here = self.senses.keys()
        moments = [Moment(start.on_panel(here), self.senses)]
        moments += [
            Moment(at.on_panel(here), self.senses, move, passed=number in passed)
            for number, (move, at) in enumerate(played, 1)
        ]
        self.lay(Progress(moments, luck=luck, record=record, rules=rules))
        self.flow.hear(Event.TAKE_GAME)
        self.progress.decide()

    def clear(self) -> None:
        """Put the game back on the shelf."""
        self._last = None
        if self.stage is not Stage.OVER:
            self.flow.hear(Event.END)
        self.flow.hear(Event.CLEAR_TABLE)

    # ---------------------------------------------------------------------------- seeing, playing

    def see(self, observation: Observation) -> Scene:
        """Take in the board, decide what was played, and say what to light."""
        self._last = observation
        self._greet(observation)
        self.input.take(observation, self.progress.here.shown if self.moments else {})
        if self.moments and self.stage not in (Stage.SHELF, Stage.PAUSED):
            self.progress.reconsider(self.input.senses)
            if self.input.startled:
                self.keys.ignore(self.input.burst)
            else:
                self._listen(observation)
                if not self.busy:
                    self._read()
        self.strips = guide.strips(self.input.rows(observation), self.dials)
        self.said.fade(observation.at)
        return output.scene(self.shown())

    def keep(self) -> None:
        """Write down what was decided. Only then do the lights say that it counted."""
        if not self.busy:
            return
        for played in self.progress.write():
            self._stand(played)
        self.flow.hear(Event.MADE)
        self._end_if_over()

    def say(self, move: Move) -> Refusal | None:
        """Play a move that was spoken, on a page or by a seat without hands.

        What has to be shown with the hand becomes a wish, and the lights ask somebody to make it;
        so does a real card.
        """
        self._last = None
        if self.busy or self.stage in (Stage.SHELF, Stage.OVER, Stage.PAUSED):
            return NOT_NOW
        if refusal := self.position.refusal(move):
            self.said.notice = refusal
            return refusal
        before, after = self.position.layout(), self.position.after(move).layout()
        changes = Trace.of(before, after, self.senses, move.touches).changes
        if any(map(self._by_hand, changes)):
            self.wish = move
        else:
            self._decide([move])
        return None

    def _by_hand(self, site: Site) -> bool:
        """Only a hand can bring it about; where luck deals, there is no card to be shown."""
        if self.senses[site] is Sense.TAP:
            return not self.luck and site in self.input.senses
        return not self.senses[site].momentary

    def choose(self, moves: Sequence[Move]) -> bool:
        """Somebody has said on a page which of what looks alike was meant."""
        self._last = None
        known = self.stage is Stage.ASKING and tuple(moves) in self.gesture.answers
        if known:
            self._decide([*self.gesture.granted, *moves], asked=True)
        return known

    def take_back(self, *, misread: bool = False) -> None:
        """Undo the last gesture, unless somebody has seen a card since."""
        self._last = None
        match self.progress.way_back(misread=misread):
            case Saying() as why:
                self.said.message = why
            case Refusal() as rule:
                self.said.notice = rule
            case number:
                stood = self.position.layout()
                self._go_back(number)
                self.recovery.grip.stand_back(stood, self.progress.here)

    # ------------------------------------------------------------------------------ the own keys

    def _listen(self, observation: Observation) -> None:
        """The table's own keys, each press once."""
        pressed = self.keys.pressed(observation)
        if BACK in pressed:
            self.take_back()
        if NEXT in pressed:
            self.gesture.chosen += 1
        if YES in pressed:
            self._agree()
        if NO in pressed:
            self._deny()

    def _agree(self) -> None:
        if self.stage is Stage.ASKING and (answers := self.gesture.answers):
            chosen = answers[self.chosen % len(answers)]
            self._decide([*self.gesture.granted, *chosen], asked=not self.gesture.sure)
            return
        if self.stage is Stage.WAITING:
            self._confirm(self.progress.here.known.unseen)
        for dial in self.dials:
            self.input.vouch(dial, self.progress.here.due(dial, self.stage is Stage.SETUP))

    def _confirm(self, unseen: Sequence[Mark]) -> None:
        """A move that nothing can feel was made: the only one, or one to be asked for."""
        if len(unseen) == 1:
            self._decide([unseen[0].move])
        self.gesture.confirming = len(unseen) > 1

    def _deny(self) -> None:
        """Somebody has looked: it was none of these, or the cell in question tells no truth."""
        self.gesture.confirming = False
        here, felt = self.progress.here, self.input.felt
        if self.stage is Stage.ASKING:
            changes = Trace.between(here.expected, felt.readings, felt.touched).changes
            self.gesture.denied = (here, changes) if changes else None
            self.input.spend(felt.touched - changes.keys())
            return
        if self.stage is Stage.WAITING and self.progress.rules.firm:
            self.take_back(misread=True)
            return
        step = self.recovery.step
        wrong = step and (step.source or step.target)
        if wrong and felt.readings.get(wrong) == here.expected.get(wrong):
            self.recovery.grip.forget()
        elif wrong and self.stage in (Stage.SETUP, Stage.MENDING, Stage.MOVING):
            self.input.disbelieve(wrong)
            self.said.message = Saying("table.disbelieved", {"site": wrong})

    # ---------------------------------------------------------------------------- reading the board

    def _greet(self, observation: Observation) -> None:
        """The board is there, or gone, or back."""
        if not observation.present:
            self.flow.hear(Event.LOSE_BOARD)
            self.input.lose()
        elif self.stage is Stage.PAUSED:
            self.flow.hear(Event.FIND_BOARD)
            self.recovery.returning = True
        elif self.stage is not Stage.SETUP:
            self.recovery.returning = False

    def _read(self) -> None:
        """What the hand has done, as a finding, and the arrow it takes."""
        here, felt = self.progress.here, self.input.felt
        self.recovery.look(here, felt, self.dials)
        self.input.follow(dict(self.recovery.grip.astray))
        seen = Trace.between(here.expected, felt.readings, felt.touched)
        if off := self.input.pardon(seen.changes.keys()):
            seen = Trace(seen.changes, seen.touched - off)
        if self.stage is Stage.SETUP:
            self._lay_out(seen)
        elif self.stage is not Stage.OVER:
            self._judge(seen)

    def _lay_out(self, seen: Trace) -> None:
        """The board is to stand right before anything else is made of it."""
        recovery = self.recovery
        self.gesture.finding = Stray(frozenset()) if recovery.step else Quiet()
        if recovery.step is None:
            self.input.settle()
            self.flow.find(self.finding)
        elif recovery.returning:
            self._catch_up(seen, recovery.step)

    def _catch_up(self, seen: Trace, step: Step) -> None:
        """The board was away: a move was made meanwhile, or the strip is on its way.

        What no move explains is led back, and then every piece of it.
        """
        felt = self.input.felt
        meaning = self.gesture.meaning(seen, self.progress.here, felt, self.wish)
        still = felt.still(seen.changes) >= DWELL
        match meaning.finding:
            case Made() if still and self.progress.rules.confirm_moves:
                self.flow.hear(Event.QUIET)
            case Made(move) if still:
                self._decide([*meaning.granted, move])
            case Underway() if step.dial:
                self.flow.hear(Event.QUIET)
            case Stray() if still:
                self.recovery.returning = False

    def _judge(self, seen: Trace) -> None:
        felt, progress = self.input.felt, self.progress
        still = felt.still(seen.changes or seen.touched)
        if self.stage is Stage.MENDING:  # to obey is no play
            obeyed = frozenset(s for s in seen.touched - seen.changes.keys() if felt.holds(s))
            self.input.spend(obeyed)
            seen = Trace(seen.changes, seen.touched - obeyed)
        if not seen.changes:
            self.said.relent(felt.at + FORGET)
            self.gesture.denied = None
            changed = frozenset(self.recovery.grip.astray)
            if self.recovery.step and felt.still(changed) >= 4 * FORGET:  # left so by who looked
                self.recovery.grip.forget()
                self.said.message = Saying("table.identity")
                self.recovery.look(progress.here, felt, self.dials)
            if self.recovery.step:  # pieces have changed places, though no site can tell
                self.gesture.finding = Stray(frozenset())
                self.flow.find(self.finding)
                return
            mended = self.stage is Stage.MENDING or self.recovery.scattered
            if mended and progress.alone:
                seen = NOTHING  # put right: how it was put right is of no account
                self._agreed()
            elif still >= DWELL and self.stage is not Stage.ASKING:
                self._touched(seen.touched)
        meaning = self.gesture.meaning(seen, progress.here, felt, self.wish)
        seen = meaning.seen
        if isinstance(meaning.finding, Made):
            still = felt.still(meaning.finding.sites)
        self.gesture.understand(meaning)
        self.recovery.follow(seen, meaning.finding)
        self.lifts.follow(seen, progress.here, felt, excused=self.stage is Stage.MENDING)
        free, astray = progress.rules.free_takeback, self.recovery.grip.astray
        evidence = Evidence(seen, still, felt, progress.moments, free, astray, self.senses)
        denied = self.gesture.refuted(seen, progress.here)
        self._apply(judged(meaning, evidence, self.gesture.blamed, denied=denied))
        if still >= FORGET:
            self._forget(seen)
        mere = seen.touched - seen.changes.keys()
        if mere and not progress.alone and felt.still(mere) >= FORGET:
            self.input.spend(mere)

    def _agreed(self) -> None:
        """The board stands right again."""
        self.input.settle()
        if self.recovery.gather():
            self.said.message = Saying("table.identity")

    def _forget(self, seen: Trace) -> None:
        """Nobody has moved for a while: mere touches no longer count, what is missing is missed."""
        if seen and all(self.senses[site].momentary for site in seen.changes):
            self.input.settle()
        elif self.stage is not Stage.ASKING and None in seen.changes.values():
            self.said.message = Saying("table.missing")

    # ------------------------------------------------------------------------- what comes of it

    def _apply(self, judgement: Judgement) -> None:
        """The one place where an answer to a hand takes effect."""
        match judgement:
            case Played(moves) if self._unconfirmed(moves):
                self.gesture.ask(moves)
                self.flow.find(self.finding)
            case Played(moves):
                self._decide(moves)
            case Open():
                self.flow.hear(Event.UNDERWAY)
            case Touched(sites, rule):
                self.said.notice = rule or self.notice
                self.said.relent(self.input.felt.at + 2 * FORGET)
                self.input.spend(sites)
                self.flow.find(self.finding)
            case Found(finding):
                self.flow.find(finding)
            case Condemned(mistakes):
                self._condemn(mistakes)
            case Slid(move) if not self.progress.rules.confirm_moves:
                self._slide(move)
            case Belongs(site, piece):
                self.said.point(site, piece, self.input.felt.at + FORGET)
                self.input.settle()
            case TakenBack(number):
                self._undone(number)
            case Blamed(premature=True) if self._still(judgement.seen) < MISTAKE:
                self.gesture.blamed = judgement
                self.flow.hear(Event.UNDERWAY)
            case Blamed():
                self._blame(judgement)
            case Slid() | Wait():
                pass
            case _:
                assert_never(judgement)

    def _unconfirmed(self, moves: Sequence[Move]) -> bool:
        """Somebody is to say YES first, unless it was wished for."""
        dealt = all(move.seat == CHANCE for move in moves)
        return self.progress.rules.confirm_moves and not dealt and self.wish not in moves

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
        if rule := self.progress.holds(number):
            self.said.notice = rule
            self.flow.hear(Event.STRAY)
        else:
            self._go_back(number)

    def _still(self, seen: Trace) -> float:
        return self.input.felt.still(seen.changes)

    def _condemn(self, mistakes: Sequence[Forbidden]) -> None:
        for wrong in mistakes:
            self.gesture.finding, self.said.notice = wrong, wrong.refusal
            self.input.condemn(wrong.mark.trace.touched)
        self.flow.hear(Event.FORBIDDEN)

    def _blame(self, blamed: Blamed) -> None:
        finding = blamed.finding
        self.gesture.blamed, self.gesture.finding = blamed, finding
        if isinstance(finding, Forbidden):
            self.said.notice = finding.refusal
        self.flow.find(finding)

    # ---------------------------------------------------------------------- going on, going back

    def _decide(self, moves: Sequence[Move], *, asked: bool = False) -> None:
        """This is what was played; it counts once it is written down."""
        self.wish = None
        self.progress.decide(moves, asked=asked)

    def _slide(self, move: Move) -> None:
        self.progress.strike_last(instead=move)
        self._stand(Kept(move))
        self.progress.decide()
        self._end_if_over()

    def _go_back(self, number: int) -> None:
        struck = self.progress.strike(number)
        self.said.notice = None
        self.said.message = Saying("table.taken_back", {"move": str(struck[-1])})
        self.wish = None
        self.gesture = Gesture()
        self.input.settle()
        if self.stage is Stage.OVER:
            self.progress.pen.end("")
        self.flow.hear(Event.TAKE_BACK)

    def _stand(self, played: Kept) -> None:
        felt = self.input.felt
        self._spend(played.move)
        self.progress.stand(played, felt.senses, felt.at)
        self.gesture = Gesture()
        if not felt.condemned:  # else another's mistake is still to be put right
            self.said.hush()

    def _spend(self, move: Move) -> None:
        """What brings the move about has counted; while several act, only that."""
        for mark in marks(self.position, [move], self.input.senses):
            if self.progress.alone:
                self.input.settle(mark.trace.touched)
            self.input.spend(mark.trace.touched)

    def _end_if_over(self) -> None:
        if self.position.outcome:
            self.flow.hear(Event.END)
            self.progress.pen.end("over")
