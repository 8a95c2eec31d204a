"""Answers that a moment works out once, and hands on while nothing that they rest on changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T")
S = TypeVar("S", bound=Struct)


class Kept(Generic[T]):
    """A question to a moment: the answer is worked out when somebody asks, and kept."""

    def __init__(self, work_out: Callable[[Any], T], fields: tuple[str, ...]) -> None:
        self.work_out, self.fields, self.name = work_out, frozenset(fields), work_out.__name__
        self.__doc__ = work_out.__doc__

    def __get__(self, moment: Any, kind: type | None = None) -> T:
        answer = moment.__dict__[self.name] = self.work_out(moment)
        return answer


def kept(*fields: str) -> Callable[[Callable[[Any], T]], Kept[T]]:
    """The answer rests on these fields of the moment, and on nothing else."""
    return lambda work_out: Kept(work_out, fields)


def changed(now: S, **fields: Any) -> S:
    """The same moment but for these fields, with every answer that does not rest on them."""
    after = replace(now, **fields)
    if known := now.__dict__:
        answers = after.__dict__
        answers.update(known)
        if spoilt(type(now), *fields):
            new = [name for name, value in fields.items() if getattr(now, name) != value]
            for name in spoilt(type(now), *new):
                answers.pop(name, None)
    return after


def rests(kind: type) -> dict[str, frozenset[str]]:
    """Every question that a kind of moment keeps, and the fields its answer rests on."""
    return {
        name: one.fields
        for base in kind.__mro__
        for name, one in vars(base).items()
        if isinstance(one, Kept)
    }


@cache
def spoilt(kind: type, *fields: str) -> frozenset[str]:
    """The answers that are no longer true once these fields have changed."""
    return frozenset(name for name, rests_on in rests(kind).items() if rests_on & {*fields})
