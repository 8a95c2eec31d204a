"""Work that is laid aside between two looks, so that no turn of the loop waits for the whole."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Thought: TypeAlias = Generator[None, None, T]
"""Yields before every look that takes time, and returns what came of it."""


def finish(thought: Thought[T]) -> T:
    """Think it through at once."""
    while True:
        try:
            next(thought)
        except StopIteration as done:
            result: T = done.value
            return result
