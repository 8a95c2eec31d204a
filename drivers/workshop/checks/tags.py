"""Checks the readers: each is shown a tag, card readers several times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from controller.values import Saying, Sense, Site
from drivers.workshop.probe import Tag
from drivers.workshop.result import Flaw, Result, nothing_to_test
from drivers.workshop.shop import TAG_AWAY, Steps, Task, Workshop
from firmware import wire

TAPS = 5
# s a tag is held there at most; antennas are polled in turn
TAG_HOLD = {Sense.TAP: 1.5, Sense.TAG: 4.0}
READ_SHARE = 0.8  # share of taps that must be read
LISTED_READERS = 8  # readers that are listed one by one


def taps(shop: Workshop) -> Steps[Result]:
    """Show a tag to every reader and count how often it is seen."""
    readers = [reader.site for reader in shop.wiring.file.readers]
    if not readers:
        return nothing_to_test("skipped.no_readers")
    dead = silent(shop)
    flaws: list[Flaw] = [Flaw("F24", "dead_reader", (site,)) for site in readers if site in dead]
    rates: dict[str, float | str] = {}
    for number, site in enumerate(readers):
        shop.display.progress(number, len(readers))
        read = [set[int]()] if site in dead else (yield from readers_that_saw(shop, number, site))
        rates[site] = sum(number in seen for seen in read) / len(read)
        flaws += [] if site in dead else tag_flaws(readers, number, read)
    shop.dark()
    return Result((Saying("tags.told", {"rates": rates_text(rates)}),), tuple(flaws), figures=rates)


def silent(shop: Workshop) -> set[Site]:
    """Return the sites on chips that do not answer."""
    chips = {about for code, about in shop.probe.complaints if code == wire.READER}
    return {
        site for chip, sites in enumerate(shop.wiring.readers) if chip in chips for site in sites
    }


def readers_that_saw(shop: Workshop, number: int, site: Site) -> Steps[list[set[int]]]:
    """Return the readers that saw the tag each time; an antenna that sees it is asked once."""
    sense = shop.wiring.senses[site]
    seen = [(yield from tapped(shop, number, site, TAG_HOLD[sense]))]
    if sense is Sense.TAG and number in seen[0]:
        return seen
    for _ in range(TAPS - 1):
        seen.append((yield from tapped(shop, number, site, TAG_HOLD[sense])))
    return seen


def tapped(shop: Workshop, number: int, site: Site, hold: float) -> Steps[set[int]]:
    """Return the readers that saw the tag."""
    probe = shop.probe
    first = len(probe.tags)
    shop.light([site])
    shop.ask(Task("tap", site))
    yield from shop.until(lambda: number in seers(probe.tags[first:]), hold)
    shop.dark()
    yield from shop.wait(TAG_AWAY)
    return seers(probe.tags[first:])


def seers(tags: Iterable[Tag]) -> set[int]:
    """Return the readers in these messages that see a tag."""
    return {tag.reader for tag in tags if tag.seen}


def rates_text(rates: Mapping[str, float | str]) -> str:
    """Return each reader with its rate; many flawless ones are only counted."""
    sound = [site for site, share in rates.items() if share == 1.0]
    if len(sound) <= LISTED_READERS:
        return ", ".join(f"{site} {share:.0%}" for site, share in rates.items())
    rest = (f"{site} {share:.0%}" for site, share in rates.items() if share != 1.0)
    return ", ".join([f"{len(sound)} readers 100%", *rest])


def tag_flaws(readers: list[Site], number: int, read: list[set[int]]) -> Iterator[Flaw]:
    """Yield the flaws of one reader: it sees nothing or too little, or others see its tag."""
    rate = sum(number in seen for seen in read) / len(read)
    others = {other for seen in read for other in seen} - {number}
    if not rate:
        yield Flaw("F24", "deaf_reader", (readers[number],))
    elif rate < READ_SHARE:
        yield Flaw("F19", "weak_reader", (readers[number],), f"{rate:.0%}")
    for other in sorted(others):
        yield Flaw("F23", "neighbour_reads", (readers[number], readers[other]))
