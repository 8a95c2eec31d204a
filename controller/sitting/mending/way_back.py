"""The steps from how the board stands to how it should: what to put right first, and where."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from controller.reading.held_pieces import BLIND, BOX, Homes, exchanged, looks_of_homes
from controller.reading.moment import Moment
from controller.reading.move_index import crowded
from controller.values import (
    Dials,
    Reading,
    Readings,
    Site,
)

Astray: TypeAlias = Mapping[Site, Homes]
"""By site, for each piece that is out of place: where it belongs."""


class Step(Struct, frozen=True):
    """One thing to put right: which piece from where to where, or which dial to turn how far."""

    source: Site | None = None
    target: Site | None = None
    piece: str = ""  # its name, if the site can tell
    dial: Site | None = None
    rows: float = 0.0  # to turn
    row: int | None = None  # the row to look for, while the position of the strip is unknown
    played: str = ""  # moves made on pages, until the player confirms them for the board
    among: frozenset[Site] = frozenset()  # where it may come from, if only the player knows


def next_step(
    here: Moment,
    lying: Readings,
    dials: Dials,
    astray: Astray,
    held: Sequence[Homes] = (),
    asked: Site | None = None,
) -> Step | None:
    """Return the first thing to put right: pieces before strips, one pair at a time; None if right.

    Where pieces are only missing, the one piece that is `held` comes first, and `asked`, the site
    that it was lifted for, before its other homes. Every step is true: a piece without a certain
    home is taken off the board, and put back by its name.
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
        homes = [site for site in missing if site in only] or missing
        target = asked if asked in homes else homes[0]
        lacking = surplus(expected.get(target), lying.get(target))
        return Step(target=target, piece=names_in_reading(lacking))
    turned = [site for site in dials if expected.get(site) != lying.get(site)]
    if turned:
        return Step(
            dial=turned[0], rows=rows_to_turn(expected.get(turned[0]), lying.get(turned[0]))
        )
    return None


def homeward(
    source: Site, missing: list[Site], here: Moment, lying: Readings, astray: Astray
) -> Step:
    """Return the step that carries what does not belong there to its home, if known and free."""
    extra = surplus(lying.get(source), here.expected.get(source))
    if isinstance(extra, frozenset) and here.senses[source] not in BLIND:
        return by_name(source, extra, missing, here, lying)
    if source not in astray:
        anywhere = missing if len(expected_looks(missing, here)) == 1 else []
        return Step(source, next(iter(anywhere), here.unfelt))
    if astray[source] > {BOX}:
        return Step(source, among=astray[source])
    crowds = crowded(here.position.layout(), here.senses)
    homes = [site for site in astray[source] if site in missing or site in crowds]
    piece = among_others(source, astray[source], here)
    if len(expected_looks(homes, here)) != 1:
        return Step(source, here.unfelt if astray[source] == {BOX} else None, piece)
    return Step(source, min(homes), piece)


def among_others(source: Site, homes: Homes, here: Moment) -> str:
    """Return the piece's name if it looks different from what belongs on `source`, else ""."""
    own, others = looks_of_homes(homes, here), looks_of_homes(frozenset({source}), here)
    if len(own) != 1 or not others or own <= others:
        return ""
    return min(own)[0]


def expected_looks(sites: Iterable[Site], here: Moment) -> set[frozenset[tuple[str, int]]]:
    """Return the different appearances of what belongs on these sites."""
    return {looks_of_homes(frozenset({site}), here) for site in sites}


def surplus(lies: Reading, belongs: Reading) -> Reading:
    """Return what lies there and does not belong there, as far as the site can tell."""
    if isinstance(lies, frozenset) and isinstance(belongs, frozenset):
        return lies - belongs or None
    return lies if lies != belongs else None


def names_in_reading(reading: Reading) -> str:
    """Return the names of the pieces in a reading, joined by " + "."""
    lying = reading if isinstance(reading, frozenset) else frozenset()
    return " + ".join(sorted(name.rstrip("'") for name in lying if isinstance(name, str)))


def by_name(
    source: Site, extra: frozenset[Hashable], missing: list[Site], here: Moment, lying: Readings
) -> Step:
    """Return the step that carries the first misplaced named piece to a site that lacks it.

    Any copy of the piece will do.
    """
    lacking = {
        site: without_copy_numbers(surplus(here.expected[site], lying.get(site)))
        for site in missing
    }
    for piece in sorted(without_copy_numbers(extra), key=str):
        for site, lacks in lacking.items():
            if piece in lacks:
                return Step(source, site, names_in_reading(frozenset({piece})))
    return Step(source, None, names_in_reading(extra))


def without_copy_numbers(reading: Reading) -> frozenset[Hashable]:
    """Return what a reading contains, without the distinction of copies."""
    told = reading if isinstance(reading, frozenset) else frozenset()
    return frozenset(one.rstrip("'") if isinstance(one, str) else one for one in told)


def doubt_step(here: Moment, unsure: Iterable[Site], *, due: bool) -> Step | None:
    """Return a step that asks the player to check a strip of unknown position.

    With `due`, the row that is expected is the one after the turn, not the present one.
    """
    for dial in unsure:
        row = here.due(dial, standing=not due)
        if isinstance(row, int):
            return Step(dial=dial, row=row)
    return None


def rows_to_turn(goal: Reading, here: Reading) -> float:
    """Return the rows to turn, forwards positive; 0 if the position of the strip is unknown."""
    if isinstance(goal, int) and isinstance(here, int | float):
        return goal - here
    return 0.0
