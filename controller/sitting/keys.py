"""The table's own keys: agree, deny, the next one, back."""

from __future__ import annotations

from collections import deque

from controller.values import Observation, Site

YES, NO, NEXT, BACK = (Site(f"key.{name}") for name in ("yes", "no", "next", "back"))
OWN_KEYS = frozenset({YES, NO, NEXT, BACK})


class Keys:
    """Hears each press once."""

    def __init__(self) -> None:
        self._heard = 0.0  # s, when one of them was last pressed
        self._said: deque[Site] = deque()

    def press(self, key: Site) -> None:
        """On a page: where the board has no such key, this is the one."""
        self._said.append(key)

    def pressed(self, observation: Observation) -> frozenset[Site]:
        """The keys pressed since this was last asked; of those on a page one at a time."""
        changed = observation.changed
        if self._said:
            return frozenset({self._said.popleft()})
        pressed = frozenset(key for key in OWN_KEYS if changed.get(key, 0.0) > self._heard)
        if pressed:
            self._heard = max(changed[key] for key in pressed)
        return pressed

    def ignore(self, until: float) -> None:
        """Nobody has pressed what was pressed up to then."""
        self._heard = max(self._heard, until)
