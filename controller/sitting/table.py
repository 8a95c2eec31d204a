"""One game at the board: takes observations and commands, returns lights. No clock, no device."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller.drawing import Point
from controller.game import Move, Position
from controller.reading.moment import Moment
from controller.scene import Scene
from controller.sitting.flow import Event, Stage
from controller.sitting.journal import JournalWriter, SittingRecord
from controller.sitting.luck import Luck
from controller.sitting.news import News
from controller.sitting.progress import Progress
from controller.sitting.robots import RobotGuard
from controller.sitting.shown import guide, output
from controller.sitting.shown.advice import Advice
from controller.sitting.state import LessonTask, State, equipment
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


class Seen(Struct, frozen=True):
    """What a look at the board leads to: what to light, and what the caller has to handle."""

    scene: Scene
    news: tuple[News, ...] = ()


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
        self.state = State(equipment(senses, dials or {}, usual, works, holds))
        self._shown: tuple[State, Observation] | None = (
            None  # the last look, and the state after it
        )

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
        return self.state.said.notice

    @property
    def message(self) -> Saying | None:
        """The message that is shown beside the question."""
        return self.state.said.message

    @property
    def alarm(self) -> Saying | None:
        """The alarm about a strip; None if there is none."""
        return self.state.strips.alarm

    @property
    def unsaved(self) -> str:
        """Why the last moves are not saved; "" if they are."""
        return self.state.progress.pen.trouble

    @property
    def busy(self) -> bool:
        """True if a decision is not written yet."""
        return self.state.progress.busy

    @property
    def thinking(self) -> bool:
        """True if the search about what a hand has done is not finished."""
        return self.state.thinking

    @property
    def carried_on(self) -> bool:
        """True if the board is away and play continues on a page."""
        return self.state.left is not None

    def asks(self) -> Saying:
        """Return what the board asks for now."""
        return output.asks(self.state)

    def idle(self, observation: Observation) -> bool:
        """True if processing this observation would change nothing."""
        state = self.state
        return (
            self._is_shown(observation)
            and not state.thinking
            and state.stage in (Stage.WAITING, Stage.OVER, Stage.SHELF)
            and state.decision is None
            and not state.felt.touched
            and not state.input.in_burst
            and not state.said.fading
            and not state.equipment.game_keys.pending
        )

    def _is_shown(self, observation: Observation) -> bool:
        """True if the lights show this state, after a look at such an observation."""
        if self._shown is None:
            return False
        state, seen = self._shown
        return state is self.state and observation.same(seen)

    # ---------------------------------------------------------------------------- seeing, playing

    def see(self, observation: Observation) -> Seen:
        """Process an observation: decide what was played; return the lights and the news."""
        state = course.note_board_presence(replace(self.state, thinking=False), observation)
        dropped = state.input.take(observation, state.here)
        if state.here and state.stage not in (Stage.SHELF, Stage.PAUSED):
            progress = state.progress.reconsider(state.input.senses)
            state = replace(state, progress=progress)
            if dropped:
                state = state.reply(Saying("table.keys_dropped"))
            state = hear_and_read(state, observation)
        strips = guide.strips(state.input.rows(observation), state.dials)
        state = replace(state, strips=strips, said=state.said.fade(observation.at))
        self.state = replace(state, news=())
        self._shown = self.state, observation
        return Seen(output.scene(state), state.news)

    def think_on(self, observation: Observation) -> bool:
        """Continue the search under way; False once there is a result to show."""
        state = self.state
        return state.thinking and self._is_shown(observation) and state.gesture.search.think_on()

    def keep(self) -> None:
        """Write what was decided; only then do the lights show that it counted."""
        self.state = course.keep(self.state)

    def catch_up(self, at: float) -> None:
        """Write what could not be written before, as soon as that is possible."""
        before, pen = self.unsaved, self.state.progress.pen
        for saying in pen.catch_up(at):
            self.tell(saying)
        if self.unsaved != before:
            self._shown = None

    # ---------------------------------------------------------------- sitting down and getting up

    def take(
        self,
        start: Position[Any],
        *,
        luck: Luck | None = None,
        record: SittingRecord | None = None,
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
        state.input.lie(middles or {})
        here = state.senses.keys()
        moments = [Moment(start.on_panel(here), state.senses)]
        moments += [
            Moment(at.on_panel(here), state.senses, move, passed=number in passed)
            for number, (move, at) in enumerate(played, 1)
        ]
        first = len(moments) - 1 if laid else 0
        pen, agreed = JournalWriter(record), rules or TableRules()
        progress = Progress(tuple(moments), luck, pen, agreed, first).decide()
        guard = RobotGuard(frozenset(robots))
        fresh = State(state.equipment, progress, guard, stage=state.stage, strips=state.strips)
        self.state = fresh.hear(Event.TAKE_GAME)

    def clear(self) -> None:
        """End the game and return to the shelf."""
        ended = self.state if self.stage is Stage.OVER else self.state.hear(Event.END)
        self.state = ended.hear(Event.CLEAR_TABLE)

    def tell_deals(self, told: Callable[[int, Move], None]) -> None:
        """Call `told` for each deal from now on, with the number of moves before it."""
        if self.luck:
            self.luck.told = told

    def offer_menu(self) -> None:
        """Let keys open a menu from now on, while no question is open."""
        equipped = self.state.equipment
        if not equipped.has_menu:
            self.state = replace(self.state, equipment=replace(equipped, has_menu=True))

    # ------------------------------------------------------------------------- what people command

    def say(self, move: Move) -> Refusal | None:
        """Play a move that was entered on a page, or by a seat without hands; return why not.

        A move that has to be shown to sensors, such as a real card, becomes a wish that the lights
        ask for. While the board is away, the move counts at once, and is made on the board later.
        """
        state = self.state
        self._shown = None
        if state.progress.decides(move):
            return None  # a second click is the same command
        if state.progress.busy or state.stage in (Stage.SHELF, Stage.OVER):
            return NOT_NOW
        if refusal := state.position.refusal(move):
            self.state = state.name_rule(refusal)
            return refusal
        before, after = state.position.layout(), state.position.after(move).layout()
        if state.stage is Stage.PAUSED and self._needs_a_hand(differing(before, after)):
            state = replace(state, left=state.left or len(state.moments))
        changes = Trace.of(before, after, state.input.senses, move.touches).changes
        if self._needs_a_hand(changes) and state.left is None:
            self.state = replace(state, wish=move)
        else:
            self.state = course.take_word(state, [move])
        return None

    def _needs_a_hand(self, sites: Iterable[Site]) -> bool:
        """True if the board must feel some of this; cards need no hand where luck deals."""
        senses = [self.senses[site] for site in sites if site in self.senses]
        return any(not self.luck if s is Sense.TAP else not s.momentary for s in senses)

    def press(self, key: Site) -> None:
        """Press one of the table's own keys on a page."""
        self._shown = None
        self.state.equipment.keys.press(key)

    def ignore_keys(self, until: float) -> None:
        """Ignore presses of the table's own keys up to this time."""
        self.state.equipment.keys.ignore(until)

    def choose(self, moves: Sequence[Move]) -> bool:
        """Take the answer of a page to which of the similar moves was meant; False if not asked."""
        self._shown = None
        known = self.stage is Stage.ASKING and tuple(moves) in self.state.gesture.answers
        if known:
            self.state = course.take_word(self.state, moves, asked=True)
        return known

    def take_back(self, *, misread: bool = False) -> None:
        """Undo the last gesture, unless a card was seen since."""
        self.state = course.take_back(self.state, misread=misread)

    def rewind(self, number: int) -> None:
        """Go back to this moment, even if cards were seen since."""
        self.state = course.rewind(self.state, number)

    def intend(self, move: Move) -> None:
        """Note that a robot's own hand is about to make this move."""
        state = self.state
        robots = state.robots.intend(move, state.position, state.input.senses)
        self.state = replace(state, robots=robots)

    # ------------------------------------------------------------------------------- what is shown

    def tell(self, saying: Saying) -> None:
        """Show this message beside the question."""
        self.state = self.state.tell(saying)

    def hush(self) -> None:
        """Remove all messages beside the question."""
        self.state = replace(self.state, said=self.state.said.hush())

    def advise(self, advice: Advice, saying: Saying | None = None) -> None:
        """Show advice until the next move; it restricts nothing."""
        said = self.state.said
        message, joined = saying or said.message, advice.joined(said.advice)
        self.state = replace(self.state, said=replace(said, message=message, advice=joined))

    def teach(self, task: LessonTask) -> None:
        """Show what a lesson wants now."""
        if task != self.state.lesson:
            self.state = replace(self.state, lesson=task)

    # ------------------------------------------------------------------------- trust in the sensors

    @property
    def disbelieved(self) -> frozenset[Site]:
        """The cells that are not trusted, since a player said they read wrongly."""
        return self.state.input.disbelieved

    def doubt(self, sites: frozenset[Site]) -> None:
        """Distrust exactly these cells."""
        heard = self.state.input
        heard.believe(heard.disbelieved - sites)
        for site in sites:
            heard.disbelieve(site)

    def vouch(self, dial: Site, row: int) -> None:
        """Take a player's word that the strip stands at this row."""
        self.state.input.vouch(dial, row)

    def trust(self) -> None:
        """Take a player's word that every piece is where it belongs."""
        self._shown = None
        self.state.recovery.grip.forget()


def hear_and_read(state: State, observation: Observation) -> State:
    """Return the state after the keys and the hands of this observation; none count in a burst."""
    tools = state.equipment
    if tools.input.in_burst:
        tools.keys.ignore(tools.input.burst)
        tools.game_keys.ignore(tools.input.burst)
        return state
    state = heard = answers.listen(state, observation)
    tools.game_keys.listen(observation, lambda: reader.stands(heard))
    if not state.progress.busy:
        state = reader.answer_keys(reader.read(state))
    return reader.update_trust(state, observation)
