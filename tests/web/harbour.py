"""Harbour: a made-up game for the pages' tests, with a bit of everything a board may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from controller.drawing import Cell, Drawing, Point, Print, Token
from controller.game import Game, Move, PlainPosition, Setting
from controller.notation import Form, Notation
from controller.scene import Light, Scene
from controller.values import CHANCE, Layout, Outcome, Piece, Refusal, Saying, Seat, Sense, Site
from drivers.wiring import ChainFile, LightsFile, Wiring, WiringFile, checked_wiring

QUAYS = tuple(Site(f"q{n}") for n in range(1, 5))
WEDGES = (Site("w1"), Site("w2"))
DEEP = Site("deep")  # what falls in there is gone
HORN, END = Site("key.horn"), Site("key.end_of_turn")
KEYS = (*(Site(f"key.{name}") for name in ("yes", "no", "next", "back")), HORN, END)
SHIPS = ("tug1", "tug2", "liner1", "liner2", "barge1", "barge2")
CRATES = 12
SLICE: tuple[Point, ...] = ((0, -0.6), (0.6, 0.4), (-0.6, 0.4))
Name = Annotated[str, Form("[a-z]+[0-9]?")]
Place = Annotated[Site, Form("[qw][1-4]|deep")]
BUSY = Refusal("H1", "harbour.busy")


class Sail(Move, frozen=True):
    """A ship goes from quay to quay, on top of what lies there, or into the deep."""

    LINE = "{seat} sails {ship} {source}-{target}"

    ship: Name
    source: Place
    target: Place

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({DEEP}) if self.target == DEEP else frozenset()


class Unload(Move, frozen=True):
    """A crate or a slice comes out of the box."""

    LINE = "{seat} unloads {name} {target}"

    name: Name
    target: Place


class Blow(Move, frozen=True):
    """The horn is blown at a quay: said, never shown."""

    LINE = "{seat} blows {quay}"

    quay: Place

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({HORN, self.quay})


class End(Move, frozen=True):
    """The turn is over."""

    LINE = "{seat} ends"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({END})


class Harbour(PlainPosition, frozen=True):
    """A game without a winner: who is to sail, and what lies where."""

    turn: Seat
    lying: tuple[tuple[Site, tuple[str, ...]], ...]

    actors = property(lambda self: frozenset({self.turn}))
    outcome: Outcome | None = None

    def moves(self) -> Iterator[Move]:
        for source, stack in self.lying:
            for target in (*QUAYS, DEEP):
                if source in QUAYS and stack and source != target:
                    yield Sail(self.turn, stack[-1], source, target)
        empty = [site for site in QUAYS if not dict(self.lying)[site]]
        yield from (Unload(self.turn, "crate", site) for site in empty)
        yield from (Unload(self.turn, f"slice{w}", w) for w in WEDGES if not dict(self.lying)[w])
        yield from (Blow(self.turn, quay) for quay in QUAYS)
        yield End(self.turn)

    def attempts(self, near: frozenset[Site]) -> Iterable[Move]:
        return self.moves()

    def refusal(self, move: Move) -> Refusal | None:
        return None if move in set(self.moves()) else BUSY

    def after(self, move: Move) -> Self:
        lying = dict(self.lying)
        match move:
            case Sail(ship=ship, source=source, target=target):
                lying[source] = tuple(name for name in lying[source] if name != ship)
                if target != DEEP:
                    lying[target] = (*lying[target], ship)
            case Unload(name=name, target=target):
                lying[target] = (*lying[target], name)
            case End():
                return replace(self, turn=Seat(1 - self.turn))
        return replace(self, lying=tuple(lying.items()))

    def layout(self) -> Layout:
        return {site: tuple(map(piece, stack)) for site, stack in self.lying if stack}

    def scene(self) -> Scene:
        return {site: Light((0, 120, 255)) for site, stack in self.lying if stack}

    def scores(self) -> tuple[int, ...]:
        return (0, 0)

    def picture(self) -> tuple[tuple[tuple[Site, str], ...], ...]:
        return (tuple((site, ".") for site in QUAYS), ((DEEP, "O"), *((w, "v") for w in WEDGES)))

    def asks(self) -> Saying:
        return Saying("table.choose", {"count": self.turn + 1, "move": "sail"})


def piece(name: str) -> Piece:
    return Piece(name, next(token.seat for token in DRAWING.tokens if token.name == name))


def tokens() -> Iterator[Token]:
    for number, name in enumerate(SHIPS):
        size = {"tug": 0.2, "liner": 0.45, "barge": 0.32}[name[:-1]]
        yield Token(
            name, name.capitalize(), Seat(number % 2), (200, 60 * (number % 2), 40), (), size
        )
    yield Token("crate", "Crate", CHANCE, (150, 110, 60), (), 0.2, label="", count=CRATES)
    for wedge in WEDGES:
        title = f"Slice of {wedge}"
        yield Token(f"slice{wedge}", title, CHANCE, (90, 60, 150), SLICE, pile="slices", home=wedge)


def cells() -> Iterator[Cell]:
    for number, quay in enumerate(QUAYS):
        yield Cell(quay, (1 + 2 * number, 1.0), radius=0.8)
    for number, wedge in enumerate(WEDGES):
        x, y = 4.5 + 1.6 * number, 3.2
        yield Cell(wedge, (x, y), tuple((x + dx * 1.1, y + dy * 1.1) for dx, dy in SLICE), room=1)
    yield Cell(DEEP, (1.4, 3.2), radius=0.6)


DRAWING = Drawing(
    size=(8, 4.4),
    cells=tuple(cells()),
    tokens=tuple(tokens()),
    prints=(Print("pier", (4, 1), (7, 1), "Pier", "the pier", ((1.0, 1.0),)),),
)


def start(setting: Setting) -> Harbour:
    lying = {QUAYS[0]: ("liner1", "tug1", "barge1"), QUAYS[1]: ("tug2",)}
    return Harbour(Seat(0), tuple((s, lying.get(s, ())) for s in (*QUAYS, *WEDGES)))


parse = Notation("Harbour", 2, "1 ends", (Sail, Unload, Blow, End)).parse

GAME = Game(
    name="harbour",
    title="Harbour",
    seats=range(2, 3),
    options={},
    opening=start,
    parse=parse,
    thaw=lambda text: msgspec.json.decode(text, type=Harbour),
    drawing=lambda position: DRAWING,
    pieces=lambda position: SHIPS,
    folder=Path(__file__).parent,
)


def panel(game: Game) -> Wiring:
    """Reeds under quays and wedges, a beam over the deep, six keys, a light for each."""
    reeds, touched = " ".join((*QUAYS, *WEDGES)), " ".join((DEEP, *KEYS))
    return checked_wiring(
        WiringFile(
            name="Harbour panel",
            panel=99,
            game="harbour",
            pixels=len(reeds.split()) + len(touched.split()),
            limit_mA=2000,
            chains=(ChainFile(reeds), ChainFile(touched, Sense.KEY, guarded=False)),
            lights=(LightsFile(0, f"{reeds} {touched}"),),
        )
    )
