"""Signs for the machine's troubles, shown in lights while no move is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

from controller.drawing import Point
from controller.menu.picture import sign_or_counts
from controller.scene import AMBER, Scene
from controller.values import Saying, Site

SIGN_SECONDS = 4.0  # s; a touch of the board ends it sooner
STILL = 2.0  # s since the last touch: players look at their own move first
REPEAT_AFTER = 900.0  # s after which a trouble that lasts is shown again

SIGNS: Mapping[str, tuple[str, int]] = {
    "trouble.undervoltage": ("V", 1),
    "trouble.hot": ("H", 2),
    "trouble.card_full": ("C", 3),
    "trouble.power_failed": ("P", 4),
    "trouble.broken_off": ("B", 5),
    "fault.F37": ("L", 6),  # the lights' supply, where some still shine
    "fault.F38": ("S", 7),  # the Pico's
}


class TroubleSigns:
    """When each trouble was last shown: it is shown again every quarter of an hour."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}

    def news(self, sayings: Iterable[Saying], now: float) -> Saying | None:
        """Return the first of these troubles that has a sign and is due; note that it is shown."""
        for saying in sayings:
            if saying.key in SIGNS and now - self._told.get(saying.key, -inf) >= REPEAT_AFTER:
                self._told[saying.key] = now
                return saying
        return None


def sign(saying: Saying, cells: Mapping[Site, Point]) -> Scene:
    """Return an amber "!" and a letter; with few cells, as many lights as the trouble's number."""
    letter, count = SIGNS[saying.key]
    return sign_or_counts(("!", letter), (count,), AMBER, cells)
