"""From how the board stands to how it should: what to put right first, and where it belongs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from controller.reading.held_pieces import BLIND, BOX, Homes, exchanged, look
from controller.reading.moment import Moment
from controller.reading.move_index import crowded
from controller.values import (
    Dials,
    Reading,
    Readings,
    Site,
)

Astray: TypeAlias = Mapping[Site, Homes]
"""Where each piece belongs that is not at home, by where it stands."""


class Step(Struct, frozen=True):
    """One thing to put right: where from, where to, which way to turn."""

    source: Site | None = None
    target: Site | None = None
    piece: str = ""  # which, where the site can tell
    dial: Site | None = None
    rows: float = 0.0  # to turn
    row: int | None = None  # to look for, when nobody knows yet how the strip stands
    played: str = ""  # moves of which nobody has said yet that they were made on the board
    among: frozenset[Site] = frozenset()  # where it may have come from, when only a hand knows


def next_step(
    here: Moment, lying: Readings, dials: Dials, astray: Astray, held: Sequence[Homes] = ()
) -> Step | None:
    """The first thing to put right, one pair at a time; what alone is `held` first, and pieces
    before strips.

    Every step is true: what has no certain home is taken off, and put back by its name.
    """
    expected = here.expected
    wrong = sorted({s for s, _ in expected.items() ^ lying.items() if s not in dials}, key=str)
    extra = [site for site in wrong if surplus(lying.get(site), expected.get(site))]
    missing = [s for s in wrong if surplus(expected.get(s), lying.get(s)) and s not in extra]
    if sources := extra + exchanged(here, wrong, astray):
        steps = [homeward(source, missing, here, lying, astray) for source in sources]
        return next((step for step in steps if step.target or step.among), steps[0])
    if missing:
        only = held[0] if len(held) == 1 else frozenset()
        target = next((site for site in missing if site in only), missing[0])
        lacking = surplus(expected.get(target), lying.get(target))
        return Step(target=target, piece=names(lacking))
    turned = [site for site in dials if expected.get(site) != lying.get(site)]
    if turned:
        return Step(dial=turned[0], rows=way(expected.get(turned[0]), lying.get(turned[0])))
    return None


def homeward(
    source: Site, missing: list[Site], here: Moment, lying: Readings, astray: Astray
) -> Step:
    """Carry what does not belong there to its home, if that is known and free."""
    extra = surplus(lying.get(source), here.expected.get(source))
    if isinstance(extra, frozenset) and here.senses[source] not in BLIND:
        return by_name(source, extra, missing, here, lying)
    if source not in astray:
        anywhere = missing if len(looks(missing, here)) == 1 else []
        return Step(source, next(iter(anywhere), here.unfelt))
    if astray[source] > {BOX}:
        return Step(source, among=astray[source])
    crowds = crowded(here.position.layout(), here.senses)
    homes = [site for site in astray[source] if site in missing or site in crowds]
    piece = among_others(source, astray[source], here)
    if len(looks(homes, here)) != 1:
        return Step(source, here.unfelt if astray[source] == {BOX} else None, piece)
    return Step(source, min(homes), piece)


def among_others(source: Site, homes: Homes, here: Moment) -> str:
    """What it is called, where such stand beside it as look otherwise."""
    own, others = look(homes, here), look(frozenset({source}), here)
    if len(own) != 1 or not others or own <= others:
        return ""
    return min(own)[0]


def looks(sites: Iterable[Site], here: Moment) -> set[frozenset[tuple[str, int]]]:
    """The different looks of what belongs on these sites."""
    return {look(frozenset({site}), here) for site in sites}


def surplus(lies: Reading, belongs: Reading) -> Reading:
    """What lies there and does not belong there, as far as the site can tell."""
    if isinstance(lies, frozenset) and isinstance(belongs, frozenset):
        return lies - belongs or None
    return lies if lies != belongs else None


def names(reading: Reading) -> str:
    """The pieces that a site tells by name."""
    lying = reading if isinstance(reading, frozenset) else frozenset()
    return " + ".join(sorted(name.rstrip("'") for name in lying if isinstance(name, str)))


def by_name(
    source: Site, extra: frozenset[Hashable], missing: list[Site], here: Moment, lying: Readings
) -> Step:
    """Carry the first that is missed elsewhere to where it is; any copy of it will do."""
    lacking = {site: alike(surplus(here.expected[site], lying.get(site))) for site in missing}
    for piece in sorted(alike(extra), key=str):
        for site, lacks in lacking.items():
            if piece in lacks:
                return Step(source, site, names(frozenset({piece})))
    return Step(source, None, names(extra))


def alike(reading: Reading) -> frozenset[Hashable]:
    """What a site tells of, whichever copies."""
    told = reading if isinstance(reading, frozenset) else frozenset()
    return frozenset(one.rstrip("'") if isinstance(one, str) else one for one in told)


def doubt(here: Moment, unsure: Iterable[Site], *, due: bool) -> Step | None:
    """Somebody is to look where the strip stands: as it should, or where a turn is to bring it."""
    for dial in unsure:
        row = here.due(dial, standing=not due)
        if isinstance(row, int):
            return Step(dial=dial, row=row)
    return None


def way(goal: Reading, here: Reading) -> float:
    """Rows to turn, onward positive; 0 when the strip does not know where it is."""
    if isinstance(goal, int) and isinstance(here, int | float):
        return goal - here
    return 0.0
