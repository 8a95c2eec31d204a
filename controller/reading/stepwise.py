"""Stepwise computations that can be paused, so that the main loop never waits for a long one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

Q = TypeVar("Q")
T = TypeVar("T")

Stepwise: TypeAlias = Generator[None, None, T]
"""A generator that yields before every slow step, and returns the result."""


def finish(thought: Stepwise[T]) -> T:
    """Run a computation to its end and return the result."""
    while True:
        try:
            next(thought)
        except StopIteration as done:
            result: T = done.value
            return result


def sift(every: Iterable[T], keep: Callable[[T], object], at_once: int) -> Stepwise[list[T]]:
    """Return those that `keep` accepts, pausing after every few."""
    found: list[T] = []
    for number, one in enumerate(every, 1):
        if keep(one):
            found.append(one)
        if number % at_once == 0:
            yield
    return found


class Pending(Generic[Q, T]):
    """Computes the answer to one question at a time, a step with each call."""

    def __init__(self) -> None:
        self._question: Q | None = None
        self._thought: Stepwise[T] | None = None
        self._found: T | None = None

    def __deepcopy__(self, memo: object) -> Pending[Q, T]:
        """Return a copy with the answer, if known; a running computation cannot be copied."""
        copy: Pending[Q, T] = Pending()
        if not self.thinking:
            copy._question, copy._found = self._question, self._found
        return copy

    @property
    def thinking(self) -> bool:
        return self._thought is not None

    def to(self, question: Q, think: Callable[[], Stepwise[T]]) -> T | None:
        """Return the answer; None while it is being computed."""
        if question != self._question:
            self._question, self._thought, self._found = question, think(), None
        self.advance()
        return self._found

    def advance(self) -> bool:
        """Continue by one step; True if the answer is still open."""
        if self._thought:
            try:
                next(self._thought)
            except StopIteration as done:
                self._thought, self._found = None, done.value
        return self.thinking


class Memo:
    """Caches the last answer to each named question, finished or not, until its key changes."""

    def __init__(self) -> None:
        self._answers: dict[str, Pending[Any, Any]] = {}

    def recall(self, name: str, key: object, think: Callable[[], Stepwise[T]]) -> Stepwise[T]:
        """Return the answer for this key, continuing an interrupted computation."""
        answer: Pending[object, T] = self._answers.setdefault(name, Pending())
        while (found := answer.to(key, think)) is None:
            yield
        return found
