"""Keys: the table's own, to agree, deny, ask for the next one, go back; and the game's."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from controller.values import KEY, Observation, Sense, Senses, Site

YES, NO, NEXT, BACK = (Site(f"{KEY}{name}") for name in ("yes", "no", "next", "back"))
OWN_KEYS = frozenset({YES, NO, NEXT, BACK})
ANSWER = 1.6  # s in which something comes of a key, also where antennas are slow; or nothing does


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


class GameKeys:
    """Whoever presses a key of the game is told what came of it, or that nothing did."""

    def __init__(self, senses: Senses) -> None:
        own = (s for s, sense in senses.items() if sense is Sense.KEY and s not in OWN_KEYS)
        self._keys = [site for site in own if site.startswith(KEY)]
        self._heard = 0.0  # s, when one of them was last pressed
        self._before: object = None  # how all stood just then
        self.pending = False

    def listen(self, observation: Observation, state: Callable[[], object]) -> None:
        """Before anything is made of a press: how do things stand?"""
        changed = observation.changed
        last = max((changed.get(key, 0.0) for key in self._keys), default=0.0)
        if last > self._heard:
            self._heard, self._before, self.pending = last, state(), True

    def vain(self, at: float, state: Callable[[], object]) -> bool:
        """A key was pressed a while ago, and all stands as it did: once for each press."""
        if not self.pending or at < self._heard + ANSWER:
            return False
        self.pending = False
        return state() == self._before

    def ignore(self, until: float) -> None:
        """Nobody has pressed what was pressed up to then."""
        self._heard = max(self._heard, until)
