"""Evidence made by hand: a position, what the sensors tell of it, and the decision about that."""

from __future__ import annotations

from typing import Any

from controller.game import Position
from controller.reading.choose import Decision
from controller.reading.evidence import Evidence
from controller.reading.gesture import Gesture
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.values import Senses, Trace

NOW = 100.0  # s


def evidence_of(trace: Trace, here: Moment, *, still: float = 10.0, **more: Any) -> Evidence:
    """Return what there is to go by when a hand left this trace so many seconds ago."""
    readings = {site: was for site, was in here.expected.items() if site not in trace.changes}
    readings |= {site: now for site, now in trace.changes.items() if now is not None}
    felt = Felt(
        here.senses,
        NOW,
        readings,
        touched=trace.touched,
        changed=dict.fromkeys(trace.touched, NOW - still),
        taps=frozenset(site for site, sense in here.senses.items() if sense.momentary),
    )
    return Evidence(trace, felt, (here,), here.senses, **more)


def decision_about(evidence: Evidence) -> Decision | None:
    """Return the decision, thought through."""
    gesture = Gesture()
    decision = gesture.choose(evidence)
    while gesture.thinking:
        gesture.think_on()
        decision = gesture.choose(evidence)
    return decision


def decision_at(trace: Trace, position: Position[Any], senses: Senses) -> Decision | None:
    """Return the decision about this trace in this position."""
    return decision_about(evidence_of(trace, Moment(position, senses)))
