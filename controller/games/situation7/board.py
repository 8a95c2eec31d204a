"""The round board of Situation 7: rows of spaces, and which of them touch.

A set of spaces is an integer with one bit per space, the first space being the highest bit. With 96
spaces covered twenty times a second, the neighbours of a set are then one `|` and its empty spaces
one `&`.
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
"""A set of spaces, one bit for each."""

Share = Annotated[float, Meta(ge=0.0, le=1.0)]  # a share of the radius of the disc

PICKED = bytes.maketrans(b"01", b"\0\1")


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A ring of equal spaces, counted clockwise from the south point."""

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
        """Return the set of spaces that a line such as `F21 F22` names."""
        return sum(self.bit[Site(name)] for name in names.split())

    def pick(self, things: Sequence[T], spaces: Spaces) -> Iterator[T]:
        """Yield from `things`, which has one entry per space, those that belong to `spaces`."""
        return compress(things, f"{spaces:0{len(things)}b}".encode().translate(PICKED))

    def sites(self, spaces: Spaces) -> Iterator[Site]:
        """Yield the names of these spaces."""
        return self.pick(self.spaces, spaces)

    def around(self, spaces: Spaces) -> Spaces:
        """Return every space next to one of these."""
        found = 0
        for site in self.sites(spaces):
            found |= self.beside[site]
        return found

    def land(self, seed: Spaces, within: Spaces) -> Spaces:
        """Return the spaces within `within` that are connected to `seed`, itself included."""
        whole, edge = 0, seed & within
        while edge:
            whole |= edge
            edge = self.around(edge) & within & ~whole
        return whole


@cache
def board(rows: tuple[Row, ...]) -> Board:
    """Return the board with these rows (cached, so that boxes share it)."""
    return Board(rows)


def touching(rows: Iterable[Row]) -> Iterator[tuple[Site, Site]]:
    """Yield pairs of touching spaces, in a row or in neighbouring rows; a corner does not count."""
    rings = list(rows)
    for row in rings:
        yield from pairwise((*row.sites, row.sites[0]))
    for within, around in pairwise(rings):
        yield from overlapping(within, around)


def overlapping(within: Row, around: Row) -> Iterator[tuple[Site, Site]]:
    """Yield the pairs of spaces of two neighbouring rows that share a stretch of the circle."""
    for i, one in enumerate(within.sites):
        for j, other in enumerate(around.sites):
            if i * around.spaces < (j + 1) * within.spaces and j * within.spaces < (
                (i + 1) * around.spaces
            ):
                yield one, other
