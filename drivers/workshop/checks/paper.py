"""The strip on its rollers: does the count close, are the bars read, does it know where it is."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from controller.values import Saying, Site
from drivers.workshop.probe import Mark, Roll
from drivers.workshop.result import Flaw, Result, absent
from drivers.workshop.shop import Steps, Task, Workshop
from firmware import wire

ROWS = 10
WINDOW = 12  # rows: ten of print tell where a strip is
NEARLY = 0.4  # rows a hand may stop short
WIND = 90.0  # s a person may take
REST = 0.6  # s without a count: the hand has stopped
CLOSES = 2  # counts
ASTRAY = 5  # rows: how wrong a place the strip is told, to see whether its print knows better
FEW = 3  # bars that tell that paper is moving
ROW = 1000


class Way(Struct, frozen=True):
    """The strip turned once: the places it left and reached, the marks that passed."""

    start: int
    end: int
    marks: list[Mark]

    @property
    def bars(self) -> dict[int, Mark]:
        """The clock bars that went past, by row."""
        clocks = [mark for mark in self.marks if mark.track == wire.CLOCK]
        return {nearest(mark.place): mark for mark in clocks if not mark.level}


def turned(shop: Workshop, rows: int) -> Steps[Way]:
    """Somebody is asked to turn it so far, and has done it when it rests."""
    first, start = len(shop.probe.marks), place(shop)
    shop.ask(Task("turn", dial(shop), rows))
    yield from shop.until(lambda: gone(shop, first, start) >= abs(rows) - NEARLY, WIND)
    yield from shop.until(lambda: shop.clock.now() - shop.probe.rolled_at > REST, WIND)
    return Way(start, place(shop), shop.probe.marks[first:])


def gone(shop: Workshop, first: int, start: int) -> float:
    """Rows since then, by the count or by the bars: one of them may be dead."""
    passed = shop.probe.marks[first:]
    came = sum(mark.track == wire.CLOCK and mark.level for mark in passed)
    return max(abs(place(shop) - start) / ROW, came)


def closure(shop: Workshop) -> Steps[Result]:
    """Ten rows forth and back: the count is to return to where it was."""
    if not shop.wiring.file.dials or not shop.probe.roll:
        return absent("skipped.no_strip")
    before = shop.probe.roll
    shop.light([dial(shop)])
    ahead = onward(shop, ROWS)
    forth = yield from turned(shop, ahead * ROWS)
    back = yield from turned(shop, -ahead * ROWS)
    shop.dark()
    after = shop.probe.roll
    counts = shop.wiring.file.dials[0].counts_per_row
    off = round(abs(gap(forth, back)) * counts / ROW)
    slips, illegal = after.slips - before.slips, after.illegal - before.illegal
    missing, due = missed(forth, back)
    moved = ahead * (forth.end - forth.start) / ROW
    flaws = paper_flaws(moved, len(forth.bars), off, slips, illegal, missing)
    figures: dict[str, float | str] = {
        "off": off,
        "bars": due - len(missing),
        "due": due,
        "slips": slips,
        "illegal": illegal,
    }
    return Result((Saying("roller.told", gaps(figures)),), tuple(flaws), figures=figures)


def gaps(figures: dict[str, float | str]) -> dict[str, str]:
    return {name: str(value) for name, value in figures.items()}


def paper_flaws(
    moved: float, bars: int, off: int, slips: int, illegal: int, missing: Sequence[int]
) -> list[Flaw]:
    """One cause is named, not all that follows from it."""
    if moved < -ROWS / 2:
        return [Flaw("F28", "reversed")]
    if abs(moved) < ROWS / 2:
        return [Flaw("F28", "no_count" if bars >= FEW else "no_turn", more=str(illegal))]
    if not bars:
        return [Flaw("F29", "no_bars")]
    if missing:
        return [Flaw("F29", "missing_bars", tuple(str(row) for row in missing))]
    if illegal:
        return [Flaw("F27", "illegal", more=str(illegal))]
    if slips or off > CLOSES:
        return [Flaw("F26", "slip", more=str(max(off, slips)))]
    return []


def gap(forth: Way, back: Way) -> int:
    """1/1000 rows between the places of the same end of a bar, there and back again.

    A hand does not stop on the very count it began at, but a bar has not moved. The first bar may
    be the one that tells where the rows are: the second is the first to be compared.
    """
    went = {nearest(m.place): m.place for m in forth.marks if m.track == wire.CLOCK and m.level}
    came = {nearest(m.place): m.place for m in back.marks if m.track == wire.CLOCK and not m.level}
    both = [row for row in went if row in came]
    return went[both[1]] - came[both[1]] if len(both) > 1 else back.end - forth.start


def missed(forth: Way, back: Way) -> tuple[list[int], int]:
    """The rows whose bars passed neither there nor back; and how many were due.

    A bar that was seen once is printed well: its other message was lost on the way.
    """
    low, high = sorted((nearest(forth.start), nearest(forth.end)))
    due = range(low + 1, high)
    seen = forth.bars.keys() | back.bars.keys()
    return [row for row in due if row not in seen], len(due)


def location(shop: Workshop) -> Steps[Result]:
    """Told a wrong place, the strip is to find the right one by what is printed on it."""
    before = shop.probe.roll
    if not before or not shop.wiring.file.dials:
        return absent("skipped.no_strip")
    shop.light([dial(shop)])
    rows = onward(shop, WINDOW) * WINDOW
    if before.trust != wire.LOST:
        shop.probe.tell(wire.CONFIGURE, wire.PLACE, before.place + ASTRAY * ROW)
    try:
        yield from shop.wait(0.2)
        yield from turned(shop, rows)
        found = judge_paper(shop, before, before.place + rows * ROW)
    finally:
        restore(shop)
    yield from turned(shop, -rows)
    shop.dark()
    return found


def judge_paper(shop: Workshop, before: Roll, right: int) -> Result:
    roll = shop.probe.roll
    assert roll
    astray = before.trust != wire.LOST and abs(roll.place - right) > ASTRAY * ROW // 2
    if roll.trust != wire.LOCATED or astray:
        return Result(flaws=(Flaw("F31", "not_located"),))
    row = nearest(roll.place)
    return Result((Saying("strip.told", {"row": row}),), figures={"row": row})


def restore(shop: Workshop) -> None:
    """Nobody is to play on with the wrong place we told."""
    roll = shop.probe.roll
    if roll and roll.trust == wire.ASSUMED:
        shop.probe.tell(wire.CONFIGURE, wire.PLACE, roll.place - ASTRAY * ROW)


def onward(shop: Workshop, rows: int) -> int:
    """1, or -1 where so many rows onward would tear the strip."""
    roll, limits = shop.probe.roll, shop.wiring.file.dials[0].limits
    known = roll is not None and roll.trust == wire.LOCATED
    return -1 if known and nearest(place(shop)) + rows > limits.highest else 1


def dial(shop: Workshop) -> Site:
    return shop.wiring.file.dials[0].site


def place(shop: Workshop) -> int:
    return shop.probe.roll.place if shop.probe.roll else 0


def nearest(thousandths: int) -> int:
    return (thousandths + ROW // 2) // ROW
