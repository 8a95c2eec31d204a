"""From how the board stands to how it should: what to put right first, and where it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from controller.values import (
    Layout,
    Limits,
    Reading,
    Readings,
    Sense,
    Senses,
    Site,
    Trace,
    kind,
    standing,
)

Dials: TypeAlias = Mapping[Site, Limits]


class Step(Struct, frozen=True):
    """One thing to put right: where from, where to, which way to turn."""

    source: Site | None = None
    target: Site | None = None
    piece: str = ""  # which, where the site can tell
    dial: Site | None = None
    rows: float = 0.0  # to turn; 0 when nobody knows yet how the strip stands


def next_step(
    expected: Readings, seen: Readings, dials: Dials, unfelt: Site | None = None
) -> Step | None:
    """The first thing to put right, one pair at a time; pieces before strips.

    What is missed nowhere came from where it is not felt, if there is one such place.
    """
    wrong = sorted(
        {site for site, _ in expected.items() ^ seen.items() if site not in dials}, key=str
    )
    extra = [site for site in wrong if surplus(seen.get(site), expected.get(site))]
    missing = [site for site in wrong if surplus(expected.get(site), seen.get(site))]
    missing = [site for site in missing if site not in extra]
    if extra:
        astray = surplus(seen.get(extra[0]), expected.get(extra[0]))
        home = partner(extra[0], missing, expected, seen) or unfelt
        return Step(extra[0], home, names(astray))
    if missing:
        lacking = surplus(expected.get(missing[0]), seen.get(missing[0]))
        return Step(target=missing[0], piece=names(lacking))
    turned = [site for site in dials if expected.get(site) != seen.get(site)]
    if turned:
        return Step(dial=turned[0], rows=way(expected.get(turned[0]), seen.get(turned[0])))
    return None


def surplus(lies: Reading, belongs: Reading) -> Reading:
    """What lies there and does not belong there, as far as the site can tell."""
    if isinstance(lies, frozenset) and isinstance(belongs, frozenset):
        return lies - belongs or None
    return lies if lies != belongs else None


def names(reading: Reading) -> str:
    """The pieces that a site tells by name."""
    lying = reading if isinstance(reading, frozenset) else frozenset()
    return " + ".join(sorted(name.rstrip("'") for name in lying if isinstance(name, str)))


def homeward(step: Step, stood: Layout, layout: Layout) -> Step:
    """The same step with its goal: where what stood there in one layout belongs in the other."""
    if step.source is None or step.target:
        return step
    pieces = set(standing(stood, step.source)) - set(standing(layout, step.source))
    homes = [site for site in layout if pieces & set(standing(layout, site))]
    return Step(step.source, homes[0], step.piece) if homes else step


def partner(source: Site, missing: list[Site], expected: Readings, seen: Readings) -> Site | None:
    """Where the piece on this site belongs: the same piece is missing there, if pieces tell."""
    astray = surplus(seen[source], expected.get(source))
    lacking = {site: surplus(expected[site], seen.get(site)) for site in missing}
    alike = [site for site, lacks in lacking.items() if lacks == astray or same(lacks, astray)]
    return next(iter(alike or missing), None)


def same(one: Reading, other: Reading) -> bool:
    """Both tell of the same pieces, whichever copies."""
    return names(one) == names(other) != ""


def way(goal: Reading, here: Reading) -> float:
    """Rows to turn, onward positive; 0 when the strip does not know where it is."""
    if isinstance(goal, int) and isinstance(here, int | float):
        return goal - here
    return 0.0


def home(seen: Trace, layout: Layout, senses: Senses) -> Site | None:
    """Where a piece belongs on the board that was shown to a reader, and nothing else done."""
    if len(seen.changes) != 1 or not all(senses[site] is Sense.TAP for site in seen.changes):
        return None
    shown = kind(str(next(iter(seen.changes.values()))))
    for site, content in layout.items():
        lasting = site in senses and not senses[site].momentary
        if lasting and not isinstance(content, int) and kind(content[-1].name) == shown:
            return site
    return None
