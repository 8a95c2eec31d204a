"""The moves that fit what is seen but are ruled out by a criterion."""

from __future__ import annotations

from controller.reading.criteria import cost
from controller.reading.evidence import Evidence
from controller.reading.hypothesis import Hypothesis, Kind
from controller.reading.sources import attempts, mistake
from controller.reading.stepwise import finish


def ruled_out(evidence: Evidence) -> list[Hypothesis]:
    """Return the single moves that fit what is seen but are ruled out by a criterion."""
    known, seen = evidence.here.known, evidence.seen
    finish(known.feel(seen))
    single = [Hypothesis(evidence, Kind.LAWFUL, (mark,)) for mark in known.completed(seen)]
    wrong = [mistake(evidence, one) for one in attempts(evidence) if seen.completes(one.mark.trace)]
    return [one for one in (*single, *wrong) if cost(one).impossible]
