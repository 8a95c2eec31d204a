"""The disc of Situation 7: rows of spaces, and which of them touch.

A set of spaces is one number with a bit for each, the first space highest: where 96 spaces are
covered twenty times a second, a border is one `|` and an empty space one `&`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import compress, pairwise
from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta, Struct

from controller.values import Site

T = TypeVar("T")
Spaces: TypeAlias = int
"""Some of the spaces, as bits."""

Share = Annotated[float, Meta(ge=0.0, le=1.0)]  # of the radius of the disc

PICKED = bytes.maketrans(b"01", b"\0\1")


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A ring cut into equal spaces, counted clockwise from the south point."""

    name: Annotated[str, Meta(pattern="^[A-Z]$")]
    spaces: Annotated[int, Meta(ge=3, le=60)]
    inner: Share
    outer: Share

    @property
    def sites(self) -> tuple[Site, ...]:
        """The row's spaces, in order."""
        return tuple(Site(f"{self.name}{number}") for number in range(self.spaces))


class Board:
    """The spaces of the disc, row by row from the middle, each with its bit and its neighbours."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.spaces = tuple(site for row in rows for site in row.sites)
        self.bit = {site: 1 << at for at, site in enumerate(reversed(self.spaces))}
        self.all = (1 << len(self.spaces)) - 1
        near: defaultdict[Site, Spaces] = defaultdict(int)
        for one, other in touching(rows):
            near[one] |= self.bit[other]
            near[other] |= self.bit[one]
        self.beside = dict(near)

    def of(self, names: str) -> Spaces:
        """The spaces a line such as `F21 F22` names."""
        return sum(self.bit[Site(name)] for name in names.split())

    def pick(self, things: Sequence[T], spaces: Spaces) -> Iterator[T]:
        """Of one thing a space, those that belong to these spaces."""
        return compress(things, f"{spaces:0{len(things)}b}".encode().translate(PICKED))

    def sites(self, spaces: Spaces) -> Iterator[Site]:
        """These spaces by name."""
        return self.pick(self.spaces, spaces)

    def around(self, spaces: Spaces) -> Spaces:
        """Every space next to one of these."""
        found = 0
        for site in self.sites(spaces):
            found |= self.beside[site]
        return found

    def land(self, seed: Spaces, within: Spaces) -> Spaces:
        """All that hangs together with the seed over these spaces."""
        whole, edge = 0, seed & within
        while edge:
            whole |= edge
            edge = self.around(edge) & within & ~whole
        return whole


@cache
def board(rows: tuple[Row, ...]) -> Board:
    """Boxes with the same rows share one board."""
    return Board(rows)


def touching(rows: Iterable[Row]) -> Iterator[tuple[Site, Site]]:
    """Neighbours in a row, and spaces of neighbouring rows; a corner is no touch."""
    rings = list(rows)
    for row in rings:
        yield from pairwise((*row.sites, row.sites[0]))
    for within, around in pairwise(rings):
        yield from overlapping(within, around)


def overlapping(within: Row, around: Row) -> Iterator[tuple[Site, Site]]:
    """The spaces that share a stretch of the circle between two rows."""
    for i, one in enumerate(within.sites):
        for j, other in enumerate(around.sites):
            if i * around.spaces < (j + 1) * within.spaces and j * within.spaces < (
                (i + 1) * around.spaces
            ):
                yield one, other
