"""The gesture since the last move: its ranking, computed stepwise, and the decision."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

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
from controller.reading.race import combine, split
from controller.reading.sources import takebacks
from controller.reading.stepwise import Memo, Pending
from controller.values import Site, Trace


class Inquiry:
    """The ranking of one set of changes, computed once."""

    def __init__(self) -> None:
        self._memo = Memo()
        self._answer: Pending[tuple[Question, int], Ranking] = Pending()
        self._last: tuple[Moment, Trace, Ranking] | None = None  # the last complete ranking

    @property
    def thinking(self) -> bool:
        return self._answer.thinking

    def think_on(self) -> bool:
        return self._answer.advance()

    def choose(self, evidence: Evidence) -> Decision | None:
        """Return the decision about this evidence.

        While a new ranking is being computed, lawful accounts of the last one hold.
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
    """The search about one turn: from agreement of board and table to the next move."""

    def __init__(self) -> None:
        self._inquiries: dict[frozenset[Site], Inquiry] = {}  # in a race one for each hand

    @property
    def thinking(self) -> bool:
        """True if a search has to be continued before a decision."""
        return any(one.thinking for one in self._inquiries.values())

    def think_on(self) -> bool:
        """Continue one search by a step; False if none is open."""
        for one in self._inquiries.values():
            if one.thinking:
                one.think_on()
                return self.thinking
        return False

    def choose(self, evidence: Evidence) -> Decision | None:
        """Return the decision about this evidence; in a race, judge each hand separately."""
        if not evidence.race:
            return self._inquire({frozenset(): evidence})[0]
        if evidence.free and (back := takebacks(evidence)):
            return GoBack(back[0].back)
        parts = {part.seen.touched: part for part in split(evidence)}
        return combine(self._inquire(parts), evidence)

    def _inquire(self, parts: Mapping[frozenset[Site], Evidence]) -> list[Decision | None]:
        self._inquiries = {sites: self._inquiries.get(sites) or Inquiry() for sites in parts}
        return [self._inquiries[sites].choose(part) for sites, part in parts.items()]
