"""Read and check the files of an Astron box; an error names the file, the line and the reason."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from msgspec import Struct

from controller.games.astron.board import COLUMNS, PLACES, ROWS, STATIONS, TERRAIN
from controller.games.astron.box import FLEET, Box, Ship
from controller.games.astron.cards import FARTHEST_TURN, Cards, Heading, hand_size
from controller.games.files import Boxes, bad, found, read_toml, text_of

HERE = Path(__file__).parent


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of deck.toml."""

    cards: tuple[Cards, ...]
    provenance: str = ""


class ShipsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of ships.toml."""

    ships: tuple[Ship, ...]
    provenance: str = ""


class StripFile(Struct, frozen=True):
    """The contents of strip.txt: numbered rows with their lines, the far row first, and limits."""

    rows: list[tuple[int, int, str]]
    limits: dict[str, tuple[int, ...]]


def read_box(folder: Path) -> Box:
    """Return the box in this folder; BadBox if a file cannot be read or played with."""
    rows, limits = read_strip(found(folder, "strip.txt", HERE))
    (lowest,), (highest,), (near, far) = limits["lowest"], limits["highest"], limits["danger"]
    cards = read_deck(found(folder, "deck.toml", HERE))
    ships = read_ships(found(folder, "ships.toml", HERE))
    return Box(rows, lowest, highest, (near, far), cards, ships)


BOXES = Boxes(HERE, "astron.box.holds", read_box)
own_box, load_box = BOXES.own, BOXES.load


def read_strip(path: Path) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    """Return the rows from Earth outwards, and the limits."""
    file = StripFile([], {})
    for number, line in enumerate(text_of(path).splitlines(), 1):
        words = line.partition("#")[0].strip()
        if "=" in words:
            read_limit(path, number, words, file)
        elif words:
            read_row(path, number, words, file)
    check_rows(path, file)
    rows = tuple(row for _, _, row in reversed(file.rows))
    check_stations(path, file)
    check_limits(path, file.limits, rows)
    return rows, file.limits


LIMITS = {"lowest": 1, "highest": 1, "danger": 2}
NUMBER = re.compile(r"[+-]?[0-9]{1,4}")


def read_limit(path: Path, number: int, words: str, file: StripFile) -> None:
    """Store a limit line such as `highest = 55` in `file`; BadBox if it is wrong."""
    key, _, value = (part.strip() for part in words.partition("="))
    if key == "provenance":
        return
    if key not in LIMITS or key in file.limits:
        raise bad(path, "astron.box.unknown-limit", number, name=key)
    numbers = value.split()
    if len(numbers) != LIMITS[key] or not all(map(NUMBER.fullmatch, numbers)):
        raise bad(path, "astron.box.wrong-limit", number, name=key, count=LIMITS[key], value=value)
    file.limits[key] = tuple(map(int, numbers))


def read_row(path: Path, number: int, words: str, file: StripFile) -> None:
    """Store a row line such as `58 .R..88..R.` in `file`; BadBox if it is wrong."""
    name, _, row = words.partition(" ")
    row = row.strip()
    if not re.fullmatch("[0-9]{1,4}", name):
        raise bad(path, "astron.box.unnumbered-row", number, name=name)
    if len(row) != COLUMNS:
        raise bad(path, "astron.box.long-row", number, row=name, count=len(row), due=COLUMNS)
    if strange := set(row) - TERRAIN:
        raise bad(path, "astron.box.unknown-letter", number, row=name, letter=min(strange))
    check_order(path, number, int(name), file)
    file.rows.append((number, int(name), row))


def check_order(path: Path, line: int, row: int, file: StripFile) -> None:
    """Raise BadBox unless the row numbers count down by one."""
    if not file.rows or row == file.rows[-1][1] - 1:
        return
    if row in (known for _, known, _ in file.rows):
        raise bad(path, "astron.box.row-twice", line, row=row)
    if row > file.rows[-1][1]:
        raise bad(path, "astron.box.row-order", line, row=row)
    raise bad(path, "astron.box.row-missing", line, missing=file.rows[-1][1] - 1, row=row)


def check_rows(path: Path, file: StripFile) -> None:
    """Raise BadBox unless the strip ends on row 0 and every limit is set."""
    if not file.rows or file.rows[-1][1] != 0:
        raise bad(path, "astron.box.no-row-0")
    for key in LIMITS.keys() - file.limits.keys():
        raise bad(path, "astron.box.no-limit", name=key)


def check_stations(path: Path, file: StripFile) -> None:
    """Raise BadBox unless each of the eight stations is in one row, its cells side by side."""
    for station in STATIONS:
        lines = [(line, row) for line, _, row in file.rows if station in row]
        if not lines:
            raise bad(path, "astron.box.no-station", station=station)
        line, row = lines[-1]
        if len(lines) > 1 or station * row.count(station) not in row:
            raise bad(path, "astron.box.split-station", line, station=station)


def check_limits(path: Path, limits: dict[str, tuple[int, ...]], rows: tuple[str, ...]) -> None:
    """Raise BadBox unless the strip can move, within the printed rows, clear of the danger rows."""
    (lowest,), (highest,), (near, far) = limits["lowest"], limits["highest"], limits["danger"]
    if not 0 <= lowest < highest:
        raise bad(path, "astron.box.wrong-run", lowest=lowest, highest=highest)
    if highest >= len(rows):
        raise bad(path, "astron.box.too-high", highest=highest)
    if near >= lowest or far <= highest + ROWS - 1:
        raise bad(path, "astron.box.danger-shown", near=near, far=far)
    shown = set("".join(rows[lowest : highest + ROWS]))
    if hidden := set(STATIONS) - shown:
        raise bad(path, "astron.box.hidden-station", station=min(hidden))


def read_deck(path: Path) -> tuple[Cards, ...]:
    """Return the cards of the deck; BadBox if a value is out of range or the deck is unplayable."""
    cards = read_toml(path, DeckFile).cards
    for number, card in enumerate(cards, 1):
        farthest = FARTHEST_TURN if card.heading is Heading.BASE else ROWS - 1
        least = -farthest if card.heading is Heading.BASE else 1
        if card.value == 0 or not least <= card.value <= farthest:
            heading, value = card.heading.value, card.value
            raise bad(path, "astron.box.wrong-card", number=number, heading=heading, value=value)
    check_deck(path, cards)
    return cards


def check_deck(path: Path, cards: tuple[Cards, ...]) -> None:
    """Raise BadBox unless six hands can be dealt, ships can fly and the strip can reach its end."""
    total = sum(card.count for card in cards)
    if twice := [kind for kind, n in Counter(card.kind for card in cards).items() if n > 1]:
        raise bad(path, "astron.box.card-twice", card=twice[0])
    if not any(card.heading is Heading.FORWARDS for card in cards):
        raise bad(path, "astron.box.no-forwards")
    if total < FLEET * hand_size(FLEET):
        raise bad(path, "astron.box.few-cards", count=total)
    upheaval = sum(card.count * card.value for card in cards if card.heading is Heading.BASE)
    if total // FLEET + upheaval <= 0:
        raise bad(path, "astron.box.never-arrives")


def read_ships(path: Path) -> tuple[Ship, ...]:
    """Return the six ships; BadBox if two share a name or cell, or one is outside the window."""
    ships = read_toml(path, ShipsFile).ships
    if len(ships) != FLEET:
        raise bad(path, "astron.box.wrong-fleet", count=len(ships), due=FLEET)
    for number, ship in enumerate(ships, 1):
        if ship.takeoff not in PLACES:
            raise bad(path, "astron.box.no-takeoff", number=number, cell=ship.takeoff)
    for what in ("name", "takeoff"):
        value, times = Counter(getattr(ship, what) for ship in ships).most_common(1)[0]
        if times > 1:
            raise bad(path, "astron.box.ships-alike", what=what, value=value)
    return ships
