"""Moves as lines of text: each kind of move has one line, which writes and parses it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from itertools import zip_longest
from string import Formatter
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

from controller.errors import BadNotation
from controller.values import CHANCE, Seat


class Written(Struct, frozen=True):
    """A value that is written as one line, such as `{seat} flies {source}-{target}`."""

    LINE: ClassVar[str]

    def __str__(self) -> str:
        return line(type(self)).write(self)


M = TypeVar("M", bound=Written)


class Form(Struct, frozen=True):
    """How a field is written, as a regular expression without groups.

    It stands beside the type: `Annotated[Site, Form("[a-j][0-9]")]`. Seats need none.
    """

    pattern: str


class MoveField(Struct, frozen=True):
    """A gap in a line: seats are written from 1, members of an Enum by their values."""

    name: str
    kind: Callable[[Any], Any]
    spec: str  # format() specification
    pattern: str = ""

    @property
    def gap(self) -> str:
        """The gap in the notation of `str.format`."""
        return f"{{.value:{self.spec}}}" if is_enum(self.kind) else f"{{:{self.spec}}}"

    def read(self, text: str) -> Any:
        """Return the value of this text."""
        return Seat(int(text) - 1) if self.kind is Seat else self.kind(text)


class MoveLine(Struct, frozen=True):
    """The notation of one kind of move: its fields, and the words around them."""

    words: tuple[str, ...]
    fields: tuple[MoveField, ...]
    template: str
    names: tuple[str, ...]
    seats: tuple[int, ...]  # which of the fields are seats

    def write(self, move: Written) -> str:
        """Return the move's text."""
        values = [getattr(move, name) for name in self.names]
        for at in self.seats:
            values[at] += 1
        return self.template.format(*values)

    def pattern(self, seats: int) -> re.Pattern[str]:
        """Return the pattern of such a line at a table with this many seats."""
        looks = [f"({field.pattern or f'[1-{seats}]'})" for field in self.fields]
        return re.compile(woven(map(re.escape, self.words), looks))


def woven(words: Iterable[str], between: Iterable[str]) -> str:
    """Return the words joined, with one of `between` after each."""
    return "".join(word + gap for word, gap in zip_longest(words, between, fillvalue=""))


@cache
def line(kind: type[Written]) -> MoveLine:
    """Return the notation of this kind of move, parsed from its LINE."""
    hints = get_type_hints(kind, include_extras=True)
    parts = list(Formatter().parse(kind.LINE))
    words = tuple(words for words, *_ in parts)
    fields = tuple(field_of(name, hints[name], spec or "") for _, name, spec, _ in parts if name)
    return MoveLine(
        words=words,
        fields=fields,
        template=woven(words, (field.gap for field in fields)),
        names=tuple(field.name for field in fields),
        seats=tuple(at for at, field in enumerate(fields) if field.kind is Seat),
    )


def is_enum(kind: Any) -> bool:
    """True if this type is an Enum."""
    return isinstance(kind, type) and issubclass(kind, Enum)


def field_of(name: str, hint: Any, spec: str) -> MoveField:
    """Return the field of this name and type."""
    kind, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    forms = [form.pattern for form in more if isinstance(form, Form)]
    if not forms and is_enum(kind):
        forms = ["|".join(re.escape(one.value) for one in kind)]
    assert forms or kind is Seat, f"nothing says how {name} is written"
    return MoveField(name, kind, spec, *forms)


class Notation(Generic[M]):
    """The moves of one game, parsed from their lines."""

    def __init__(self, title: str, seats: int, example: str, moves: Iterable[type[M]]) -> None:
        self.title, self.example = title, example
        self.lines = [(kind, line(kind).fields, line(kind).pattern(seats)) for kind in moves]

    def parse(self, text: str) -> M:
        """Return the move in this text, CHANCE's if no seat is named; BadNotation if it is none."""
        for kind, fields, pattern in self.lines:
            if found := pattern.fullmatch(text):
                values = zip(fields, found.groups(), strict=True)
                return kind(**{"seat": CHANCE} | {field.name: field.read(v) for field, v in values})
        raise BadNotation("game.no_move", text=text, game=self.title, example=self.example)
