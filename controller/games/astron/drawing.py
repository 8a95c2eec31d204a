"""How Astron is drawn: the window, the strip with planets and hazards, the ships and the cards."""

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
BENEATH = {"2": "L", "5": "N", "8": "S"}  # the land around each planet's station
HULL: tuple[Point, ...] = (
    *((0, -0.44), (0.1, -0.3), (0.15, -0.08), (0.15, 0.1), (0.36, 0.36), (0.14, 0.28)),
    *((0, 0.4), (-0.14, 0.28), (-0.36, 0.36), (-0.15, 0.1), (-0.15, -0.08), (-0.1, -0.3)),
)
SIGNS = {Heading.FORWARDS: "↑", Heading.BACKWARDS: "↓", Heading.SIDEWAYS: "↔", Heading.BASE: "⟳"}


def drawing(now: Standing) -> Drawing:
    """Return the drawing of the board, which stays the same throughout a game."""
    return drawn(now.box, now.fleet[: len(now.ships)])


def pieces(now: Standing) -> tuple[str, ...]:
    """Return the names of all pieces and cards in the box that can carry a tag."""
    return (*(ship.name for ship in now.box.ships), *now.box.deck)


@lru_cache(8)  # there are about two thousand choices of ships
def drawn(box: Box, fleet: tuple[int, ...]) -> Drawing:
    """Return the drawing for this box and these ships in play (cached)."""
    return Drawing(
        size=(COLUMNS, ROWS),
        cells=tuple(cells()),
        tokens=tuple(tokens(box, fleet)),
        paper=Paper(ROLLER, (0, 1), tuple(prints(box.strip))),
        cards={cards.kind: face(cards) for cards in box.cards},
        called={ROLLER: say(Saying("astron.roller"))},
    )


def cells() -> Iterator[Cell]:
    """Yield the square cells of the window."""
    for site, (x, y) in PLACES.items():
        left, top = x, ROWS - 1 - y
        corners = ((left, top), (left + 1, top), (left + 1, top + 1), (left, top + 1))
        yield Cell(site, (left + 0.5, top + 0.5), corners, room=1)


def tokens(box: Box, fleet: tuple[int, ...]) -> Iterator[Token]:
    """Yield every ship with its seat; ships not in play get the unused seats."""
    flown = (*fleet, *(at for at in range(len(box.ships)) if at not in fleet))
    for at, ship in enumerate(box.ships):
        seat = Seat(flown.index(at))
        title = say(Saying("astron.ship", {"ship": at + 1}))
        yield Token(ship.name, title, seat, ship.colour, HULL, label=str(at + 1))


def face(cards: Cards) -> Face:
    """Return the face of a card: an arrow with a number, and the card's title."""
    count = f"{cards.value:+}" if cards.heading is Heading.BASE else str(cards.value)
    title = say(Saying(f"astron.card.{cards.heading.value}", {"value": count}))
    return Face(f"{SIGNS[cards.heading]}{count}", title, cards.heading.value)


def prints(strip: Strip) -> Iterator[Print]:
    """Yield the prints of the strip in drawing order: lands and rings, hazard patches, stations."""
    for kind, places in lands(strip).items():
        yield printed(kind, places)
    for patch in patched(strip):
        yield printed(KINDS[strip.letter(*patch[0])], patch)
    for x, row in printed_stations(strip):
        number = strip.letter(x, row)
        title = say(Saying(f"astron.station.{'stellar' if number in BENEATH else 'space'}"))
        yield Print("station", middle(x, row), (1, 1), number, title, (middle(x, row),))


def lands(strip: Strip) -> dict[str, list[tuple[int, int]]]:
    """Return the places of each kind of land; a planet's station belongs to the land around it."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, letters in enumerate(strip.rows):
        for x, letter in enumerate(letters):
            if (x, row) not in strip.patches and (kind := KINDS.get(BENEATH.get(letter, letter))):
                found[kind].append((x, row))
    return dict(found)


def patched(strip: Strip) -> Iterable[list[tuple[int, int]]]:
    """Return the places of each hazard patch."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for place, number in strip.patches.items():
        found[number].append(place)
    return found.values()


def printed_stations(strip: Strip) -> Iterator[tuple[int, int]]:
    """Yield the column and row of every station place."""
    for row, letters in enumerate(strip.rows):
        yield from ((x, row) for x, letter in enumerate(letters) if letter in STATIONS)


def printed(kind: str, places: list[tuple[int, int]]) -> Print:
    """Return a print of this kind that covers all these places."""
    middles = tuple(middle(x, row) for x, row in places)
    (left, right), (top, bottom) = ((min(part), max(part)) for part in zip(*middles, strict=True))
    centre = ((left + right) / 2, (top + bottom) / 2)
    size = (right - left + 1, bottom - top + 1)
    return Print(kind, centre, size, "", say(Saying(f"astron.print.{kind}")), middles)


def middle(x: int, row: int) -> Point:
    """Return the centre of a place of the strip while row 0 lies at the near edge."""
    return x + 0.5, ROWS - 0.5 - row
