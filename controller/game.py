"""The contract between the table and a game: Move, Position, Setting and Game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from controller.choices import Choice, Picks
from controller.drawing import Drawing, Picture, Point
from controller.errors import Misuse
from controller.notation import Written
from controller.scene import Scene
from controller.values import Layout, Outcome, Refusal, Saying, Seat, Site
from controller.words import said


class Move(Written, frozen=True):
    """The smallest choice that rules can judge. `str(move)` is its notation, by its LINE."""

    seat: Seat

    @property
    def touches(self) -> frozenset[Site]:
        """Sites that the hand touches without moving a piece: a key, a laser ship, a hole."""
        return frozenset()

    @property
    def reveals(self) -> bool:
        """True if a seat sees a new card; then it is only taken back if everybody allows it."""
        return False

    @property
    def needs_confirmation(self) -> bool:
        """True if putting a piece back would look the same, so that YES is asked for first."""
        return False

    @property
    def stays(self) -> Refusal | None:
        """The rule that forbids taking it back, if there is one."""
        return None


THEN = "; "  # separates the moves of one gesture in notation
PLAYER = "player.human"


def player(seat: Seat) -> Saying:
    """Return the player of this seat for a sentence; shown by name where names are known."""
    return Saying(PLAYER, {"number": seat + 1})


def out_of_turn(rule: str, owner: Seat) -> Refusal:
    """Return the refusal of a move for which it is another player's turn."""
    return Refusal(rule, "table.anothers", owner=owner)


def why(refusal: Refusal) -> Saying:
    """Return a refusal's reason, with its sites and the owner of what was touched."""
    gaps: dict[str, str | Saying] = {"where": ", ".join(sorted(refusal.sites))}
    if refusal.owner is not None:
        gaps["owner"] = player(refusal.owner)
    return Saying(refusal.words, gaps)


def gesture_text(moves: Iterable[Move]) -> str:
    """Return the moves of one gesture as text; `Game.parse_all` parses it."""
    return THEN.join(map(str, moves))


M = TypeVar("M", bound=Move)
Shuffle: TypeAlias = Callable[[Sequence[str]], Sequence[str]]
"""Returns the same cards in random order."""
SPELT = 10  # the largest number written as a word


class Position(Protocol[M]):
    """A moment in a game. Frozen; it knows the rules, and nothing about sensors."""

    @property
    def actors(self) -> frozenset[Seat]:
        """The seats that may act: {CHANCE} when cards are due, empty if and only if it is over."""

    @property
    def due(self) -> frozenset[Seat]:
        """The seats that the game waits for; the other actors may act, but need not."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def moves(self) -> Iterable[M]:
        """Return every lawful move; must be fast, as robots and playouts call it often."""

    def attempts(self, near: frozenset[Site]) -> Iterable[M]:
        """Return the moves that a hand could make at these sites, lawful or not."""

    def refusal(self, move: M) -> Refusal | None:
        """Return the rule that forbids the move; None if it is lawful."""

    def after(self, move: M) -> Self:
        """Return the position after the move; defined for every attempt, checks nothing."""

    def layout(self) -> Layout:
        """Return how the board should stand now."""

    def effect(self, move: M) -> Layout | None:
        """Return the new contents of the sites that the move changes; None if not worked out."""

    def on_panel(self, sites: Collection[Site]) -> Self:
        """Return this position for a panel with these sites, which may lack trays for pieces."""

    def scene(self) -> Scene:
        """Return what the lights show, besides the moves that are possible."""

    def public(self) -> Self:
        """Return this position with every secret hidden."""

    def seen_by(self, seat: Seat) -> Self:
        """Return this position with no secrets but those of this seat."""

    def determinize(self, shuffled: Shuffle) -> Self:
        """Return one possible position, in which all that is hidden here is known.

        `shuffled` gives the order of the hidden cards.
        """

    def scores(self) -> tuple[int, ...]:
        """Return every seat's score so far."""

    def evaluate(self, seat: Seat) -> float:
        """Return how well this seat stands, by the heuristic that robots use."""

    def vain(self, move: M) -> bool:
        """True if this lawful move is useless, so that robots leave it out."""

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each team, every seat in one; empty if all play alone."""

    def credits(self, before: Self, seat: Seat) -> tuple[str, ...]:
        """Return the rules by which this seat's score has changed since `before`."""

    def tallies(self, seat: Seat) -> tuple[Saying, ...]:
        """Return what everybody may count: a seat's possessions, or the piles for CHANCE."""

    def news(self, before: Self, move: M) -> Saying | None:
        """Return what the move that led here caused, if the board alone does not show it."""

    def conditions(self) -> Mapping[str, Saying]:
        """Return states that the board does not show, by piece, or by site for what is printed."""

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """Return the names of the cards that this seat holds."""

    def picture(self) -> Picture:
        """Return the board as rows of cells, the far row first, each with what is printed on it.

        Without rows, it is shown as in its drawing.
        """

    def asks(self) -> Saying:
        """Return what the board asks for now, in words."""

    def asks_people(self, robots: frozenset[Seat]) -> Saying:
        """Return what the board asks for; these robots need not be told what to do."""


class Asking(Protocol):
    """The part of a position that says what is asked for."""

    def asks(self) -> Saying: ...


class Acting(Protocol):
    """The part of a position that says who may act."""

    @property
    def actors(self) -> frozenset[Seat]: ...


class Scored(Protocol):
    """Anything that has a score for every seat."""

    def scores(self) -> tuple[int, ...]:
        """Return every seat's score so far."""


class Judging(Protocol):
    """The part of a position that judges moves."""

    sites: ClassVar[frozenset[Site]]

    @property
    def outcome(self) -> Outcome | None: ...
    def attempts(self, near: frozenset[Site]) -> Iterable[Any]: ...
    def refusal(self, move: Any) -> Refusal | None: ...


class PlainPosition(Struct, frozen=True):
    """Defaults for a position without secrets, cards or teams, the same on all panels."""

    sites: ClassVar[frozenset[Site]] = frozenset()  # of the board; `moves` tries all of them

    @property
    def due(self: Acting) -> frozenset[Seat]:
        return self.actors

    def moves(self: Judging) -> Iterable[Any]:
        """Yield every attempt that no rule refuses; a game for strong robots has a faster way."""
        if self.outcome is None:
            yield from (move for move in self.attempts(self.sites) if self.refusal(move) is None)

    def public(self) -> Self:
        return self

    def seen_by(self, seat: Seat) -> Self:
        return self

    def determinize(self, shuffled: Shuffle) -> Self:
        return self

    def hand(self, seat: Seat) -> tuple[str, ...]:
        return ()

    def on_panel(self, sites: Collection[Site]) -> Self:
        return self

    def effect(self, move: Move) -> Layout | None:
        return None

    def scene(self) -> Scene:
        return {}

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        return ()

    def credits(self, before: Self, seat: Seat) -> tuple[str, ...]:
        return ()

    def tallies(self, seat: Seat) -> tuple[Saying, ...]:
        return ()

    def news(self, before: Self, move: Move) -> Saying | None:
        return None

    def conditions(self) -> Mapping[str, Saying]:
        return {}

    def evaluate(self: Scored, seat: Seat) -> float:
        """Return the seat's own score minus the average of the others."""
        scores = self.scores()
        return scores[seat] - (sum(scores) - scores[seat]) / max(len(scores) - 1, 1)

    def vain(self, move: Move) -> bool:
        return False

    def asks_people(self: Asking, robots: frozenset[Seat]) -> Saying:
        return self.asks()

    def picture(self) -> Picture:
        return ()


@runtime_checkable
class Wide(Position[M], Protocol[M]):
    """A position on so large a board that its lawful moves are asked for by site."""

    def near(self, sites: frozenset[Site]) -> Iterable[M]:
        """Return every lawful move that brings a hand to one of these sites."""

    def starts(self) -> frozenset[Site]:
        """Return the sites at which a move may begin; its goals are asked for after that."""


class Setting(Struct, frozen=True):
    """What is agreed before a game: the number of seats, teams, options and picks."""

    seats: int
    teams: tuple[tuple[Seat, ...], ...] = ()
    options: Mapping[str, bool] = {}
    box: Path | None = None  # a folder whose files replace the game's own
    picks: Picks = {}  # what each seat has chosen, by choice

    def picked(self, choice: Choice) -> tuple[str, ...]:
        """Return what each seat gets of this choice."""
        return choice.settled(self.picks.get(choice.name, ()), self.seats)

    @property
    def agreed(self) -> frozenset[str]:
        """The options that are switched on."""
        return frozenset(name for name, on in self.options.items() if on)


class Option(Struct, frozen=True):
    """A house rule that can be switched on or off, and the rule that it changes."""

    rule: str
    words: str
    usual: bool = False  # True if it is on by default


def nothing_to_choose(setting: Setting) -> tuple[Choice, ...]:
    """Return no choices."""
    return ()


class Game(Struct, frozen=True):
    """A game: its rules as functions of any of its positions, and its files."""

    name: str
    title: str
    seats: range
    options: Mapping[str, Option]
    opening: Callable[[Setting], Position[Any]]  # returns the position before the first move
    parse: Callable[[str], Move]
    thaw: Callable[[bytes], Position[Any]]  # a position from its JSON
    drawing: Callable[[Any], Drawing]  # takes a position; how its board looks, for a page
    pieces: Callable[[Any], tuple[str, ...]]  # takes a position; all pieces that can carry a tag
    folder: Path  # holds all of the game's files
    place: int = 100  # order on the shelf; games with equal places by title
    wrong_seats: str = "game.wrong_seats"  # the key of the message for a wrong number of seats ...
    no_teams: str = "game.no_teams"  # ... and for teams; "" if teams are allowed
    choices: Callable[[Setting], tuple[Choice, ...]] = nothing_to_choose  # of each seat
    partners: int = 1  # people who may share a seat, with its pieces and page

    def parse_all(self, text: str) -> tuple[Move, ...]:
        """Return the moves of one gesture, from text as `gesture_text` returns it."""
        return tuple(map(self.parse, text.split(THEN)))

    def middles(self, position: Position[Any]) -> dict[Site, Point]:
        """Return the centre of each cell, in units of about a cell."""
        return {cell.site: cell.centre for cell in self.drawing(position).cells}

    @property
    def rules(self) -> Path:
        """The file with the rules, each under its number."""
        return self.folder / "RULES.md"

    @property
    def scenarios(self) -> tuple[Path, ...]:
        """The files of scenarios: play, with what the board must answer."""
        return tuple(sorted((self.folder / "scenarios").glob("*.txt")))

    @property
    def lessons(self) -> tuple[Path, ...]:
        """The files of lessons that teach the game, in order."""
        return tuple(sorted((self.folder / "lessons").glob("*.txt")))

    @property
    def panels(self) -> tuple[Path, ...]:
        """The wiring files of the panels on which it can be played."""
        return tuple(sorted((self.folder / "panels").glob("*.toml")))

    @property
    def panel(self) -> Path:
        """The wiring file of the usual panel, which has the game's name."""
        return self.folder / "panels" / f"{self.name}.toml"

    def start(self, setting: Setting) -> Position[Any]:
        """Return the first position; Misuse if the setting is not possible in this game."""
        if trouble := next(self._troubles(setting), None):
            raise trouble
        usual = {name: True for name, option in self.options.items() if option.usual}
        return self.opening(replace(setting, options={**usual, **setting.options}))

    def _troubles(self, setting: Setting) -> Iterator[Misuse]:
        if setting.seats not in self.seats:
            seats, asked = seats_in_words(self.seats), setting.seats
            yield Misuse(self.wrong_seats, title=self.title, seats=seats, asked=asked)
        if setting.teams and self.no_teams:
            yield Misuse(self.no_teams, title=self.title)
        members = sorted(seat for team in setting.teams for seat in team)
        if setting.teams and (members != list(range(setting.seats)) or not all(setting.teams)):
            yield Misuse("game.wrong_teams")
        for option in setting.options.keys() - self.options.keys():
            yield Misuse(
                "game.no_option", title=self.title, name=option, names=names_in_words(self.options)
            )
        yield from self._wrong_picks(setting)

    def _wrong_picks(self, setting: Setting) -> Iterator[Misuse]:
        choices = {choice.name: choice for choice in self.choices(setting)}
        for name in setting.picks.keys() - choices.keys():
            names = names_in_words(choices)
            yield Misuse("game.no_choice", title=self.title, name=name, names=names)
        for name, choice in choices.items():
            yield from choice.troubles(setting.picks.get(name, ()), setting.seats)


def seats_in_words(seats: range) -> str:
    """Return how many may play, in words: "two to four"."""
    least, most = number_in_words(seats[0]), number_in_words(seats[-1])
    return least if least == most else said("number.range", least=least, most=most)


def number_in_words(number: int) -> str:
    """Return a number as a word, or as digits if it is above SPELT."""
    return said(f"number.{number}") if number <= SPELT else f"{number}"


def names_in_words(names: Collection[str]) -> str:
    """Return these names as a list in words; for none, the word for it."""
    match list(names):
        case []:
            return said("list.none")
        case [one, other]:
            return said("list.two", one=one, other=other)
        case _:
            return ", ".join(names)
