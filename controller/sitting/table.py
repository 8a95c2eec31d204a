"""One game at the board: takes observations and commands, returns lights. No clock, no device."""

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
    """Turns observations into moves, and positions into lights; commands are its methods."""

    def __init__(
        self,
        senses: Senses,
        dials: Dials | None = None,
        usual: Collection[Site] = (),
        *,
        works: Callable[[Site], bool] = lambda site: False,
        holds: Callable[[], bool] = lambda: False,
    ) -> None:
        """Set up a table without a game.

        In the simulator `works` says if a site is certainly sound, `holds` if a hand holds a piece.
        """
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
        """The announced move that a person's hand has to make."""
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
        """The message that is shown beside the question."""
        return self.state.message

    @property
    def alarm(self) -> Saying | None:
        """The alarm about a strip; None if there is none."""
        return self.state.strips.alarm

    @property
    def unsaved(self) -> str:
        """Why the last moves are not saved; "" if they are."""
        return self.state.unsaved

    @property
    def busy(self) -> bool:
        """True if a decision is not written yet."""
        return self.state.busy

    @property
    def thinking(self) -> bool:
        """True if the search about what a hand has done is not finished."""
        return self.state.thinking

    @property
    def carried_on(self) -> bool:
        """True if the board is away and play continues on a page."""
        return self.state.carried_on

    def asks(self) -> Saying:
        """Return what the board asks for now."""
        return self.state.asks()

    def idle(self, observation: Observation) -> bool:
        """True if processing this observation would change nothing."""
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
        """Process an observation: decide what was played, and return the lights."""
        state = self.state
        state.last, state.thinking = observation, False
        course.note_board_presence(state, observation)
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
        reader.update_trust(state, observation)

    def think_on(self, observation: Observation) -> bool:
        """Continue the search under way; False once there is a result to show."""
        state = self.state
        unchanged = state.last is not None and observation.same(state.last)
        return state.thinking and unchanged and state.gesture.think_on()

    def keep(self) -> None:
        """Write what was decided; only then do the lights show that it counted."""
        course.keep(self.state)

    def catch_up(self, at: float) -> None:
        """Write what could not be written before, as soon as that is possible."""
        state = self.state
        before, pen = state.unsaved, state.progress.pen
        pen.catch_up(at)
        for saying in pen.news():
            self.tell(saying)
        if state.unsaved != before:
            state.last = None

    def take_news(self) -> tuple[News, ...]:
        """Return the events since the last call that the caller has to handle."""
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
        """Start a game, or continue one that was interrupted after the moves `played`.

        `passed` are the numbers of moves after which the same hand went on without stopping.
        `middles` are the centres of the cells: a piece dragged to the next cell closes the contacts
        of both. With `laid`, as for a lesson, the given moves cannot be taken back. No person acts
        for `robots`.
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
        """End the game and return to the shelf."""
        state = self.state
        state.last = None
        if state.stage is not Stage.OVER:
            state.flow.hear(Event.END)
        state.flow.hear(Event.CLEAR_TABLE)

    def tell_deals(self, told: Callable[[int, Move], None]) -> None:
        """Call `told` for each deal from now on, with the number of moves before it."""
        if self.luck:
            self.luck.told = told

    def offer_menu(self) -> None:
        """Let keys open a menu from now on, while no question is open."""
        self.state.has_menu = True

    # ------------------------------------------------------------------------- what people command

    def say(self, move: Move) -> Refusal | None:
        """Play a move that was entered on a page, or by a seat without hands; return why not.

        A move that has to be shown to sensors, such as a real card, becomes a wish that the lights
        ask for. While the board is away, the move counts at once, and is made on the board later.
        """
        state = self.state
        state.last = None
        if state.progress.decides(move):
            return None  # a second click is the same command
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
        """True if the board must feel some of this; cards need no hand where luck deals."""
        senses = [self.senses[site] for site in sites if site in self.senses]
        return any(not self.luck if s is Sense.TAP else not s.momentary for s in senses)

    def press(self, key: Site) -> None:
        """Press one of the table's own keys on a page."""
        self.state.last = None
        self.state.keys.press(key)

    def choose(self, moves: Sequence[Move]) -> bool:
        """Take the answer of a page to which of the similar moves was meant; False if not asked."""
        state = self.state
        state.last = None
        known = state.stage is Stage.ASKING and tuple(moves) in state.gesture.answers
        if known:
            course.take_word(state, moves, asked=True)
        return known

    def take_back(self, *, misread: bool = False) -> None:
        """Undo the last gesture, unless a card was seen since."""
        course.take_back(self.state, misread=misread)

    def rewind(self, number: int) -> None:
        """Go back to this moment, even if cards were seen since."""
        course.rewind(self.state, number)

    def intend(self, move: Move) -> None:
        """Note that a robot's own hand is about to make this move."""
        state = self.state
        state.robots.intend(move, state.position, state.input.senses)

    # ------------------------------------------------------------------------------- what is shown

    def tell(self, saying: Saying) -> None:
        """Show this message beside the question."""
        self.state.last = None
        self.state.said.message = saying

    def hush(self) -> None:
        """Remove all messages beside the question."""
        self.state.said.hush()

    def advise(self, advice: Advice, saying: Saying | None = None) -> None:
        """Show advice until the next move; it restricts nothing."""
        state = self.state
        state.last = None
        state.said.advice = advice.joined(state.said.advice)
        state.said.message = saying or state.said.message

    def point_at(self, sites: frozenset[Site]) -> None:
        """Light the sites a lesson speaks of, beside the possible moves."""
        if sites != self.state.taught:
            self.state.taught, self.state.last = sites, None

    def hope_for(self, move: Move | None) -> None:
        """Prefer this move in interpretation, since a lesson asks for it."""
        if move != self.state.hoped:
            self.state.hoped, self.state.last = move, None

    def dismiss(self, learnt: bool) -> None:
        """Light no more tasks after a lesson; further moves still count."""
        if learnt != self.state.dismissed:
            self.state.dismissed, self.state.last = learnt, None

    # ------------------------------------------------------------------------- trust in the sensors

    @property
    def disbelieved(self) -> frozenset[Site]:
        """The cells that are not trusted, since a player said they read wrongly."""
        return self.state.input.disbelieved

    def doubt(self, sites: frozenset[Site]) -> None:
        """Distrust exactly these cells."""
        self.state.input.disbelieved = sites

    def vouch(self, dial: Site, row: int) -> None:
        """Take a player's word that the strip stands at this row."""
        self.state.input.vouch(dial, row)

    def trust(self) -> None:
        """Take a player's word that every piece is where it belongs."""
        self.state.last = None
        self.state.recovery.grip.forget()
