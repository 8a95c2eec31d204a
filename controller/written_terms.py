"""Parse what is agreed before a game from the command line: options, picks and teams."""

from __future__ import annotations

from controller.errors import Misuse
from controller.games import SHELF
from controller.table_rules import offered_options
from controller.values import Seat


def option_names() -> list[str]:
    """Return the names of all house rules of all games, sorted."""
    return sorted({name for game in SHELF.values() for name in offered_options(game)})


def parse_option(text: str) -> tuple[str, bool]:
    """Return the name and value of an option written NAME=on; a name alone is on."""
    name, _, value = text.partition("=")
    if name not in option_names():
        raise Misuse("command.no_option", name=name, names=", ".join(option_names()))
    if value.lower() not in ("", "on", "true", "yes", "1", "off", "false", "no", "0"):
        raise Misuse("command.on_or_off", name=name, value=value)
    return name, value.lower() in ("", "on", "true", "yes", "1")


def parse_picks(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a choice and each seat's pick, written ship=3,1; an empty pick is the default."""
    name, given, values = text.partition("=")
    if not given:
        raise Misuse("command.no_picks", text=text)
    return name.strip(), tuple(value.strip() for value in values.split(","))


def parse_teams(text: str | None, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Return the teams written 1+2,3+4, with seats counted from 1."""
    if not text:
        return ()
    try:
        sides = tuple(
            tuple(Seat(int(number) - 1) for number in side.split("+")) for side in text.split(",")
        )
    except ValueError:
        raise Misuse("command.no_teams", text=text) from None
    named = sorted(seat for side in sides for seat in side)
    if len(named) != seats or named != list(range(seats)):
        raise Misuse("command.wrong_teams", text=text, seats=seats)
    return sides
