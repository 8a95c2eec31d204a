"""Work that is laid aside between two looks, so that no turn of the loop waits for the whole."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Generic, TypeAlias, TypeVar

Q = TypeVar("Q")
T = TypeVar("T")

Stepwise: TypeAlias = Generator[None, None, T]
"""Yields before every look that takes time, and returns what came of it."""


def finish(thought: Stepwise[T]) -> T:
    """Think it through at once."""
    while True:
        try:
            next(thought)
        except StopIteration as done:
            result: T = done.value
            return result


class Pending(Generic[Q, T]):
    """One question at a time, thought about a step further whenever it is asked again."""

    def __init__(self) -> None:
        self._question: Q | None = None
        self._thought: Stepwise[T] | None = None
        self._found: T | None = None

    def __deepcopy__(self, memo: object) -> Pending[Q, T]:
        """Return an answer that is thought of anew: a thought under way cannot be copied."""
        return Pending()

    @property
    def thinking(self) -> bool:
        return self._thought is not None

    def to(self, question: Q, think: Callable[[], Stepwise[T]]) -> T | None:
        """None while there is more to think about."""
        if question != self._question:
            self._question, self._thought, self._found = question, think(), None
        self.advance()
        return self._found

    def advance(self) -> bool:
        """Think one step further; True if the answer is still open."""
        if self._thought:
            try:
                next(self._thought)
            except StopIteration as done:
                self._thought, self._found = None, done.value
        return self.thinking


class Memo:
    """Remembers the last answer to each question, also half of it, until the key changes."""

    def __init__(self) -> None:
        self._answers: dict[str, Pending[Any, Any]] = {}

    def recall(self, name: str, key: object, think: Callable[[], Stepwise[T]]) -> Stepwise[T]:
        """Return the answer for this key, going on where the thought was interrupted."""
        answer: Pending[object, T] = self._answers.setdefault(name, Pending())
        while (found := answer.to(key, think)) is None:
            yield
        return found
