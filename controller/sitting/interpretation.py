"""What the table makes of the gesture since the last move, and what a player said to it."""

from __future__ import annotations

from msgspec import Struct, field

from controller.game import Move
from controller.reading.choose import Ask, Count, Decision, NotYet
from controller.reading.gesture import Gesture
from controller.reading.moment import Moment
from controller.reading.move_index import Mark
from controller.values import Readings, Site


class Interpretation(Struct, frozen=True, eq=False):
    """The decision about a gesture, and the answers to it; a new one begins with each move."""

    search: Gesture = field(default_factory=Gesture)
    decision: Decision | None = None  # the last one; None if there is nothing to decide
    chosen: int = 0  # index of the selected one of the moves that look alike
    confirming: bool = False  # YES was pressed for a move that nothing can feel
    denied: tuple[Moment, Readings] | None = None  # NO was pressed to these changes

    @property
    def made(self) -> bool:
        """True if a move was made that only has to last a little longer."""
        now = self.decision
        return isinstance(now, Count) or (isinstance(now, NotYet) and bool(now.likely))

    @property
    def alike(self) -> tuple[Mark, ...]:
        """The accounts offered by the open question."""
        return self.decision.marks if isinstance(self.decision, Ask) else ()

    @property
    def answers(self) -> tuple[tuple[Move, ...], ...]:
        """The moves offered by the open question."""
        return tuple(mark.moves for mark in self.alike)

    @property
    def sure(self) -> bool:
        """True if the move is certain and only has to be confirmed."""
        return isinstance(self.decision, Ask) and self.decision.sure

    @property
    def asked_of(self) -> frozenset[Site]:
        """The sites that the open question is about."""
        return frozenset().union(*(mark.trace.touched for mark in self.alike))
