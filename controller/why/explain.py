"""Explains a decision: the ranked accounts, the column of the cost that decided, and the waits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import asdict, replace

from controller.game import gesture_text
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

ROUNDING = 1e-6  # s, more than sums of floats can miss a limit by
MOST_ACCOUNTS = 6  # maximum number of accounts of one kind that are shown


class Account(Struct, frozen=True):
    """One hypothesis in plain words: what it says and what speaks against it."""

    kind: str
    moves: str
    against: tuple[str, ...]  # criteria with their counts, in the order of the columns
    open: bool = False  # not finished


class WaitingDecision(Struct, frozen=True):
    """The decision that is taken after this many seconds of stillness."""

    still: float
    name: str  # the waits of timing.py that add up to it
    decision: str


class Explanation(Struct, frozen=True):
    """The complete explanation of a decision."""

    seen: str
    decision: str
    column: str  # of Cost: where the best beats the next; "" if there is no other
    accounts: tuple[Account, ...]  # cheapest first
    ruled_out: tuple[Account, ...]
    waits: tuple[WaitingDecision, ...]


class DecisionHeading(Struct, frozen=True):
    """One entry in the list of the latest decisions."""

    number: int
    seen: str
    decision: str


class Decided(Struct, frozen=True, dict=True, eq=False):
    """A decision and its evidence; the explanation is computed when requested."""

    number: int  # in this sitting
    evidence: Evidence
    decision: Decision

    @cached_property
    def reason(self) -> Saying | None:
        """Why the table asks or refuses, in one sentence; None if it does neither."""
        return reason(self.decision, self.evidence)

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        """The explanations, one for each hand that is judged separately.

        Computing them can take seconds. They work on copies, so any thread may ask.
        """
        own = tuple(replace(moment) for moment in self.evidence.moments)
        return explain_hands(replace(self.evidence, moments=own))

    @cached_property
    def heading(self) -> DecisionHeading:
        """The number, what was seen and what was decided, as texts of one line."""
        return DecisionHeading(
            self.number, trace_text(self.evidence.seen), decision_text(self.decision)
        )


# ----------------------------------------------------------------------------- the whole ranking


def explain_hands(evidence: Evidence) -> tuple[Explanation, ...]:
    """Return an explanation for every hand that is judged separately."""
    return tuple(map(explain, split(evidence) if evidence.race else [evidence]))


def explain(evidence: Evidence) -> Explanation:
    """Return the explanation of the decision, from a new ranking."""
    ranking = finish(rank(evidence, Memo()))
    return Explanation(
        seen=trace_text(evidence.seen),
        decision=decision_text(decide(ranking, evidence)),
        column=deciding_column(ranking),
        accounts=tuple(
            map(account, [*ranking.whole[:MOST_ACCOUNTS], *ranking.open[:MOST_ACCOUNTS]])
        ),
        ruled_out=tuple(map(account, ruled_out(evidence)[:MOST_ACCOUNTS])),
        waits=tuple(waits(evidence)),
    )


def account(one: Hypothesis) -> Account:
    """Return this hypothesis in plain words."""
    counts = ((criterion, criterion.count(one)) for criterion in CRITERIA)
    against = tuple(f"{criterion.name} {count}" for criterion, count in counts if count)
    return Account(one.kind.name.lower(), gesture_text(one.moves), against, bool(one.next))


def deciding_column(ranking: Ranking) -> str:
    """Return the column in which the best account beats the next one with another end."""
    best = ranking.best
    if best is None:
        return ""
    others = (one for one in ranking.whole if one.kind is not best.kind or one.end != best.end)
    if (other := next(others, None)) is None:
        return ""
    pairs = zip(Cost._fields, cost(best), cost(other), strict=True)
    return next((name for name, one, another in pairs if one != another), "")


def waits(evidence: Evidence) -> Iterator[WaitingDecision]:
    """Yield each decision that waiting would lead to, with the stillness it needs.

    Some waits count from the last touch, others from the last change.
    """
    started = evidence.felt.at - evidence.still
    earlier = evidence.felt.still(evidence.seen.changes or evidence.seen.touched) - evidence.still
    late = ((round(still - earlier, 3), name) for still, name in stages() if still >= earlier)
    before, memo = "", Memo()
    for still, name in sorted({*stages(), *late}):
        felt = replace(evidence.felt, at=started + still + ROUNDING)
        then = replace(evidence, felt=felt)
        if (text := decision_text(decided_at(then, memo))) != before:
            yield WaitingDecision(still, name, text)
        before = text


def decided_at(evidence: Evidence, memo: Memo | None = None) -> Decision | None:
    """Return the decision about this evidence, computed to the end."""
    return decide(finish(rank(evidence, memo or Memo())), evidence)


def stages() -> list[tuple[float, str]]:
    """Return every duration that waits, also at antennas, can add up to, with its name."""
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
