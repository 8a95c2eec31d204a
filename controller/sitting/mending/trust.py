"""Whom to believe again: a cell that was right with a piece on it and right without."""

from __future__ import annotations

from collections.abc import Iterable

from controller.values import Readings, Site

DUMB = 8.0  # s that somebody is led to a cell before it is asked whether that can tell anything


class Trust:
    """What cells that are not believed have told while the board was at rest."""

    def __init__(self) -> None:
        self._right: dict[Site, set[bool]] = {}
        self._led: tuple[Site, float] | None = None  # to where, and since when

    def proven(self, doubted: Iterable[Site], told: Readings, due: Readings) -> frozenset[Site]:
        """Those that have opened and closed as the game had it, and were not wrong since."""
        for site in doubted:
            if told.get(site) == due.get(site):
                self._right.setdefault(site, set()).add(due.get(site) is not None)
            else:
                self._right.pop(site, None)
        return frozenset(site for site in doubted if len(self._right.get(site, ())) == 2)

    def forget(self, sites: Iterable[Site]) -> None:
        for site in sites:
            self._right.pop(site, None)

    def suspect(self, site: Site | None, changed: Iterable[Site], at: float) -> Site | None:
        """The cell that somebody is led to in vain, if it has never told of anything."""
        if site is None or site in changed:
            self._led = None
            return None
        if self._led is None or self._led[0] != site:
            self._led = site, at
        return site if at - self._led[1] >= DUMB else None
