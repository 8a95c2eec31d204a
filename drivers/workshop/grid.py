"""The rows and columns of a panel's cells, for pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Self

from msgspec import Struct

from controller.values import Site

CELLS_PER_ROW = 10  # cells per row where names give no places


class Grid(Struct, frozen=True):
    """Column and row of each cell, counted from the near left."""

    places: Mapping[Site, tuple[int, int]]

    @classmethod
    def of(cls, sites: Iterable[Site]) -> Self:
        """Return the grid by the cells' names, such as c5, or in their order, ten to a row."""
        sites = list(sites)
        named = {site: spot for site in sites if (spot := spelled(site))}
        if len(named) == len(sites):
            return cls(named)
        return cls(
            {site: (at % CELLS_PER_ROW, at // CELLS_PER_ROW) for at, site in enumerate(sites)}
        )

    @property
    def width(self) -> int:
        return 1 + max((x for x, _ in self.places.values()), default=0)

    @property
    def height(self) -> int:
        return 1 + max((y for _, y in self.places.values()), default=0)

    def rows(self) -> list[list[Site | None]]:
        """Return the rows of cells, the far one first."""
        at = {place: site for site, place in self.places.items()}
        across, down = range(self.width), reversed(range(self.height))
        return [[at.get((x, y)) for x in across] for y in down]


def spelled(site: Site) -> tuple[int, int] | None:
    """Return the column and row in a cell's name, or None."""
    found = re.fullmatch(r"([a-z])(\d{1,2})", site)
    return (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else None
