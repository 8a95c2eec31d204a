"""A checkup: all tests of a board, in order; to run after building and in case of trouble."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import Struct

from drivers.workshop.checks import lamps, latency, line, paper, reeds, sentinels, sides, tags
from drivers.workshop.result import Flaw, Result, nothing_to_test, skipped
from drivers.workshop.shop import Display, Skipped, Steps, Stopped, Workshop


class CheckupStep(Struct, frozen=True):
    """One test; without `hands` it needs no person; the step `after` must have passed."""

    name: str
    run: Callable[[Workshop], Steps[Result]]
    hands: bool = False
    after: str = "link"
    lacks: Callable[[Workshop], str] = lambda shop: ""  # why this panel cannot be tested so, or ''


def no_cells(shop: Workshop) -> str:
    """Return the reason to skip if the panel has no cells, else an empty text."""
    return "" if shop.cells or shop.sided else "skipped.no_cells"


def check_cells(shop: Workshop) -> Steps[Result]:
    """Check reeds with a magnet and Hall switches with pieces."""
    if not shop.sided:
        return (yield from reeds.check_reeds(shop))
    found = yield from sides.try_sides(shop)
    if not shop.cells:
        return found
    more = yield from reeds.check_reeds(shop)
    both = {**more.reeds, **found.reeds}
    return Result((*more.told, *found.told), (*more.flaws, *found.flaws), reeds=both)


def no_strip(shop: Workshop) -> str:
    """Return the reason to skip if the panel has no strip, else an empty text."""
    return "" if shop.wiring.file.dials else "skipped.no_strip"


def no_readers(shop: Workshop) -> str:
    """Return the reason to skip if the panel has no readers, else an empty text."""
    return "" if shop.wiring.file.readers else "skipped.no_readers"


CHECKUP_STEPS = (
    CheckupStep("link", line.greeting),
    CheckupStep("sentinels", sentinels.stillness),
    CheckupStep("lights", lamps.check_lamps),
    CheckupStep("latency", latency.trials),
    CheckupStep("reeds", check_cells, hands=True, lacks=no_cells),
    CheckupStep("roller", paper.closure, hands=True, lacks=no_strip),
    CheckupStep("strip", paper.location, hands=True, after="roller", lacks=no_strip),
    CheckupStep("tags", tags.taps, hands=True, lacks=no_readers),
    CheckupStep("reconnection", line.reconnection, hands=True),
)
FATAL = {"stranger"}  # flaws after which nothing else can be tested


class StepDisplay(Display, Protocol):
    """A display that is told when a step begins and ends."""

    def begin(self, name: str, number: int, whole: int) -> None: ...
    def end(self, name: str, result: Result) -> None: ...


class Checkup:
    """All steps in order; the person may skip one, or stop."""

    def __init__(self, shop: Workshop, display: StepDisplay, *, quick: bool = False) -> None:
        self._shop = shop
        self._display = display
        self._quick = quick
        self._stopped = False
        self.results: dict[str, Result] = {}

    @property
    def flaws(self) -> tuple[Flaw, ...]:
        return tuple(flaw for result in self.results.values() for flaw in result.flaws)

    def run(self) -> Steps[dict[str, Result]]:
        for number, step in enumerate(CHECKUP_STEPS):
            self._display.begin(step.name, number, len(CHECKUP_STEPS))
            self.results[step.name] = result = yield from self._tried(step)
            self._display.end(step.name, result)
        return self.results

    def _tried(self, step: CheckupStep) -> Steps[Result]:
        for reason in self._reasons(step):
            missing = step.lacks(self._shop)
            return nothing_to_test(missing) if missing else skipped(reason)
        try:
            return (yield from step.run(self._shop))
        except Skipped:
            return skipped("skipped.by_hand")
        except Stopped:
            self._stopped = True
            return skipped("skipped.stopped")

    def _reasons(self, step: CheckupStep) -> Iterator[str]:
        """Yield the reasons to skip this step."""
        before = self.results.get(step.after)
        if self._stopped:
            yield "skipped.stopped"
        if self._quick and step.hands:
            yield "skipped.quick"
        if any(flaw.kind in FATAL for flaw in self.flaws):
            yield "skipped.stranger"
        if step.after != "link" and before and (before.flaws or before.left_out):
            yield f"skipped.after_{step.after}"
