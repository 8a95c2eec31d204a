"""Helpers that return a changed copy of a tuple."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return a copy of the tuple with `value` at index `at`."""
    return (*row[:at], value, *row[at + 1 :])


def without(row: tuple[T, ...], value: T) -> tuple[T, ...]:
    """Return a copy of the tuple without the first `value`, or the tuple if it has none."""
    if value not in row:
        return row
    at = row.index(value)
    return row[:at] + row[at + 1 :]
