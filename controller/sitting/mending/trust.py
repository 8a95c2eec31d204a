"""When to trust a cell again: after it was right both with a piece on it and without."""

from __future__ import annotations

from collections.abc import Iterable

from controller.values import Readings, Site

DUMB = 8.0  # s that the lights ask for a piece on a cell before the cell is suspected


class Trust:
    """Records what distrusted cells read while the board was at rest."""

    def __init__(self) -> None:
        self._right: dict[Site, set[bool]] = {}
        self._led: tuple[Site, float] | None = None  # where the lights lead to, since when

    def proven(self, doubted: Iterable[Site], told: Readings, due: Readings) -> frozenset[Site]:
        """Return the cells that read correctly both occupied and empty, and not wrong since."""
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
        """Return the cell the lights have led to for DUMB seconds in vain, if it never changed."""
        if site is None or site in changed:
            self._led = None
            return None
        if self._led is None or self._led[0] != site:
            self._led = site, at
        return site if at - self._led[1] >= DUMB else None
