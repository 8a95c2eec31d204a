"""Who sat where in a game, as the journal has it: names and kinds, each for itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from controller.game import listed
from controller.names import mended_name
from controller.robots.levels import LEVELS
from controller.robots.players import ROBOTS
from controller.web.view import Who
from controller.words import said

HUMAN = "human"
KINDS = (HUMAN, *ROBOTS)
PARTNERS = " and "  # stood between those who shared a seat, before names were kept one by one


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat: the names of those who share it, and whether they are human or which robot."""

    names: tuple[str, ...]
    kind: str


def write_line_up(who: Iterable[Who]) -> str:
    """As the journal keeps it; `line_up` reads it back."""
    return msgspec.json.encode([Place(one.people, one.kind) for one in who]).decode()


def line_up(text: str) -> tuple[Who, ...]:
    """Who sat where; a name that nobody may have is mended, an unknown kind is a person's."""
    try:
        places = msgspec.json.decode(text, type=tuple[Place, ...])
    except (ValueError, RecursionError):
        places = tuple(place_by_word(word) for word in text.split(","))
    return tuple(person_at(number, place) for number, place in enumerate(places, 1))


def line_up_for(text: str, seats: int) -> tuple[Who, ...]:
    """The same for so many seats; where another number is named, nobody can tell who was who."""
    found = line_up(text)
    return found if len(found) == seats else who([HUMAN] * seats)


def place_by_word(word: str) -> Place:
    """One seat in journals and files until version 4: a kind of robot, or names."""
    return Place((), word) if word in KINDS else Place(tuple(word.split(PARTNERS)), HUMAN)


def person_at(number: int, place: Place) -> Who:
    kind = place.kind if place.kind in KINDS else HUMAN
    names = tuple(name for name in map(mended_name, place.names) if name)
    return together(names, kind) if names else person_called(number, kind)


def together(names: Sequence[str], kind: str = HUMAN) -> Who:
    """Those who share a seat, by one name and by their own."""
    return Who(listed(names), kind, tuple(names) if len(names) > 1 else ())


def who(words: Sequence[str]) -> tuple[Who, ...]:
    """Who is meant by the words of the command line: a kind of robot, human, or a name."""
    return tuple(person_called(number, word) for number, word in enumerate(words, 1))


def person_called(number: int, word: str) -> Who:
    """Who is meant at this seat; one without a name is called by kind and number."""
    if word in LEVELS:
        return Who(said(f"level.{word}.called", number=number), word)
    if word in ROBOTS:
        return Who(said("player.robot", number=number), word)
    return Who(said("player.human", number=number) if word == HUMAN else word)
