"""Rows of values that are changed by making them anew."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The same row with one place changed."""
    return (*row[:at], value, *row[at + 1 :])


def without(row: tuple[T, ...], value: T) -> tuple[T, ...]:
    """The same row less one of these, if there is one."""
    if value not in row:
        return row
    at = row.index(value)
    return row[:at] + row[at + 1 :]
