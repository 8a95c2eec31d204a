"""Why a decision was taken: the ranked accounts, the column that decided, and the waits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import asdict, replace

from controller.game import written
from controller.reading.choose import (
    Decision,
    Ranking,
    decide,
    rank,
)
from controller.reading.criteria import CRITERIA, cost
from controller.reading.evidence import Evidence
from controller.reading.hypothesis import Cost, Hypothesis
from controller.reading.race import split
from controller.reading.stepwise import Memo, finish
from controller.reading.timing import WAITS
from controller.values import Saying
from controller.why.reason import reason
from controller.why.ruled_out import ruled_out
from controller.why.text import decision_text, trace_text

MOST = 6  # accounts of one kind that are shown


class Account(Struct, frozen=True):
    """One hypothesis in plain words: what it says, and what speaks against it."""

    kind: str
    moves: str
    against: tuple[str, ...]  # criteria with their counts, in the order of the columns
    open: bool = False  # not finished


class Wait(Struct, frozen=True):
    """From so many seconds of stillness on, the decision is this."""

    still: float
    name: str  # of the waits in timing.py that add up to it
    decision: str


class Explanation(Struct, frozen=True):
    """What a decision was taken by."""

    seen: str
    decision: str
    column: str  # of Cost, by which the best is better than the next; '' if nothing decides
    accounts: tuple[Account, ...]  # the cheapest first
    ruled_out: tuple[Account, ...]
    waits: tuple[Wait, ...]


class Heading(Struct, frozen=True):
    """One decision in the list of the last ones."""

    number: int
    seen: str
    decision: str


class Decided(Struct, frozen=True, dict=True, eq=False):
    """A decision and what it was taken by; explained when somebody asks."""

    number: int  # in this sitting
    evidence: Evidence
    decision: Decision

    @cached_property
    def reason(self) -> Saying | None:
        """Why the table asks or refuses, in one sentence; None if it does neither."""
        return reason(self.decision, self.evidence)

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        """One for each hand that is judged by itself.

        Takes up to seconds; what the table has prepared is not touched, so any thread may ask.
        """
        own = tuple(replace(moment) for moment in self.evidence.moments)
        return explain_hands(replace(self.evidence, moments=own))

    @cached_property
    def heading(self) -> Heading:
        """What was seen and decided, each in a line."""
        return Heading(self.number, trace_text(self.evidence.seen), decision_text(self.decision))


# ----------------------------------------------------------------------------- the whole ranking


def explain_hands(evidence: Evidence) -> tuple[Explanation, ...]:
    """Explain the decision about every hand that is judged by itself."""
    return tuple(map(explain, split(evidence) if evidence.race else [evidence]))


def explain(evidence: Evidence) -> Explanation:
    """Rank once more, and say what was weighed."""
    ranking = finish(rank(evidence, Memo()))
    return Explanation(
        seen=trace_text(evidence.seen),
        decision=decision_text(decide(ranking, evidence)),
        column=deciding_column(ranking),
        accounts=tuple(map(account, [*ranking.whole[:MOST], *ranking.open[:MOST]])),
        ruled_out=tuple(map(account, ruled_out(evidence)[:MOST])),
        waits=tuple(waits(evidence)),
    )


def account(one: Hypothesis) -> Account:
    """Return this hypothesis in plain words."""
    counts = ((criterion, criterion.count(one)) for criterion in CRITERIA)
    against = tuple(f"{criterion.name} {count}" for criterion, count in counts if count)
    return Account(one.kind.name.lower(), written(one.moves), against, bool(one.next))


def deciding_column(ranking: Ranking) -> str:
    """Return the column by which the best account beats the next that ends elsewhere."""
    best = ranking.best
    if best is None:
        return ""
    others = (one for one in ranking.whole if one.kind is not best.kind or one.end != best.end)
    if (other := next(others, None)) is None:
        return ""
    pairs = zip(Cost._fields, cost(best), cost(other), strict=True)
    return next((name for name, one, another in pairs if one != another), "")


def waits(evidence: Evidence) -> Iterator[Wait]:
    """Yield each decision that stillness would lead to, with the least stillness it takes."""
    started = evidence.felt.at - evidence.still
    before, memo = "", Memo()
    for still, name in stages():
        felt = replace(evidence.felt, at=started + still)
        then = replace(evidence, felt=felt)
        if (text := decision_text(decided_at(then, memo))) != before:
            yield Wait(still, name, text)
        before = text


def decided_at(evidence: Evidence, memo: Memo | None = None) -> Decision | None:
    """Return the decision about this evidence, thought through."""
    return decide(finish(rank(evidence, memo or Memo())), evidence)


def stages() -> list[tuple[float, str]]:
    """Return every stillness that a wait, or a wait at antennas, may come to, by its name."""
    single = asdict(WAITS)
    added = {
        f"{name} + {more}": seconds + single[more]
        for name, seconds in single.items()
        for more in ("departure", "round")
    }
    named = {
        round(seconds, 3): name for name, seconds in reversed([*single.items(), *added.items()])
    }
    return sorted({0.0: "", **named}.items())
