"""The players of a game as the journal keeps them: their names and kinds, encoded and decoded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from controller.game import names_in_words
from controller.names import mended_name
from controller.robots.levels import LEVELS
from controller.robots.players import ROBOTS
from controller.web.view import Who
from controller.words import said

HUMAN = "human"
SEAT_KINDS = (HUMAN, *ROBOTS)
PARTNERS = " and "  # separated partners' names in journals before version 5


class SeatEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat: the names of the people who share it, and their kind (human or a robot's)."""

    names: tuple[str, ...]
    kind: str


def write_line_up(who: Iterable[Who]) -> str:
    """Return these players as text for the journal; `line_up` reads it back."""
    return msgspec.json.encode([SeatEntry(one.people, one.kind) for one in who]).decode()


def line_up(text: str) -> tuple[Who, ...]:
    """Return the players from journal text; mend invalid names, take unknown kinds for human."""
    try:
        places = msgspec.json.decode(text, type=tuple[SeatEntry, ...])
    except (ValueError, RecursionError):
        places = tuple(place_by_word(word) for word in text.split(","))
    return tuple(person_at(number, place) for number, place in enumerate(places, 1))


def line_up_for(text: str, seats: int) -> tuple[Who, ...]:
    """Return the players for so many seats; unnamed people if the text has another number."""
    found = line_up(text)
    return found if len(found) == seats else who([HUMAN] * seats)


def place_by_word(word: str) -> SeatEntry:
    """Return one seat as journals and files wrote it until version 4: a robot's kind, or names."""
    return (
        SeatEntry((), word) if word in SEAT_KINDS else SeatEntry(tuple(word.split(PARTNERS)), HUMAN)
    )


def person_at(number: int, place: SeatEntry) -> Who:
    """Return the player or partners of one seat; a default name where no valid one is left."""
    kind = place.kind if place.kind in SEAT_KINDS else HUMAN
    names = tuple(name for name in map(mended_name, place.names) if name)
    return shared_seat(names, kind) if names else person_called(number, kind)


def shared_seat(names: Sequence[str], kind: str = HUMAN) -> Who:
    """Return the people who share a seat, with their joint name and their own names."""
    return Who(names_in_words(names), kind, tuple(names) if len(names) > 1 else ())


def who(words: Sequence[str]) -> tuple[Who, ...]:
    """Return the players for words of the command line: human, a kind of robot, or a name."""
    return tuple(person_called(number, word) for number, word in enumerate(words, 1))


def person_called(number: int, word: str) -> Who:
    """Return the player for one word; without a name, they are called by kind and number."""
    if word in LEVELS:
        return Who(said(f"level.{word}.called", number=number), word)
    if word in ROBOTS:
        return Who(said("player.robot", number=number), word)
    return Who(said("player.human", number=number) if word == HUMAN else word)
