"""One sitting at the board: sees, decides, lights. No clock, no port, no thread."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from typing import Any

from controller.drawing import Point
from controller.game import Move, Position
from controller.reading.moment import Moment
from controller.scene import Scene
from controller.sitting.flow import Event, Stage
from controller.sitting.journal import Record
from controller.sitting.luck import Luck
from controller.sitting.news import News
from controller.sitting.progress import Progress
from controller.sitting.robots import RobotGuard
from controller.sitting.shown import guide, output
from controller.sitting.shown.advice import Advice
from controller.sitting.state import State
from controller.sitting.turn import answers, course, reader
from controller.table_rules import TableRules
from controller.values import (
    Dials,
    Observation,
    Refusal,
    Saying,
    Seat,
    Sense,
    Senses,
    Site,
    Trace,
    differing,
)

NOT_NOW = Refusal("", "table.not_now")


class Table:
    """What the board shows becomes moves, and moves become light. Commands come from outside."""

    def __init__(
        self,
        senses: Senses,
        dials: Dials | None = None,
        usual: Collection[Site] = (),
        *,
        works: Callable[[Site], bool] = lambda site: False,
        holds: Callable[[], bool] = lambda: False,
    ) -> None:
        """On a bench `works` tells if a site is sound beyond doubt, `holds` if a hand is full."""
        self.state = State(senses, dials, usual, works=works, holds=holds)

    # ------------------------------------------------------------------------ what there is to see

    @property
    def stage(self) -> Stage:
        return self.state.stage

    @property
    def moments(self) -> Sequence[Moment]:
        return self.state.moments

    @property
    def position(self) -> Position[Any]:
        return self.state.position

    @property
    def history(self) -> list[Move]:
        return self.state.progress.history

    @property
    def wish(self) -> Move | None:
        """The announced move that somebody's hand has to make."""
        return self.state.wish

    @property
    def luck(self) -> Luck | None:
        return self.state.progress.luck

    @property
    def senses(self) -> Senses:
        return self.state.senses

    @property
    def notice(self) -> Refusal | None:
        """The rule that was broken last."""
        return self.state.notice

    @property
    def message(self) -> Saying | None:
        """What is said beside what is asked."""
        return self.state.message

    @property
    def alarm(self) -> Saying | None:
        """What is wrong with a strip."""
        return self.state.strips.alarm

    @property
    def unsaved(self) -> str:
        """Why not all of it is written down, when not all is."""
        return self.state.unsaved

    @property
    def busy(self) -> bool:
        """True if something was decided that is not written down yet."""
        return self.state.busy

    @property
    def thinking(self) -> bool:
        """True if what a hand has done is not thought through yet."""
        return self.state.thinking

    @property
    def carried_on(self) -> bool:
        """True if the board is away, and somebody plays on at a page."""
        return self.state.carried_on

    def asks(self) -> Saying:
        """The one thing the board asks for now."""
        return self.state.asks()

    def idle(self, observation: Observation) -> bool:
        """Nothing stirs: to look again would show the same."""
        state = self.state
        return (
            state.last is not None
            and not state.thinking
            and state.stage in (Stage.WAITING, Stage.OVER, Stage.SHELF)
            and state.decision is None
            and not state.input.felt.touched
            and not state.input.in_burst
            and not state.said.fading
            and not state.game_keys.pending
            and observation.same(state.last)
        )

    # ---------------------------------------------------------------------------- seeing, playing

    def see(self, observation: Observation) -> Scene:
        """Take in the board, decide what was played, and say what to light."""
        state = self.state
        state.last, state.thinking = observation, False
        course.greet(state, observation)
        dropped = state.input.take(observation, state.progress.here if state.moments else None)
        if state.moments and state.stage not in (Stage.SHELF, Stage.PAUSED):
            state.progress.reconsider(state.input.senses)
            if dropped:
                state.said.reply(Saying("table.keys_dropped"))
            if state.input.in_burst:
                state.keys.ignore(state.input.burst)
                state.game_keys.ignore(state.input.burst)
            else:
                self._hear_and_read(observation)
        state.strips = guide.strips(state.input.rows(observation), state.dials)
        state.said.fade(observation.at)
        return output.scene(state.shown())

    def _hear_and_read(self, observation: Observation) -> None:
        state = self.state
        answers.listen(state, observation)
        state.game_keys.listen(observation, state.stands)
        if not state.busy:
            reader.read(state)
            reader.answer_keys(state)
        reader.weigh(state, observation)

    def think_on(self, observation: Observation) -> bool:
        """Go on with the thought that is under way; False once there is something to see."""
        state = self.state
        unchanged = state.last is not None and observation.same(state.last)
        return state.thinking and unchanged and state.gesture.think_on()

    def keep(self) -> None:
        """Write down what was decided. Only then do the lights say that it counted."""
        course.keep(self.state)

    def catch_up(self, at: float) -> None:
        """Write what is not on paper yet, or no longer, as soon as that can be done."""
        state = self.state
        before, pen = state.unsaved, state.progress.pen
        pen.catch_up(at)
        for saying in pen.news():
            self.tell(saying)
        if state.unsaved != before:
            state.last = None

    def take_news(self) -> tuple[News, ...]:
        """Return what happened since the last call that somebody else has to act on."""
        news = tuple(self.state.news)
        self.state.news.clear()
        return news

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
        state = self.state
        state.last = None
        state.robots = RobotGuard(robots)
        state.input.lie(middles or {})
        here = state.senses.keys()
        moments = [Moment(start.on_panel(here), state.senses)]
        moments += [
            Moment(at.on_panel(here), state.senses, move, passed=number in passed)
            for number, (move, at) in enumerate(played, 1)
        ]
        first = len(moments) - 1 if laid else 0
        state.begin(Progress(moments, luck=luck, record=record, rules=rules, first=first))
        state.flow.hear(Event.TAKE_GAME)
        state.progress.decide()

    def clear(self) -> None:
        """Put the game back on the shelf."""
        state = self.state
        state.last = None
        if state.stage is not Stage.OVER:
            state.flow.hear(Event.END)
        state.flow.hear(Event.CLEAR_TABLE)

    def tell_deals(self, told: Callable[[int, Move], None]) -> None:
        """Tell what luck deals from now on: after how many moves, and which."""
        if self.luck:
            self.luck.told = told

    def offer_menu(self) -> None:
        """From now on a key opens a menu where nothing is asked."""
        self.state.has_menu = True

    # ------------------------------------------------------------------------- what people command

    def say(self, move: Move) -> Refusal | None:
        """Play a move that was spoken, on a page or by a seat without hands.

        What has to be shown with the hand becomes a wish, and the lights ask somebody to make it;
        so does a real card. While the board is away all counts at once: it is put right later.
        """
        state = self.state
        state.last = None
        if state.progress.decides(move):
            return None  # who clicks twice means it once
        if state.busy or state.stage in (Stage.SHELF, Stage.OVER):
            return NOT_NOW
        if refusal := state.position.refusal(move):
            state.said.notice = refusal
            return refusal
        before, after = state.position.layout(), state.position.after(move).layout()
        if state.stage is Stage.PAUSED and self._needs_a_hand(differing(before, after)):
            state.left = state.left or len(state.moments)
        changes = Trace.of(before, after, state.input.senses, move.touches).changes
        if self._needs_a_hand(changes) and not state.carried_on:
            state.wish = move
        else:
            course.take_word(state, [move])
        return None

    def _needs_a_hand(self, sites: Iterable[Site]) -> bool:
        """True if some of it is shown on this board; where luck deals, no card can be shown."""
        senses = [self.senses[site] for site in sites if site in self.senses]
        return any(not self.luck if s is Sense.TAP else not s.momentary for s in senses)

    def press(self, key: Site) -> None:
        """Press one of the table's own keys, on a page."""
        self.state.last = None
        self.state.keys.press(key)

    def choose(self, moves: Sequence[Move]) -> bool:
        """Take what somebody says on a page: which of the moves that look alike was meant."""
        state = self.state
        state.last = None
        known = state.stage is Stage.ASKING and tuple(moves) in state.gesture.answers
        if known:
            course.take_word(state, moves, asked=True)
        return known

    def take_back(self, *, misread: bool = False) -> None:
        """Undo the last gesture, unless somebody has seen a card since."""
        course.take_back(self.state, misread=misread)

    def rewind(self, number: int) -> None:
        """Go back to this moment, whatever was seen since."""
        course.rewind(self.state, number)

    def intend(self, move: Move) -> None:
        """Note that a robot's own hand is about to make this: nobody has moved for it."""
        state = self.state
        state.robots.intend(move, state.position, state.input.senses)

    # ------------------------------------------------------------------------------- what is shown

    def tell(self, saying: Saying) -> None:
        """Say this beside what is asked."""
        self.state.last = None
        self.state.said.message = saying

    def hush(self) -> None:
        """Say nothing more beside what is asked."""
        self.state.said.hush()

    def advise(self, advice: Advice, saying: Saying | None = None) -> None:
        """Show somebody what would be good; it binds nobody, and is gone with the next move."""
        state = self.state
        state.last = None
        state.said.advice = advice.joined(state.said.advice)
        state.said.message = saying or state.said.message

    def point_at(self, sites: frozenset[Site]) -> None:
        """Light what a lesson speaks of, beside what may be done."""
        if sites != self.state.taught:
            self.state.taught, self.state.last = sites, None

    def hope_for(self, move: Move | None) -> None:
        """Take what may be this, or may become it, for this: a lesson asks for it."""
        if move != self.state.hoped:
            self.state.hoped, self.state.last = move, None

    def dismiss(self, learnt: bool) -> None:
        """Ask for nothing more after a lesson; what is played on counts all the same."""
        if learnt != self.state.dismissed:
            self.state.dismissed, self.state.last = learnt, None

    # ------------------------------------------------------------------------- trust in the sensors

    @property
    def disbelieved(self) -> frozenset[Site]:
        """The cells that somebody has found to tell what is not so."""
        return self.state.input.disbelieved

    def doubt(self, sites: frozenset[Site]) -> None:
        """Believe these cells no longer, and all others."""
        self.state.input.disbelieved = sites

    def vouch(self, dial: Site, row: int) -> None:
        """Somebody has looked: the strip stands at this row."""
        self.state.input.vouch(dial, row)

    def trust(self) -> None:
        """Somebody sees to it that every piece is the one that belongs where it stands."""
        self.state.last = None
        self.state.recovery.grip.forget()
