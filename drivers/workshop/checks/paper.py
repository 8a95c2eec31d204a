"""Checks the strip: whether its count returns, its bars are read, its place is found."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from controller.values import Saying, Site
from drivers.workshop.probe import PrintedMark, Roll
from drivers.workshop.result import Flaw, Result, nothing_to_test
from drivers.workshop.shop import Steps, Task, Workshop
from firmware import wire

ROWS_TO_TURN = 10
WINDOW = 12  # rows: ten printed rows identify the place
NEARLY = 0.4  # rows a hand may stop short
WIND = 90.0  # s a person may take
STRIP_REST = 0.6  # s without a count: the strip is at rest
CLOSES = 2  # counts
ASTRAY = 5  # rows by which the place is set wrong, to test whether the print corrects it
MOVING_BARS = 3  # bars that show that the paper moves
ROW = 1000


class Way(Struct, frozen=True):
    """One turn of the strip: the places where it began and ended, the marks that passed."""

    start: int
    end: int
    marks: list[PrintedMark]

    @property
    def bars(self) -> dict[int, PrintedMark]:
        """The clock bars that passed, by row."""
        clocks = [mark for mark in self.marks if mark.track == wire.CLOCK]
        return {row_nearest(mark.place): mark for mark in clocks if not mark.level}


def turn_strip(shop: Workshop, rows: int) -> Steps[Way]:
    """Ask the person to turn the strip; return what passed once it is at rest."""
    first, start = len(shop.probe.marks), strip_place(shop)
    shop.ask(Task("turn", dial(shop), rows))
    yield from shop.until(lambda: rows_moved(shop, first, start) >= abs(rows) - NEARLY, WIND)
    yield from shop.until(lambda: shop.clock.now() - shop.probe.rolled_at > STRIP_REST, WIND)
    return Way(start, strip_place(shop), shop.probe.marks[first:])


def rows_moved(shop: Workshop, first: int, start: int) -> float:
    """Return the rows moved, by the count or the bars, as one of them may be broken."""
    passed = shop.probe.marks[first:]
    came = sum(mark.track == wire.CLOCK and mark.level for mark in passed)
    return max(abs(strip_place(shop) - start) / ROW, came)


def closure(shop: Workshop) -> Steps[Result]:
    """Turn the strip ten rows forth and back; the count must return to its start."""
    if not shop.wiring.file.dials or not shop.probe.roll:
        return nothing_to_test("skipped.no_strip")
    before = shop.probe.roll
    shop.light([dial(shop)])
    ahead = safe_direction(shop, ROWS_TO_TURN)
    forth = yield from turn_strip(shop, ahead * ROWS_TO_TURN)
    back = yield from turn_strip(shop, -ahead * ROWS_TO_TURN)
    shop.dark()
    after = shop.probe.roll
    counts = shop.wiring.file.dials[0].counts_per_row
    off = round(abs(closure_error(forth, back)) * counts / ROW)
    slips, illegal = after.slips - before.slips, after.illegal - before.illegal
    missing, due = missed_rows(forth, back)
    moved = ahead * (forth.end - forth.start) / ROW
    flaws = paper_flaws(moved, len(forth.bars), off, slips, illegal, missing)
    figures: dict[str, float | str] = {
        "off": off,
        "bars": due - len(missing),
        "due": due,
        "slips": slips,
        "illegal": illegal,
    }
    return Result((Saying("roller.told", figures_text(figures)),), tuple(flaws), figures=figures)


def figures_text(figures: dict[str, float | str]) -> dict[str, str]:
    """Return the figures as text."""
    return {name: str(value) for name, value in figures.items()}


def paper_flaws(
    moved: float, bars: int, off: int, slips: int, illegal: int, missing: Sequence[int]
) -> list[Flaw]:
    """Return the flaw that explains the figures best, without its consequences."""
    if moved < -ROWS_TO_TURN / 2:
        return [Flaw("F28", "reversed")]
    if abs(moved) < ROWS_TO_TURN / 2:
        return [Flaw("F28", "no_count" if bars >= MOVING_BARS else "no_turn", more=str(illegal))]
    if not bars:
        return [Flaw("F29", "no_bars")]
    if missing:
        return [Flaw("F29", "missing_bars", tuple(str(row) for row in missing))]
    if illegal:
        return [Flaw("F27", "illegal", more=str(illegal))]
    if slips or off > CLOSES:
        return [Flaw("F26", "slip", more=str(max(off, slips)))]
    return []


def closure_error(forth: Way, back: Way) -> int:
    """Return 1/1000 rows between the places of the same bar edge, forth and back.

    A hand does not stop exactly where it began, but a bar has not moved. The second bar is
    compared, as the first may be the one that calibrates the rows.
    """
    went = {row_nearest(m.place): m.place for m in forth.marks if m.track == wire.CLOCK and m.level}
    came = {
        row_nearest(m.place): m.place for m in back.marks if m.track == wire.CLOCK and not m.level
    }
    both = [row for row in went if row in came]
    return went[both[1]] - came[both[1]] if len(both) > 1 else back.end - forth.start


def missed_rows(forth: Way, back: Way) -> tuple[list[int], int]:
    """Return the rows whose bars were not seen in either direction, and how many were due.

    A bar that was seen once is printed well: its other message was lost.
    """
    low, high = sorted((row_nearest(forth.start), row_nearest(forth.end)))
    due = range(low + 1, high)
    seen = forth.bars.keys() | back.bars.keys()
    return [row for row in due if row not in seen], len(due)


def location(shop: Workshop) -> Steps[Result]:
    """Tell the Pico a wrong place; it must find the right one from the printed tracks."""
    before = shop.probe.roll
    if not before or not shop.wiring.file.dials:
        return nothing_to_test("skipped.no_strip")
    shop.light([dial(shop)])
    rows = safe_direction(shop, WINDOW) * WINDOW
    if before.trust != wire.LOST:
        shop.probe.tell(wire.CONFIGURE, wire.PLACE, before.place + ASTRAY * ROW)
    try:
        yield from shop.wait(0.2)
        yield from turn_strip(shop, rows)
        found = judge_paper(shop, before, before.place + rows * ROW)
    finally:
        restore_place(shop)
    yield from turn_strip(shop, -rows)
    shop.dark()
    return found


def judge_paper(shop: Workshop, before: Roll, right: int) -> Result:
    """Return whether the Pico located the strip at the right place."""
    roll = shop.probe.roll
    assert roll
    astray = before.trust != wire.LOST and abs(roll.place - right) > ASTRAY * ROW // 2
    if roll.trust != wire.LOCATED or astray:
        return Result(flaws=(Flaw("F31", "not_located"),))
    row = row_nearest(roll.place)
    return Result((Saying("strip.told", {"row": row}),), figures={"row": row})


def restore_place(shop: Workshop) -> None:
    """Undo the wrong place that `location` has set."""
    roll = shop.probe.roll
    if roll and roll.trust == wire.ASSUMED:
        shop.probe.tell(wire.CONFIGURE, wire.PLACE, roll.place - ASTRAY * ROW)


def safe_direction(shop: Workshop, rows: int) -> int:
    """Return 1, or -1 if turning that many rows forward would tear the strip."""
    roll, limits = shop.probe.roll, shop.wiring.file.dials[0].limits
    known = roll is not None and roll.trust == wire.LOCATED
    return -1 if known and row_nearest(strip_place(shop)) + rows > limits.highest else 1


def dial(shop: Workshop) -> Site:
    """Return the site of the strip."""
    return shop.wiring.file.dials[0].site


def strip_place(shop: Workshop) -> int:
    """Return the strip's place in 1/1000 rows."""
    return shop.probe.roll.place if shop.probe.roll else 0


def row_nearest(thousandths: int) -> int:
    """Return the row nearest to a place in 1/1000 rows."""
    return (thousandths + ROW // 2) // ROW
