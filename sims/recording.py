"""What was felt and what hands were told to do, line by line, to be sent to whoever mends it."""

from __future__ import annotations

from collections import deque

from controller.values import Observation, Reading, Site
from sims.condition import told

LINES = 20_000  # an hour of play or so; the oldest go first


class Recording:
    """Off until somebody switches it on; what was recorded stays until it is switched on again."""

    def __init__(self) -> None:
        self.on = False
        self.lines: deque[str] = deque(maxlen=LINES)
        self._last: dict[Site, Reading] = {}

    def switch(self, on: bool) -> None:
        if on and not self.on:
            self.lines.clear()
            self._last = {}
        self.on = on

    def feel(self, observation: Observation) -> None:
        """Every site that reads differently now."""
        if not self.on:
            return
        now = dict(observation.readings)
        for site in sorted({site for site, _ in now.items() ^ self._last.items()}):
            self.note(observation.at, f"{site} {told(now.get(site)) or 'nothing'}")
        self._last = now

    def note(self, at: float, words: str) -> None:
        if self.on:
            self.lines.append(f"{at:.3f} {words}")

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"
