"""The course of a sitting: what counts from now on, and what counts no longer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

from controller.drawing import Point
from controller.game import Move, Position, written
from controller.reading.evidence import is_race
from controller.reading.gesture import Gesture
from controller.reading.grip import BOX
from controller.reading.known import Mark, marks
from controller.reading.moment import Moment
from controller.reading.order import told_at
from controller.sitting.flow import Event, Stage
from controller.sitting.journal import Played, Record, won_by
from controller.sitting.keys import BACK, NEXT, NO, YES
from controller.sitting.luck import Luck
from controller.sitting.news import Agreed, HintWanted, MenuWanted, News, TakenBack, Worded
from controller.sitting.progress import Progress
from controller.sitting.robots import Robots
from controller.sitting.shown import output
from controller.sitting.shown.advice import Advice
from controller.sitting.tabletop import Tabletop
from controller.table_rules import TableRules
from controller.values import (
    CHANCE,
    Layout,
    Observation,
    Refusal,
    Saying,
    Seat,
    Site,
    Trace,
    differing,
)


class Course(Tabletop):
    """A sitting from the first move to the last. Whoever decides, it goes on and back here."""

    _left: int | None = None  # after so many moments the board went away, and pages played on
    _last: Observation | None = None  # None when something was said since
    _has_menu = False  # in which a move may be taken back, too

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
        laid: bool = False,
        robots: Iterable[Seat] = (),
    ) -> None:
        """Take a game off the shelf, or one that was interrupted and `played` so far.

        `passed` are the numbers of moves from which the same hand went on without a stop. `middles`
        are where the cells lie: a piece that is dragged to the next closes both. What was only
        `laid` out so, as for a lesson, nobody takes back. For the seats of `robots` no person acts.
        """
        self._last = None
        self.robots = Robots(robots)
        self.input.lie(middles or {})
        here = self.senses.keys()
        moments = [Moment(start.on_panel(here), self.senses)]
        moments += [
            Moment(at.on_panel(here), self.senses, move, passed=number in passed)
            for number, (move, at) in enumerate(played, 1)
        ]
        first = len(moments) - 1 if laid else 0
        self.lay(Progress(moments, luck=luck, record=record, rules=rules, first=first))
        self.flow.hear(Event.TAKE_GAME)
        self.progress.decide()

    def catch_up(self, at: float) -> None:
        """What is not on paper yet, or no longer, is written as soon as that can be."""
        before, pen = self.unsaved, self.progress.pen
        pen.catch_up(at)
        for saying in pen.news():
            self.said.message = saying
            self._last = None
        if self.unsaved != before:
            self._last = None

    def point_at(self, sites: frozenset[Site]) -> None:
        """What a lesson speaks of is lit, beside what may be done."""
        if sites != self.taught:
            self.taught, self._last = sites, None

    def hope_for(self, move: Move | None) -> None:
        """A lesson asks for this: what may be that, or still become it, is."""
        if move != self.hoped:
            self.hoped, self._last = move, None

    def dismiss(self, learnt: bool) -> None:
        """A lesson that is over asks for nothing more; what is played on counts all the same."""
        if learnt != self.dismissed:
            self.dismissed, self._last = learnt, None

    def rewind(self, number: int) -> None:
        """Back to this moment, whatever was seen since."""
        self._last = None
        stood = self.position.layout()
        self._go_back(number)
        self.recovery.grip.stand_back(stood, self.progress.here)

    def take_news(self) -> tuple[News, ...]:
        """Return what happened since the last call that somebody else has to act on."""
        news = tuple(self.news)
        self.news.clear()
        return news

    def tell_deals(self, told: Callable[[int, Move], None]) -> None:
        """Tell what luck deals from now on: after how many moves, and which."""
        if self.luck:
            self.luck.told = told

    def offer_menu(self) -> None:
        """From now on a key opens a menu where nothing is asked."""
        self._has_menu = True

    def hush(self) -> None:
        """Say nothing more beside what is asked."""
        self.said.hush()

    @property
    def disbelieved(self) -> frozenset[Site]:
        """The cells that somebody has found to tell what is not so."""
        return self.input.disbelieved

    def doubt(self, sites: frozenset[Site]) -> None:
        """Believe these cells no longer, and all others."""
        self.input.disbelieved = sites

    def vouch(self, dial: Site, row: int) -> None:
        """Somebody has looked: the strip stands at this row."""
        self.input.vouch(dial, row)

    def trust(self) -> None:
        """Somebody sees to it that every piece is the one that belongs where it stands."""
        self._last = None
        self.recovery.grip.forget()

    def advise(self, advice: Advice, saying: Saying | None = None) -> None:
        """Show somebody what would be good; it binds nobody, and is gone with the next move."""
        self._last = None
        self.said.advice = advice.joined(self.said.advice)
        self.said.message = saying or self.said.message

    def intend(self, move: Move) -> None:
        """A robot's own hand is about to make this: nobody has moved for it."""
        self.robots.intend(move, self.position, self.input.senses)

    def tell(self, saying: Saying) -> None:
        """Say this beside what is asked."""
        self._last = None
        self.said.message = saying

    def clear(self) -> None:
        """Put the game back on the shelf."""
        self._last = None
        if self.stage is not Stage.OVER:
            self.flow.hear(Event.END)
        self.flow.hear(Event.CLEAR_TABLE)

    def press(self, key: Site) -> None:
        """One of the table's own keys, on a page."""
        self._last = None
        self.keys.press(key)

    def choose(self, moves: Sequence[Move]) -> bool:
        """Somebody has said on a page which of what looks alike was meant."""
        self._last = None
        known = self.stage is Stage.ASKING and tuple(moves) in self.gesture.answers
        if known:
            self._take_word(moves, asked=True)
        return known

    def take_back(self, *, misread: bool = False) -> None:
        """Undo the last gesture, unless somebody has seen a card since."""
        self._last = None
        match self.progress.way_back(misread=misread, robots=self.robots.seats):
            case Saying() as why:
                self.said.reply(why)
                if self.stage in (Stage.MOVING, Stage.ASKING):  # what is in the air
                    self.news.append(TakenBack())
            case Refusal() as rule:
                self.said.notice = rule
            case number:
                self.rewind(number)
                if not misread:
                    self.news.append(TakenBack())

    # ------------------------------------------------------------------------------ the own keys

    def _listen(self, observation: Observation) -> None:
        """The table's own keys, each press once."""
        pressed = self.keys.pressed(observation)
        if self.stage is Stage.OVER:
            self.news += [MenuWanted(key) for key in sorted(pressed - {BACK})[:1]]
        if BACK in pressed:
            self.take_back()
        if NEXT in pressed:
            self.gesture.chosen += 1
            if self.stage is not Stage.ASKING:
                self.news.append(HintWanted())
        if YES in pressed:
            self._agree()
        if NO in pressed:
            self._deny()

    def _agree(self) -> None:
        if self.stage is Stage.ASKING and (answers := self.gesture.answers):
            chosen = answers[self.chosen % len(answers)]
            self._take_word(chosen, asked=not self.gesture.sure)
            return
        if doubt := output.doubted(self.shown()):
            self.input.vouch(*doubt)
        elif self.recovery.step and self.recovery.step.played:
            self.recovery.played = ""
        elif self.stage is Stage.WAITING and (unseen := self._unseen):
            self._confirm(unseen)
        else:
            self.news.append(Agreed())
            self.said.reply(Saying("table.nothing_yes"))

    @property
    def _unseen(self) -> list[Mark]:
        """What nothing can feel, and a person may have done."""
        unseen, robots = self.progress.here.known.unseen, self.robots.seats
        return [mark for mark in unseen if mark.move.seat not in robots]

    def _confirm(self, unseen: Sequence[Mark]) -> None:
        """A move that nothing can feel was made: the only one, or one to be asked for."""
        if len(unseen) == 1:
            self._take_word([unseen[0].move])
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
        if self.stage is Stage.WAITING and self._has_menu and self.recovery.step is None:
            self.news.append(MenuWanted(NO))
            return
        robots_turn = self.position.actors <= self.robots.seats
        if self.stage is Stage.WAITING and self.progress.rules.firm and not robots_turn:
            self.take_back(misread=True)
            return
        step = self.recovery.step
        wrong = step and (step.source or step.target)
        if step and wrong and felt.readings.get(wrong) == here.expected.get(wrong):
            self.recovery.grip.forget()
        elif step and wrong and self.stage in (Stage.SETUP, Stage.MENDING, Stage.MOVING):
            self._doubt(wrong, carried=bool(step.source and step.target and step.piece))
        else:
            self.said.reply(Saying("table.nothing_no"))

    def _doubt(self, site: Site, *, carried: bool) -> None:
        """A cell is believed where a hand has just done what it tells of, but by who insists."""
        homes = self.recovery.grip.astray.get(site, frozenset())
        if self.works(site):
            back = isinstance(self.progress.way_back(robots=self.robots.seats), int)
            key = "table.tells_truth" if back else "table.tells_truth_alone"
            self.said.reply(Saying(key, {"site": site}))
            return
        if (carried or (homes and BOX not in homes)) and self.recovery.looked != site:
            self.recovery.looked = site
            self.said.reply(Saying("table.look_again", {"site": site}))
            return
        self.recovery.looked = None
        self.input.disbelieve(site)
        self.said.message = Saying("table.disbelieved", {"site": site})

    # ---------------------------------------------------------------------- going on, going back

    def _decide(self, moves: Sequence[Move], *, asked: bool = False) -> None:
        """This is what was played; it counts once it is written down."""
        self.wish = None
        self.robots.done(moves, self.input.felt.at)
        self.progress.decide(moves, asked=asked)

    def _take_word(self, moves: Sequence[Move], *, asked: bool = False) -> None:
        """The same by somebody's word alone: no hand may have done all of it."""
        self._decide(moves, asked=asked)
        self.news.append(Worded())

    def keep(self) -> None:
        """Write down what was decided. Only then do the lights say that it counted."""
        if not self.busy:
            return
        for played in self.progress.write():
            self._stand(played)
        self.flow.hear(Event.MADE)
        self._end_if_over()

    def _slide(self, moves: Sequence[Move]) -> None:
        for played in self.progress.strike_last(instead=moves):
            self._stand(played)
        self.progress.decide()
        self._end_if_over()

    def _go_back(self, number: int) -> None:
        stood = self.position.layout()
        struck = self.progress.strike(number)
        self.said.notice = None
        own = [move for move in reversed(struck) if move.seat != CHANCE]
        self.said.reply(Saying("table.taken_back", {"move": written(own)}))
        self.wish = None
        self.gesture = Gesture()
        self.input.settle()
        if self.stage is Stage.OVER:
            self.progress.pen.end("")
        self.flow.hear(Event.TAKE_BACK)
        if is_race(self.progress.here):
            self._take_off_meanwhile(stood)

    def _take_off_meanwhile(self, stood: Layout) -> None:
        """Let all play on in a race, while the pieces that were taken back still lie there."""
        here, lying = self.progress.here, self.input.felt.lying()
        wrong = frozenset(site for site, _ in here.expected.items() ^ lying.items())
        self.input.condemn(wrong & differing(stood, here.position.layout()))
        self.flow.hear(Event.QUIET)

    def _stand(self, played: Played) -> None:
        felt, before = self.input.felt, self.position
        made = self._spend(played.move)
        self.progress.stand(played, felt.senses, felt.at, made)
        self.gesture = Gesture()
        if not felt.condemned:  # else another's mistake is still to be put right
            self.said.hush()
            self.said.message = self.position.news(before, played.move)

    def _spend(self, move: Move) -> float:
        """What brings the move about has counted, and who touched where nothing feels its end, too;
        while several act, only that. When the last piece of it was felt."""
        (mark,) = marks(self.position, [move], self.input.senses)
        made = told_at(mark.trace.changes.keys(), self.input.felt) or 0.0
        if self.progress.alone:
            self.input.settle(mark.trace.touched)
        self.input.spend(mark.sites)
        return made

    def _end_if_over(self) -> None:
        if outcome := self.position.outcome:
            self.said.notice = None
            self.flow.hear(Event.END)
            self.progress.pen.end(won_by(outcome.winners))

    # ------------------------------------------------------------- a board that goes and comes back

    def _greet(self, observation: Observation) -> None:
        """The board is there, or gone, or back."""
        if not observation.present:
            self.flow.hear(Event.LOSE_BOARD)
        elif self.stage is Stage.PAUSED:
            self.flow.hear(Event.FIND_BOARD)
            self._come_back()
        elif self.stage is not Stage.SETUP:
            self.recovery.returning = False

    @property
    def carried_on(self) -> bool:
        """The board is away, and somebody plays on at a page."""
        return self._left is not None

    def _come_back(self) -> None:
        """A move was made on it meanwhile, perhaps; or what pages have played is to be made now."""
        self.recovery.returning = not self.carried_on
        if self._left is not None:
            since = [moment.move for moment in self.moments[self._left :] if moment.move]
            own = [move for move in since if move.seat != CHANCE]
            self.recovery.played = written(own)
            self._left = None
