"""What a trace means at this moment of the sitting, and what it takes for granted."""

from __future__ import annotations

from msgspec import Struct

from controller.feel import Feel
from controller.game import Move
from controller.infer import Finding, Quiet, Stray, Unclear, infer
from controller.moment import Moment, onward
from controller.values import Trace


class Meaning(Struct, frozen=True):
    """The trace that counts, what was found in it, and the moves nobody felt that go before."""

    seen: Trace
    finding: Finding
    granted: tuple[Move, ...] = ()


def meant(seen: Trace, here: Moment, feel: Feel) -> Meaning:
    """What the trace says; a card shown in error does not take the sense from what follows."""
    plain = understood(seen, here, feel)
    if not isinstance(plain.finding, Stray) or not feel.taps & seen.changes.keys():
        return plain
    moved = Trace.between(here.expected, feel.lying(), seen.touched - feel.taps)
    without = understood(moved, here, feel)
    sensible = moved.changes and not isinstance(without.finding, Stray)
    return without if sensible else plain


def understood(seen: Trace, here: Moment, feel: Feel) -> Meaning:
    """Read from here, or from beyond a move that nobody could feel or choose."""
    granted: list[Move] = []
    for moment in onward(here):
        if moment is not here and moment.move:
            granted.append(moment.move)
        times = feel.times if len(moment.position.actors) > 1 else None
        finding = infer(seen, moment.known, times)
        if not isinstance(finding, Stray | Quiet):
            return Meaning(seen, finding, tuple(granted))
    return Meaning(seen, finding)


def confirmed(here: Moment) -> Meaning:
    """Somebody said YES where several moves could have been made that nothing can feel."""
    return Meaning(Trace({}, frozenset()), Unclear(here.known.unseen))
