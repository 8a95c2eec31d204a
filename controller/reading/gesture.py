"""What a hand has done since the last move, as far as it was understood."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from controller.game import Move
from controller.reading.causes import early
from controller.reading.infer import Finding, Made, Quiet, Stray, Unclear
from controller.reading.input_filter import Carried, Felt
from controller.reading.known import Mark
from controller.reading.meaning import Meaning, confirmed, meant, waited, wished
from controller.reading.moment import Moment
from controller.reading.thought import Answer
from controller.reading.unexplained import Blamed, Evidence, Slid, blamed
from controller.values import Readings, Site, Trace

Asked: TypeAlias = tuple[
    Moment, Trace, frozenset[tuple[Site, int]], frozenset[Site], Carried, frozenset[Site], int
]
"""All that a reading depends on."""


class Gesture:
    """Begins when the board and the table agree, and ends with a move."""

    def __init__(self) -> None:
        self.finding: Finding = Quiet()
        self.granted: tuple[Move, ...] = ()  # moves nobody felt that go before what was found
        self.chosen = 0  # which of the moves that look alike the key stands on
        self.confirming = False  # somebody said YES to a move that nothing can feel
        self.denied: tuple[Moment, Readings] | None = None  # it was none of what was asked about
        self._meant: tuple[Moment, Trace, Meaning] | None = None  # what was last thought through
        self._meaning: Answer[Asked, Meaning] = Answer()
        self._blame: Answer[tuple[Moment, Trace], Blamed | Slid] = Answer()

    @property
    def answers(self) -> tuple[tuple[Move, ...], ...]:
        """The runs of moves that look alike, of which one is asked for."""
        alike = self.finding.marks if isinstance(self.finding, Unclear) else ()
        return tuple(mark.moves for mark in alike)

    @property
    def sure(self) -> bool:
        """What was made is known, and is only to be confirmed."""
        alike = self.finding.marks if isinstance(self.finding, Unclear) else ()
        return len(alike) == 1 and not alike[0].hidden

    @property
    def asked_of(self) -> frozenset[Site]:
        """Where something was touched that a question is about."""
        alike = self.finding.marks if isinstance(self.finding, Unclear) else ()
        return frozenset().union(*(mark.trace.touched for mark in alike))

    @property
    def thinking(self) -> bool:
        """There is more to look at before anything can be said."""
        return self._meaning.thinking

    def think_on(self) -> bool:
        """Think one step further about the question that is open; False if none is any more."""
        return (self._meaning if self._meaning.thinking else self._blame).advance()

    def ask(self, moves: tuple[Move, ...]) -> None:
        """These were made for certain, but count when somebody says YES."""
        sites = self.finding.sites if isinstance(self.finding, Made) else frozenset[Site]()
        mark = Mark(moves[-1], Trace({}, sites), before=moves[:-1])
        self.finding, self.granted = Unclear((mark,)), ()

    def refuted(self, seen: Trace, here: Moment) -> bool:
        """Whatever it may have been, somebody has said NO to it."""
        return self.denied == (here, seen.changes)

    def meaning(
        self, seen: Trace, here: Moment, felt: Felt, wish: Move | None, hoped: Move | None = None
    ) -> Meaning:
        """What the trace says, as far as it was thought through; the same trace is read once."""
        if said := self._said(seen, here):
            self._meaning = Answer()  # whatever it was about, nobody wants to know any more
            return said
        causes = early(seen, here, felt), felt.swept, felt.carried, felt.left
        asked = here, seen, *causes, waited(seen, felt)
        found = self._meaning.to(asked, partial(meant, seen, here, felt))
        if found:
            self._meant = here, seen, found
        elif self._meant and self._meant[:2] == (here, seen):  # it holds until it is thought anew
            found = self._meant[2]
        found = found or Meaning(seen, Stray(frozenset(seen.changes)), sought=True)
        return wished(found, wish or hoped, here, felt, patient=wish is None)

    def _said(self, seen: Trace, here: Moment) -> Meaning | None:
        """What somebody has said of it: that something was made, or that it was nothing."""
        if self.confirming and not seen and here.known.unseen:
            return confirmed(here)
        return Meaning(seen, Stray(frozenset(seen.changes))) if self.refuted(seen, here) else None

    def blame(self, evidence: Evidence) -> Blamed | Slid | None:
        """Which rule is broken, once that is thought through; the same trace is looked up once."""
        return self._blame.to((evidence.here, evidence.seen), partial(blamed, evidence))

    def understand(self, meaning: Meaning) -> None:
        self.finding, self.granted = meaning.finding, meaning.granted
