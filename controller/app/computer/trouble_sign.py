"""What is wrong with the machine, told at the table by light and sound, while nobody moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

from controller.drawing import Point
from controller.menu.picture import drawn
from controller.scene import AMBER, Scene
from controller.values import Saying, Site

SHOWN = 4.0  # s; any hand on the board ends it sooner
STILL = 2.0  # s since the board was last touched: what was just done is looked at first
AGAIN = 900.0  # s after which what is still wrong is told once more

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
    """What was told when: once, and while it lasts every quarter of an hour."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}

    def news(self, sayings: Iterable[Saying], now: float) -> Saying | None:
        """The first of these that has a sign and has not been told, or not for long."""
        for saying in sayings:
            if saying.key in SIGNS and now - self._told.get(saying.key, -inf) >= AGAIN:
                self._told[saying.key] = now
                return saying
        return None


def sign(saying: Saying, cells: Mapping[Site, Point]) -> Scene:
    """An amber "!" over a letter; on few cells so many lights."""
    letter, count = SIGNS[saying.key]
    return drawn(("!", letter), (count,), AMBER, cells)
