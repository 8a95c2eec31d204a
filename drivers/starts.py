"""Why a Pico started anew, while we knew it or before."""

from __future__ import annotations

from collections.abc import Iterator

from drivers.health import Ailment
from firmware import wire

SAID = 300.0  # s for which a start that nobody wanted is worth saying
CAUSES = {
    wire.POWER: "power",
    wire.BUTTON: "button",
    wire.BITTEN: "watchdog",
    wire.ASKED: "request",
    wire.DIPPED: "dip",
}
ITSELF = (wire.BITTEN, wire.DIPPED)  # a first meeting tells of these too


class Starts:
    """A Pico has started anew when its clock has; one that is only greeted again has not."""

    def __init__(self) -> None:
        self._cause = 0
        self._fresh = False  # it has just been greeted
        self._last: int | None = None  # ms, on the Pico's clock
        self._since: float | None = None

    def greeted(self, cause: int) -> None:
        self._cause, self._fresh = cause, True

    def heard(self, ms: int, now: float) -> None:
        """Its clock stands there."""
        anew = self._cause in ITSELF if self._last is None else ms < self._last
        if self._fresh and anew:
            self._since = now
        self._last, self._fresh = ms, False

    def ailments(self, now: float) -> Iterator[Ailment]:
        if self._since is None or now - self._since > SAID:
            return
        if self._cause in (wire.POWER, wire.DIPPED):
            yield Ailment("F38")
        elif self._cause == wire.BITTEN:
            yield Ailment("F44")
