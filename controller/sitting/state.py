"""The state of a table: the game so far, sensor input, messages and questions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Any

from controller.game import Move, Position
from controller.reading.choose import Count, Decision, NotYet
from controller.reading.evidence import Evidence
from controller.reading.gesture import Gesture
from controller.reading.input_filter import InputFilter
from controller.reading.moment import Moment
from controller.reading.move_index import NOTHING
from controller.sitting.capabilities import Capabilities
from controller.sitting.flow import Flow, Stage
from controller.sitting.keys import OWN_KEYS, GameKeys, Keys
from controller.sitting.mending.recovery import Recovery
from controller.sitting.mending.trust import Trust
from controller.sitting.news import News
from controller.sitting.progress import Progress
from controller.sitting.robots import RobotGuard
from controller.sitting.shown import output
from controller.sitting.shown.guide import Strips
from controller.sitting.shown.output import Messages, Shown
from controller.sitting.touch_move import Lifts
from controller.values import Dials, Observation, Refusal, Saying, Seat, Senses, Site, Trace
from controller.why.explain import Decided

KEPT = 8  # number of decisions kept for explanations
DOCK = Site("dock")  # a reader that tells where a piece belongs


class State:
    """The state of a table, changed only by the modules of this package."""

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
        self.panel = Capabilities(senses, dials or {}, usual)
        self.senses = senses
        self.dials = self.panel.dials
        self.flow = Flow()
        self.keys, self.game_keys = Keys(), GameKeys(senses)
        self.input = InputFilter(senses, self.dials, OWN_KEYS)
        self.strips = Strips()
        self.proofs = Trust()
        self.robots = RobotGuard()
        self.news: list[News] = []  # to be handled by the caller of the table
        self.works, self.holds = works, holds
        self.has_menu = False  # a menu is available, which also offers a takeback
        self.last: Observation | None = None  # None if the output may have changed since
        self.thinking = False  # the search about the hand is not finished: look again at once
        self.begin(Progress())

    def begin(self, progress: Progress) -> None:
        """Start this game, and reset everything that belongs to the previous one."""
        self.progress = progress
        self.left: int | None = None  # number of moves when the board went away and pages played on
        self.blamed = NOTHING  # the trace for which a rule was named
        self.gesture = Gesture()
        self.decided: deque[Decided] = deque(maxlen=KEPT)  # for explanations
        self.recovery = Recovery()
        self.said = Messages()
        self.lifts = Lifts()
        self.wish: Move | None = None  # the move of a seat that has no hands
        self.taught: frozenset[Site] = frozenset()  # what a lesson points at
        self.hoped: Move | None = None  # the move it asks for
        self.dismissed = False  # the lesson is over

    @property
    def stage(self) -> Stage:
        return self.flow.stage

    @property
    def moments(self) -> Sequence[Moment]:
        return self.progress.moments

    @property
    def position(self) -> Position[Any]:
        return self.progress.position

    @property
    def last_seat(self) -> Seat:
        return self.progress.last_seat

    @property
    def busy(self) -> bool:
        return self.progress.busy

    @property
    def unsaved(self) -> str:
        """Why the last moves are not saved; "" if they are."""
        return self.progress.pen.trouble

    @property
    def decision(self) -> Decision | None:
        """The last decision about a hand; None if there is nothing to decide."""
        return self.gesture.decision

    @property
    def made(self) -> bool:
        """True if a move was made that only has to last a little longer."""
        decision = self.decision
        return isinstance(decision, Count) or (
            isinstance(decision, NotYet) and bool(decision.likely)
        )

    @property
    def chosen(self) -> int:
        return self.gesture.chosen

    @property
    def notice(self) -> Refusal | None:
        return self.said.notice

    @property
    def message(self) -> Saying | None:
        return self.said.message

    @property
    def carried_on(self) -> bool:
        """True if the board is away and play continues on a page."""
        return self.left is not None

    def stands(self) -> object:
        """Return a value that changes if a key has any effect."""
        return len(self.moments), self.stage, self.notice, self.message, self.asks()

    def remember(self, evidence: Evidence, decision: Decision | None) -> None:
        """Keep a new decision and its evidence, to be explained on request."""
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

    def evidence(self, seen: Trace) -> Evidence:
        """Return all that speaks for or against what the trace may mean."""
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
            told=self.blamed,
        )

    @property
    def identity(self) -> Saying:
        """The request to check pieces that cannot be told apart, with the dock if present."""
        dock = Saying("table.dock") if DOCK in self.senses else ""
        return Saying("table.identity", {"dock": dock})

    def asks(self) -> Saying:
        """Return what the board asks for now."""
        return output.asks(self.shown())

    def tells(self) -> Saying | None:
        """Return how to report what this board cannot feel; None if that is not possible now."""
        if self.stage is not Stage.WAITING or self.wish:
            return None
        return self.panel.told_by(self.progress.here, self.input.senses)

    def shown(self) -> Shown:
        """Return the part of the state that lights and messages depend on."""
        return Shown(
            stage=self.stage,
            here=self.progress.here if self.moments else None,
            felt=self.input.felt,
            decision=self.decision,
            chosen=self.chosen,
            wish=self.wish,
            step=self.recovery.step,
            pointing=self.said.pointing,
            advice=self.said.advice,
            strips=self.strips,
            unsaved=bool(self.unsaved),
            senses=self.senses,
            dials=self.dials,
            taught=self.taught,
            dismissed=self.dismissed,
            robots=self.robots.seats,
            served=self.robots.acts(self.wish),
        )
