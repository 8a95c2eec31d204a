"""Astron drawn: the window, the strip beneath it as planets and hazards, ships and cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from controller.drawing import Cell, Drawing, Face, Paper, Point, Print, Token
from controller.games.astron.board import COLUMNS, PLACES, ROLLER, ROWS, STATIONS, Strip
from controller.games.astron.box import Box
from controller.games.astron.cards import Cards, Heading
from controller.games.astron.standing import Standing
from controller.values import Saying, Seat
from controller.words import say

KINDS = {
    "E": "earth",
    "L": "moon",
    "N": "mars",
    "S": "saturn",
    "R": "rings",
    "C": "comet",
    "m": "meteors",
    "c": "rays",
    "e": "blackout",
    "a": "asteroids",
}
BENEATH = {"2": "L", "5": "N", "8": "S"}  # the land that a planet's station is printed on
HULL: tuple[Point, ...] = (
    *((0, -0.44), (0.1, -0.3), (0.15, -0.08), (0.15, 0.1), (0.36, 0.36), (0.14, 0.28)),
    *((0, 0.4), (-0.14, 0.28), (-0.36, 0.36), (-0.15, 0.1), (-0.15, -0.08), (-0.1, -0.3)),
)
SIGNS = {Heading.FORWARDS: "↑", Heading.BACKWARDS: "↓", Heading.SIDEWAYS: "↔", Heading.BASE: "⟳"}


def drawing(now: Standing) -> Drawing:
    """How the board looks, all through a game."""
    return drawn(now.box, now.fleet[: len(now.ships)])


def pieces(now: Standing) -> tuple[str, ...]:
    """Everything in the box that can carry a tag, by name."""
    return (*(ship.name for ship in now.box.ships), *now.box.deck)


@lru_cache(8)  # of some two thousand choices of ships
def drawn(box: Box, fleet: tuple[int, ...]) -> Drawing:
    """The board of this box with these ships in play, drawn once."""
    return Drawing(
        size=(COLUMNS, ROWS),
        cells=tuple(cells()),
        tokens=tuple(tokens(box, fleet)),
        paper=Paper(ROLLER, (0, 1), tuple(prints(box.strip))),
        cards={cards.kind: face(cards) for cards in box.cards},
        called={ROLLER: say(Saying("astron.roller"))},
    )


def cells() -> Iterator[Cell]:
    for site, (x, y) in PLACES.items():
        left, top = x, ROWS - 1 - y
        corners = ((left, top), (left + 1, top), (left + 1, top + 1), (left, top + 1))
        yield Cell(site, (left + 0.5, top + 0.5), corners, room=1)


def tokens(box: Box, fleet: tuple[int, ...]) -> Iterator[Token]:
    """Every ship, with the seat that flies it; ships that nobody flies go with empty seats."""
    flown = (*fleet, *(at for at in range(len(box.ships)) if at not in fleet))
    for at, ship in enumerate(box.ships):
        seat = Seat(flown.index(at))
        title = say(Saying("astron.ship", {"ship": at + 1}))
        yield Token(ship.name, title, seat, ship.colour, HULL, label=str(at + 1))


def face(cards: Cards) -> Face:
    """One card as it looks: an arrow, a number, and the sentence it stands for."""
    count = f"{cards.value:+}" if cards.heading is Heading.BASE else str(cards.value)
    title = say(Saying(f"astron.card.{cards.heading.value}", {"value": count}))
    return Face(f"{SIGNS[cards.heading]}{count}", title, cards.heading.value)


def prints(strip: Strip) -> Iterator[Print]:
    """Lands and rings first, hazards by patch, stations on top of all."""
    for kind, places in lands(strip).items():
        yield printed(kind, places)
    for patch in patched(strip):
        yield printed(KINDS[strip.letter(*patch[0])], patch)
    for x, row in printed_stations(strip):
        number = strip.letter(x, row)
        title = say(Saying(f"astron.station.{'stellar' if number in BENEATH else 'space'}"))
        yield Print("station", middle(x, row), (1, 1), number, title, (middle(x, row),))


def lands(strip: Strip) -> dict[str, list[tuple[int, int]]]:
    """Every planet with its places; a station's place belongs to the land around it."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, letters in enumerate(strip.rows):
        for x, letter in enumerate(letters):
            if (x, row) not in strip.patches and (kind := KINDS.get(BENEATH.get(letter, letter))):
                found[kind].append((x, row))
    return dict(found)


def patched(strip: Strip) -> Iterable[list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for place, number in strip.patches.items():
        found[number].append(place)
    return found.values()


def printed_stations(strip: Strip) -> Iterator[tuple[int, int]]:
    for row, letters in enumerate(strip.rows):
        yield from ((x, row) for x, letter in enumerate(letters) if letter in STATIONS)


def printed(kind: str, places: list[tuple[int, int]]) -> Print:
    """A picture over all these places."""
    middles = tuple(middle(x, row) for x, row in places)
    (left, right), (top, bottom) = ((min(part), max(part)) for part in zip(*middles, strict=True))
    centre = ((left + right) / 2, (top + bottom) / 2)
    size = (right - left + 1, bottom - top + 1)
    return Print(kind, centre, size, "", say(Saying(f"astron.print.{kind}")), middles)


def middle(x: int, row: int) -> Point:
    """The middle of a place on the strip, while row 0 lies at the near edge."""
    return x + 0.5, ROWS - 0.5 - row
