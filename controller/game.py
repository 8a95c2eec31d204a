"""The contract between the table and a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from msgspec import Struct

from controller.drawing import Drawing
from controller.notation import Written
from controller.scene import Scene
from controller.values import Layout, Outcome, Refusal, Saying, Seat, Site


class Move(Written, frozen=True):
    """The smallest choice the rules can judge. `str(move)` is its notation, by its LINE."""

    seat: Seat

    @property
    def touches(self) -> frozenset[Site]:
        """Sites the hand visits where nothing moves: a key, a laser ship, a hole."""
        return frozenset()

    @property
    def reveals(self) -> bool:
        """Somebody has now seen a card he had not seen: no way back without everyone's leave."""
        return False


M = TypeVar("M", bound=Move)


class Position(Protocol[M]):
    """A moment in a game. Frozen; knows its rules; knows nothing of sensors."""

    @property
    def actors(self) -> frozenset[Seat]:
        """Who may act: {CHANCE} when a draw is due, empty exactly when there is an outcome."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""

    def moves(self) -> Iterable[M]:
        """Every lawful move, fast: bots and playouts live here."""

    def attempts(self, near: frozenset[Site]) -> Iterable[M]:
        """What a hand could do at these sites, lawful or not."""

    def refusal(self, move: M) -> Refusal | None:
        """The rule that forbids the move, or None when it is lawful."""

    def after(self, move: M) -> Self:
        """The moment that follows; defined for every attempt, checks nothing."""

    def layout(self) -> Layout:
        """How the board should stand now."""

    def scene(self) -> Scene:
        """What the lights should say now, beside what may be done."""

    def public(self) -> Self:
        """The same moment with every secret blanked."""

    def seen_by(self, seat: Seat) -> Self:
        """The same moment with only that seat's own secrets kept."""

    def scores(self) -> tuple[int, ...]:
        """Every seat's score so far."""

    def promise(self, seat: Seat) -> float:
        """How well that seat stands, by rule of thumb: what a robot goes by."""

    def credits(self, before: Self, seat: Seat) -> tuple[str, ...]:
        """The rules by which that seat's score has changed since that moment."""

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """The cards that seat holds, by name."""

    def picture(self) -> tuple[tuple[tuple[Site, str], ...], ...]:
        """The board as rows of cells, the far row first, each with the sign printed there."""

    def asks(self) -> Saying:
        """What the board asks for now, in words."""


@runtime_checkable
class Wide(Position[M], Protocol[M]):
    """A moment on a board so wide that its lawful moves are asked for by place."""

    def near(self, sites: frozenset[Site]) -> Iterable[M]:
        """Every lawful move that brings a hand to one of these sites."""

    def starts(self) -> frozenset[Site]:
        """Where a hand may begin; where it may go from there is told when it has."""


class Setting(Struct, frozen=True):
    """What is agreed before a game: how many play, who plays together, which options."""

    seats: int
    teams: tuple[tuple[Seat, ...], ...] = ()
    options: Mapping[str, bool] = {}
    box: Path | None = None  # a folder whose files replace the game's own


class Option(Struct, frozen=True):
    """A house rule that may be switched on, and the rule it bends."""

    rule: str
    words: str


class Game(Struct, frozen=True):
    """A game on the shelf. What stays the same all through a game is told of any moment of it."""

    name: str
    title: str
    seats: range
    options: Mapping[str, Option]
    start: Callable[[Setting], Position[Any]]
    parse: Callable[[str], Move]
    thaw: Callable[[bytes], Position[Any]]  # a position from its JSON
    drawing: Callable[[Any], Drawing]  # of a position: how its board looks, for a page
    pieces: Callable[[Any], tuple[str, ...]]  # of a position: all in its box that can carry a tag
    rules: Path  # RULES.md: each rule under its number
