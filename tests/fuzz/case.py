"""One input at a time, each with luck of its own, so that what it found can be shown again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import cycle
from random import Random
from traceback import format_exc
from typing import NamedTuple, TypeAlias

from controller.errors import StardeckError

Case: TypeAlias = Callable[[Random], str]
"""Tries one input; what was wrong with the answer, '' for nothing. To raise is wrong too."""


class Fuzzer(NamedTuple):
    """What is tried: opened once for many cases."""

    opened: Callable[[], AbstractContextManager[Case]]
    share: float = 1.0  # of all the inputs that are wanted: the dearer, the fewer
    each: int = 1  # inputs in one case

    def cases(self, inputs: int) -> int:
        """Enough for its share of so many inputs."""
        return max(1, round(inputs * self.share / self.each))


class Failure(NamedTuple):
    name: str
    seed: int
    wrong: str

    def __str__(self) -> str:
        return f"python -m tests.fuzz {self.name} 1 {self.seed}\n{self.wrong}"


def plain(case: Case, share: float = 1.0, each: int = 1) -> Fuzzer:
    """For what needs nothing to be opened."""

    @contextmanager
    def opened() -> Iterator[Case]:
        yield case

    return Fuzzer(opened, share, each)


def refused(attempt: Callable[[], object]) -> str:
    """Whether it was done or refused in a sentence; anything else is raised."""
    try:
        attempt()
    except StardeckError as trouble:
        return "" if str(trouble) else "refused without a word"
    return ""


def counted(kinds: Mapping[str, Callable[[Random], object]], count: int, seed: int) -> Counter[str]:
    """So many of every kind in turn; how many of each were tried, and refused in a sentence."""
    seen: Counter[str] = Counter()
    for number, kind in zip(range(count), cycle(kinds), strict=False):
        try:
            kinds[kind](Random(f"{kind} {seed} {number}"))
        except StardeckError as trouble:
            assert str(trouble), "it is said why"
            seen[f"{kind} refused"] += 1
        except Exception as trouble:
            raise AssertionError(f"{kind}, seed {seed}, number {number}") from trouble
        seen[kind] += 1
    return seen


def tried(name: str, fuzzer: Fuzzer, seeds: range) -> list[Failure]:
    with fuzzer.opened() as case:
        return [Failure(name, seed, wrong) for seed in seeds if (wrong := once(name, case, seed))]


def once(name: str, case: Case, seed: int) -> str:
    try:
        return case(Random(f"{name} {seed}"))
    except Exception:
        return format_exc()
