"""Each reader is shown a tag a few times: how often does it see it?"""

from __future__ import annotations

from collections.abc import Iterator

from controller.values import Saying, Site
from drivers.result import Flaw, Result, skipped
from drivers.workshop import Task, Workshop
from firmware import wire

TAPS = 5
HOLD = 1.5  # s a tag is held there, at most
REST = 0.6  # s it is away: three polls without it, and some
GOOD = 0.8  # share of taps that are to be read


def taps(shop: Workshop) -> Result:
    readers = [reader.site for reader in shop.wiring.file.readers]
    if not readers:
        return skipped("no_readers")
    silent = {about for code, about in shop.probe.complaints if code == wire.READER}
    flaws: list[Flaw] = []
    rates: dict[str, float | str] = {}
    for number, site in enumerate(readers):
        if number in silent:
            rates[site] = 0.0
            flaws.append(Flaw("F24", "dead_reader", (site,)))
        else:
            read = [tapped(shop, number, site, tap) for tap in range(TAPS)]
            rates[site] = sum(number in seen for seen in read) / TAPS
            flaws += judged(readers, number, read)
    shop.dark()
    told = ", ".join(f"{site} {share:.0%}" for site, share in rates.items())
    return Result((Saying("tags.told", {"rates": told}),), tuple(flaws), figures=rates)


def tapped(shop: Workshop, number: int, site: Site, tap: int) -> set[int]:
    """The readers that saw the tag."""
    probe = shop.probe
    first = len(probe.tags)
    shop.display.progress(number * TAPS + tap, len(shop.wiring.file.readers) * TAPS)
    shop.light([site])
    shop.ask(Task("tap", site))
    shop.until(lambda: any(tag.reader == number and tag.seen for tag in probe.tags[first:]), HOLD)
    shop.dark()
    shop.wait(REST)
    return {tag.reader for tag in probe.tags[first:] if tag.seen}


def judged(readers: list[Site], number: int, read: list[set[int]]) -> Iterator[Flaw]:
    rate = sum(number in seen for seen in read) / len(read)
    others = {other for seen in read for other in seen} - {number}
    if not rate:
        yield Flaw("F24", "deaf_reader", (readers[number],))
    elif rate < GOOD:
        yield Flaw("F19", "weak_reader", (readers[number],), f"{rate:.0%}")
    for other in sorted(others):
        yield Flaw("F23", "neighbour_reads", (readers[number], readers[other]))
