"""The state of a table as one value: the game so far, what a hand has done, what is said."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from controller.game import Move, Position
from controller.reading.choose import Decision, NotYet
from controller.reading.evidence import Evidence
from controller.reading.input_filter import Felt, InputFilter
from controller.reading.moment import Moment
from controller.reading.move_index import NOTHING
from controller.sitting.capabilities import Capabilities
from controller.sitting.flow import ARROWS, DECIDED, Event, Stage
from controller.sitting.interpretation import Interpretation
from controller.sitting.keys import OWN_KEYS, GameKeys, TableKeys
from controller.sitting.mending.recovery import Recovery
from controller.sitting.mending.trust import Trust
from controller.sitting.news import News
from controller.sitting.progress import Progress
from controller.sitting.robots import RobotGuard
from controller.sitting.shown.guide import Strips
from controller.sitting.shown.messages import Messages
from controller.sitting.touch_move import Lifts
from controller.values import Dials, Refusal, Saying, Senses, Site, Trace
from controller.why.explain import Decided

KEPT_DECISIONS = 8  # number of decisions kept for explanations
DOCK = Site("dock")  # a reader that tells where a piece belongs


class Equipment(Struct, frozen=True, eq=False):
    """What a table keeps from game to game: its panel, and what remembers input."""

    panel: Capabilities
    input: InputFilter
    game_keys: GameKeys
    works: Callable[[Site], bool]  # in the simulator, True if a site is certainly sound
    holds: Callable[[], bool]  # in the simulator, True if a hand holds a piece
    keys: TableKeys = field(default_factory=TableKeys)
    proofs: Trust = field(default_factory=Trust)
    has_menu: bool = False  # a menu is available, which also offers a takeback


def equipment(
    senses: Senses,
    dials: Dials,
    usual: Collection[Site],
    works: Callable[[Site], bool],
    holds: Callable[[], bool],
) -> Equipment:
    """Return the equipment of a table with this panel."""
    panel, heard = Capabilities(senses, dials, usual), InputFilter(senses, dials, OWN_KEYS)
    return Equipment(panel, heard, GameKeys(senses), works, holds)


class LessonTask(Struct, frozen=True):
    """What a lesson wants of the table: sites to light, a move to prefer, an end."""

    sites: frozenset[Site] = frozenset()  # what it points at
    hoped: Move | None = None  # the move it asks for
    over: bool = False


class State(Struct, frozen=True, eq=False):
    """All that a table knows. Each event makes a new state; only `Table` keeps it."""

    equipment: Equipment
    progress: Progress = field(default_factory=Progress)
    robots: RobotGuard = RobotGuard()
    stage: Stage = Stage.SHELF
    gesture: Interpretation = field(default_factory=Interpretation)
    recovery: Recovery = field(default_factory=Recovery)
    lifts: Lifts = field(default_factory=Lifts)
    said: Messages = Messages()
    lesson: LessonTask = LessonTask()
    strips: Strips = Strips()
    wish: Move | None = None  # the move of a seat that has no hands
    left: int | None = None  # number of moves when the board went away and pages played on
    blamed: Trace = NOTHING  # the trace for which a rule was named
    decided: tuple[Decided, ...] = ()  # the last decisions, for explanations
    thinking: bool = False  # the search about the hand is not finished: look again at once
    news: tuple[News, ...] = ()  # to be handled by the caller of the table

    # ------------------------------------------------------------------------ what there is to see

    @property
    def panel(self) -> Capabilities:
        return self.equipment.panel

    @property
    def senses(self) -> Senses:
        return self.equipment.panel.senses

    @property
    def dials(self) -> Dials:
        return self.equipment.panel.dials

    @property
    def input(self) -> InputFilter:
        return self.equipment.input

    @property
    def felt(self) -> Felt:
        return self.equipment.input.felt

    @property
    def moments(self) -> tuple[Moment, ...]:
        return self.progress.moments

    @property
    def here(self) -> Moment | None:
        """The present moment; None when no game is on the table."""
        moments = self.progress.moments
        return moments[-1] if moments else None

    @property
    def position(self) -> Position[Any]:
        return self.progress.position

    @property
    def decision(self) -> Decision | None:
        """The last decision about a hand; None if there is nothing to decide."""
        return self.gesture.decision

    @property
    def served(self) -> bool:
        """True if a robot's hand is making the wish."""
        return self.robots.acts(self.wish)

    @property
    def why(self) -> Saying | None:
        """Why the table asks or refuses now, in one sentence; None if it does neither."""
        current = self.decided and self.decided[-1].decision == self.decision
        asking = self.stage in (Stage.ASKING, Stage.MENDING)
        return self.decided[-1].reason if current and asking else None

    @property
    def identity(self) -> Saying:
        """The request to check pieces that cannot be told apart, with the dock if present."""
        dock = Saying("table.dock") if DOCK in self.senses else ""
        return Saying("table.identity", {"dock": dock})

    def evidence(self, seen: Trace) -> Evidence:
        """Return all that speaks for or against what the trace may mean."""
        progress, robots, rules = self.progress, self.robots, self.progress.rules
        return Evidence(
            seen=seen,
            felt=self.felt,
            moments=progress.moments,
            senses=self.senses,
            astray=dict(self.recovery.grip.astray),
            free=rules.free_takeback,
            firm=rules.confirm_moves,
            robots=robots.seats,
            hands=robots.hands,
            wish=self.wish,
            hoped=self.lesson.hoped,
            denied=self.gesture.denied == (progress.here, seen.changes),
            confirming=self.gesture.confirming,
            aloft=self.equipment.holds(),
            told=self.blamed,
        )

    def way_back(self, *, misread: bool = False) -> int | Saying | Refusal:
        """Return the number of the moment that a takeback leads to, or why there is none."""
        return self.progress.way_back(misread=misread, robots=self.robots.seats)

    # --------------------------------------------------------------------------- the state after it

    def hear(self, event: Event) -> State:
        """Return the state after this event, which may change the stage."""
        return replace(self, stage=ARROWS[self.stage][event])

    def follow(self, decision: Decision | None) -> State:
        """Return the state after a decision about a hand, which may change the stage."""
        return self.hear(DECIDED[type(decision)])

    def tell(self, saying: Saying) -> State:
        """Return the state with this message beside the question."""
        return replace(self, said=self.said.tell(saying))

    def reply(self, saying: Saying) -> State:
        """Return the state with this answer to a key."""
        return replace(self, said=self.said.reply(saying))

    def name_rule(self, rule: Refusal | None) -> State:
        """Return the state with this rule as the one that was broken last."""
        return replace(self, said=self.said.name_rule(rule))

    def report(self, *news: News) -> State:
        """Return the state with this news for the caller of the table."""
        return replace(self, news=(*self.news, *news))

    def interpret(self, **changes: Any) -> State:
        """Return the state with another interpretation of the gesture."""
        return replace(self, gesture=replace(self.gesture, **changes))

    def remember(self, evidence: Evidence, decision: Decision | None) -> State:
        """Return the state with a new decision and its evidence, to be explained on request."""
        if decision is None or (isinstance(decision, NotYet) and decision.stay):
            return self
        last = self.decided[-1] if self.decided else None
        if last and last.decision == decision:
            return self
        new = Decided(last.number + 1 if last else 0, evidence, decision)
        return replace(self, decided=(*self.decided, new)[-KEPT_DECISIONS:])
