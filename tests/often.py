"""What is tried every day, of what is tried alike many times over; `make long` tries the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from zlib import crc32

import pytest
from _pytest.mark.structures import ParameterSet


def one_in(many: int, cases: Iterable[ParameterSet]) -> list[ParameterSet]:
    """So many of these, the same ones every day, chosen by their names."""
    return often(lambda case: crc32(str(case.id).encode()) % many == 0, cases)


def often(
    chosen: Callable[[ParameterSet], bool], cases: Iterable[ParameterSet]
) -> list[ParameterSet]:
    return [case if chosen(case) else seldom(case) for case in cases]


def seldom(case: ParameterSet) -> ParameterSet:
    return pytest.param(*case.values, id=case.id, marks=(*case.marks, pytest.mark.long))


def seeds(count: int) -> list[object]:
    """So many seeds, of which the first is tried every day."""
    return [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, count))]
