"""The keys of the board: the table's own (YES, NO, NEXT, BACK), and those of the game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from controller.values import KEY, Observation, Sense, Senses, Site

YES, NO, NEXT, BACK = (Site(f"{KEY}{name}") for name in ("yes", "no", "next", "back"))
OWN_KEYS = frozenset({YES, NO, NEXT, BACK})
ANSWER = 1.6  # s after which a key without effect is reported; long enough for slow antennas


class TableKeys:
    """Reads presses of the table's own keys, each press once."""

    def __init__(self) -> None:
        self._heard = 0.0  # s, time of the last press that was read
        self._said: deque[Site] = deque()

    def press(self, key: Site) -> None:
        """Note that a key was pressed on a page; the board need not have it."""
        self._said.append(key)

    def pressed(self, observation: Observation) -> frozenset[Site]:
        """Return the keys pressed since the last call; those pressed on pages one at a time."""
        changed = observation.changed
        if self._said:
            return frozenset({self._said.popleft()})
        pressed = frozenset(key for key in OWN_KEYS if changed.get(key, 0.0) > self._heard)
        if pressed:
            self._heard = max(changed[key] for key in pressed)
        return pressed

    def ignore(self, until: float) -> None:
        """Ignore every press up to this time."""
        self._heard = max(self._heard, until)


class GameKeys:
    """Detects presses of the game's keys that had no effect, so that the player can be told."""

    def __init__(self, senses: Senses) -> None:
        own = (s for s, sense in senses.items() if sense is Sense.KEY and s not in OWN_KEYS)
        self._keys = [site for site in own if site.startswith(KEY)]
        self._heard = 0.0  # s, time of the last press
        self._before: object = None  # the state of the table at that press
        self.pending = False

    def listen(self, observation: Observation, state: Callable[[], object]) -> None:
        """Save the state of the table when a key is pressed, before the press has any effect."""
        changed = observation.changed
        last = max((changed.get(key, 0.0) for key in self._keys), default=0.0)
        if last > self._heard:
            self._heard, self._before, self.pending = last, state(), True

    def vain(self, at: float, state: Callable[[], object]) -> bool:
        """True, once for each press, if a key was pressed ANSWER seconds ago without effect."""
        if not self.pending or at < self._heard + ANSWER:
            return False
        self.pending = False
        return state() == self._before

    def ignore(self, until: float) -> None:
        """Ignore every press up to this time."""
        self._heard = max(self._heard, until)
