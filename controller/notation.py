"""Moves as lines of text: each kind of move has one line, and is written and read back by it."""

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
    """What is written down as one line, such as `{seat} flies {source}-{target}`."""

    LINE: ClassVar[str]

    def __str__(self) -> str:
        return line(type(self)).write(self)


M = TypeVar("M", bound=Written)


class Form(Struct, frozen=True):
    """How a field looks in a line, as a regular expression without groups.

    It stands beside the type: `Annotated[Site, Form("[a-j][0-9]")]`. Seats need none.
    """

    pattern: str


class Field(Struct, frozen=True):
    """A gap in a line: seats are counted from one, and members of an Enum go by their values."""

    name: str
    kind: Callable[[Any], Any]
    spec: str  # as format() takes it
    pattern: str = ""

    @property
    def gap(self) -> str:
        """The gap as format() fills it."""
        return f"{{.value:{self.spec}}}" if is_enum(self.kind) else f"{{:{self.spec}}}"

    def read(self, text: str) -> Any:
        return Seat(int(text) - 1) if self.kind is Seat else self.kind(text)


class Line(Struct, frozen=True):
    """One kind of move as it is written: fields, and the words before each and after the last."""

    words: tuple[str, ...]
    fields: tuple[Field, ...]
    template: str
    names: tuple[str, ...]
    seats: tuple[int, ...]  # which of the fields are seats

    def write(self, move: Written) -> str:
        values = [getattr(move, name) for name in self.names]
        for at in self.seats:
            values[at] += 1
        return self.template.format(*values)

    def pattern(self, seats: int) -> re.Pattern[str]:
        """What such a line looks like at a table with so many seats."""
        looks = [f"({field.pattern or f'[1-{seats}]'})" for field in self.fields]
        return re.compile(woven(map(re.escape, self.words), looks))


def woven(words: Iterable[str], between: Iterable[str]) -> str:
    """The words with something between each two."""
    return "".join(word + gap for word, gap in zip_longest(words, between, fillvalue=""))


@cache
def line(kind: type[Written]) -> Line:
    """The line of this kind of move, taken apart."""
    hints = get_type_hints(kind, include_extras=True)
    parts = list(Formatter().parse(kind.LINE))
    words = tuple(words for words, *_ in parts)
    fields = tuple(field_of(name, hints[name], spec or "") for _, name, spec, _ in parts if name)
    return Line(
        words=words,
        fields=fields,
        template=woven(words, (field.gap for field in fields)),
        names=tuple(field.name for field in fields),
        seats=tuple(at for at, field in enumerate(fields) if field.kind is Seat),
    )


def is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def field_of(name: str, hint: Any, spec: str) -> Field:
    """The field of this name and type."""
    kind, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    forms = [form.pattern for form in more if isinstance(form, Form)]
    if not forms and is_enum(kind):
        forms = ["|".join(re.escape(one.value) for one in kind)]
    assert forms or kind is Seat, f"nothing says how {name} is written"
    return Field(name, kind, spec, *forms)


class Notation(Generic[M]):
    """The moves of one game, read back from their lines."""

    def __init__(self, title: str, seats: int, example: str, moves: Iterable[type[M]]) -> None:
        self.title, self.example = title, example
        self.lines = [(kind, line(kind).fields, line(kind).pattern(seats)) for kind in moves]

    def parse(self, text: str) -> M:
        """The move this line writes down, CHANCE's if no seat is named; BadNotation if none."""
        for kind, fields, pattern in self.lines:
            if found := pattern.fullmatch(text):
                values = zip(fields, found.groups(), strict=True)
                return kind(**{"seat": CHANCE} | {field.name: field.read(v) for field, v in values})
        raise BadNotation("game.no_move", text=text, game=self.title, example=self.example)
