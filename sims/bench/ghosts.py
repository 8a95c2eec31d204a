"""What a matrix reads where a diode is missing: contacts that nobody has closed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_

from drivers.wiring import CHAIN


def ghosted(words: Sequence[int], bare: Collection[int]) -> list[int]:
    """The columns that each row pulls down, through closed contacts and their diodes.

    Where a closed contact has none, its column pulls its row down as well, and that row all the
    columns of its own closed contacts.
    """
    closed = [divmod(at, CHAIN) for at in bare if words[at // CHAIN] >> at % CHAIN & 1]
    return [pulled(word, words, closed) for word in words] if closed else list(words)


def pulled(word: int, words: Sequence[int], closed: Collection[tuple[int, int]]) -> int:
    """One row, and whatever comes down with it, until nothing more does."""
    down = (words[row] for row, column in closed if word >> column & 1)
    more = reduce(or_, down, word)
    return word if more == word else pulled(more, words, closed)
