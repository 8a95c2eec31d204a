"""What a hand has done since the last move: the ranking, thought through bit by bit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from controller.game import Move
from controller.reading.choose import (
    Ask,
    Count,
    Decision,
    GoBack,
    NotYet,
    Question,
    Ranking,
    decide,
    question,
    rank,
)
from controller.reading.evidence import Evidence
from controller.reading.moment import Moment
from controller.reading.move_index import Mark
from controller.reading.race import combine, split
from controller.reading.sources import takebacks
from controller.reading.stepwise import Memo, Pending
from controller.values import Readings, Site, Trace


class Inquiry:
    """The ranking of one set of changes; the same changes are ranked once."""

    def __init__(self) -> None:
        self._memo = Memo()
        self._answer: Pending[tuple[Question, int], Ranking] = Pending()
        self._last: tuple[Moment, Trace, Ranking] | None = None  # what was last thought through

    @property
    def thinking(self) -> bool:
        return self._answer.thinking

    def think_on(self) -> bool:
        return self._answer.advance()

    def choose(self, evidence: Evidence) -> Decision | None:
        """Return the decision about this evidence.

        While a new ranking is thought through, lawful accounts of the last one hold.
        """
        here, seen = evidence.here, evidence.seen
        asked = question(evidence), evidence.stage
        found = self._answer.to(asked, partial(rank, evidence, self._memo))
        if found is not None:
            self._last = here, seen, found
            return decide(found, evidence)
        if self._last and self._last[:2] == (here, seen):
            before = decide(self._last[2], evidence)
            if isinstance(before, Count | Ask | NotYet):
                return before
        return NotYet(stay=True)


class Gesture:
    """Begins when the board and the table agree, and ends with a move."""

    def __init__(self) -> None:
        self.decision: Decision | None = None
        self.chosen = 0  # which of the moves that look alike the key stands on
        self.confirming = False  # somebody pressed YES for a move that nothing can feel
        self.denied: tuple[Moment, Readings] | None = None  # somebody pressed NO to these changes
        self._inquiries: dict[frozenset[Site], Inquiry] = {}  # in a race one for each hand

    @property
    def alike(self) -> tuple[Mark, ...]:
        """The accounts that one question goes through."""
        return self.decision.marks if isinstance(self.decision, Ask) else ()

    @property
    def answers(self) -> tuple[tuple[Move, ...], ...]:
        """The moves that one question goes through."""
        return tuple(mark.moves for mark in self.alike)

    @property
    def sure(self) -> bool:
        """True if the question is only whether to confirm."""
        return isinstance(self.decision, Ask) and self.decision.sure

    @property
    def asked_of(self) -> frozenset[Site]:
        """Sites that a question is about."""
        return frozenset().union(*(mark.trace.touched for mark in self.alike))

    @property
    def thinking(self) -> bool:
        """True if there is more to look at before anything can be said."""
        return any(one.thinking for one in self._inquiries.values())

    def think_on(self) -> bool:
        """Think one step further; False if nothing is open any more."""
        for one in self._inquiries.values():
            if one.thinking:
                one.think_on()
                return self.thinking
        return False

    def is_denied(self, seen: Trace, here: Moment) -> bool:
        return self.denied == (here, seen.changes)

    def choose(self, evidence: Evidence) -> Decision | None:
        """Return the decision about this evidence; in a race about the hands one by one."""
        if not evidence.race:
            return self._inquire({frozenset(): evidence})[0]
        if evidence.free and (back := takebacks(evidence)):
            return GoBack(back[0].back)
        parts = {part.seen.touched: part for part in split(evidence)}
        return combine(self._inquire(parts), evidence)

    def _inquire(self, parts: Mapping[frozenset[Site], Evidence]) -> list[Decision | None]:
        self._inquiries = {sites: self._inquiries.get(sites) or Inquiry() for sites in parts}
        return [self._inquiries[sites].choose(part) for sites, part in parts.items()]
