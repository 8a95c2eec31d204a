"""How what is agreed before a game is written: an option, what seats pick, who plays together."""

from __future__ import annotations

from controller.errors import Misuse
from controller.games import SHELF
from controller.table_rules import offered
from controller.values import Seat


def option_names() -> list[str]:
    return sorted({name for game in SHELF.values() for name in offered(game)})


def option(text: str) -> tuple[str, bool]:
    """NAME=on; a name alone is on."""
    name, _, value = text.partition("=")
    if name not in option_names():
        raise Misuse("command.no_option", name=name, names=", ".join(option_names()))
    if value.lower() not in ("", "on", "true", "yes", "1", "off", "false", "no", "0"):
        raise Misuse("command.on_or_off", name=name, value=value)
    return name, value.lower() in ("", "on", "true", "yes", "1")


def picks(text: str) -> tuple[str, tuple[str, ...]]:
    """ship=3,1: one for each seat; where nothing stands between two commas, the usual one."""
    name, given, values = text.partition("=")
    if not given:
        raise Misuse("command.no_picks", text=text)
    return name.strip(), tuple(value.strip() for value in values.split(","))


def teams(text: str | None, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """1+2,3+4: seats as people count them."""
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
