"""Cached properties of positions: a value is kept while the fields it depends on do not change."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T")
S = TypeVar("S", bound=Struct)


class Kept(Generic[T]):
    """A cached property of a position; `fields` are the fields on which its value depends."""

    def __init__(self, work_out: Callable[[Any], T], fields: tuple[str, ...]) -> None:
        self.work_out, self.fields, self.name = work_out, frozenset(fields), work_out.__name__
        self.__doc__ = work_out.__doc__

    def __get__(self, moment: Any, kind: type | None = None) -> T:
        answer = moment.__dict__[self.name] = self.work_out(moment)
        return answer


def cached_on(*fields: str) -> Callable[[Callable[[Any], T]], Kept[T]]:
    """Return a decorator that makes a method a cached property depending on these fields only."""
    return lambda work_out: Kept(work_out, fields)


def changed(now: S, **fields: Any) -> S:
    """Return the position with fields replaced, keeping the cached answers that stay valid."""
    after = replace(now, **fields)
    if known := now.__dict__:
        answers = after.__dict__
        answers.update(known)
        if spoilt(type(now), *fields):
            new = [name for name, value in fields.items() if getattr(now, name) != value]
            for name in spoilt(type(now), *new):
                answers.pop(name, None)
    return after


def cached_fields(kind: type) -> dict[str, frozenset[str]]:
    """Return the names of all cached properties of a class with the fields each depends on."""
    return {
        name: one.fields
        for base in kind.__mro__
        for name, one in vars(base).items()
        if isinstance(one, Kept)
    }


@cache
def spoilt(kind: type, *fields: str) -> frozenset[str]:
    """Return the names of the cached properties that become invalid when these fields change."""
    return frozenset(name for name, rests_on in cached_fields(kind).items() if rests_on & {*fields})
