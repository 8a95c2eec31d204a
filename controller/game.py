"""The contract between the table and a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

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

    @property
    def needs_confirmation(self) -> bool:
        """Who changes his mind and puts a piece back does the same: YES is asked for first."""
        return False

    @property
    def stays(self) -> Refusal | None:
        """The rule by which it is never taken back, where one says so."""
        return None


THEN = "; "  # between the moves of one gesture, as they are written
PLAYER = "player.human"


def player(seat: Seat) -> Saying:
    """Whoever sits there, in a sentence: by name, where names are known."""
    return Saying(PLAYER, {"number": seat + 1})


def out_of_turn(rule: str, owner: Seat) -> Refusal:
    """The refusal of a move that this player may not make now, because it is not his turn."""
    return Refusal(rule, "table.anothers", owner=owner)


def why(refusal: Refusal) -> Saying:
    """The reason in words, with the sites in question and whoever owns what was touched."""
    gaps: dict[str, str | Saying] = {"where": ", ".join(sorted(refusal.sites))}
    if refusal.owner is not None:
        gaps["owner"] = player(refusal.owner)
    return Saying(refusal.words, gaps)


def written(moves: Iterable[Move]) -> str:
    """What a hand did in one go, as it is written."""
    return THEN.join(map(str, moves))


M = TypeVar("M", bound=Move)
Shuffle: TypeAlias = Callable[[Sequence[str]], Sequence[str]]
"""The same cards in an order of luck."""
SPELT = 10  # up to which numbers are written as words


class Position(Protocol[M]):
    """A moment in a game. Frozen; knows its rules; knows nothing of sensors."""

    @property
    def actors(self) -> frozenset[Seat]:
        """Who may act: {CHANCE} when a draw is due, empty exactly when there is an outcome."""

    @property
    def due(self) -> frozenset[Seat]:
        """Those of them for whom the game waits; the others may act, and need not."""

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

    def effect(self, move: M) -> Layout | None:
        """What differs on the board after the move, told without making it; None, if unknown."""

    def on_panel(self, sites: Collection[Site]) -> Self:
        """The same moment on a panel with these sites, which has trays for its pieces, or none."""

    def scene(self) -> Scene:
        """What the lights should say now, beside what may be done."""

    def public(self) -> Self:
        """The same moment with every secret blanked."""

    def seen_by(self, seat: Seat) -> Self:
        """The same moment with only that seat's own secrets kept."""

    def determinize(self, shuffled: Shuffle) -> Self:
        """One way it may really stand, for whoever sees no more than this: what is face down is
        turned up, by luck."""

    def scores(self) -> tuple[int, ...]:
        """Every seat's score so far."""

    def evaluate(self, seat: Seat) -> float:
        """How well that seat stands, by rule of thumb: what a robot goes by."""

    def vain(self, move: M) -> bool:
        """Lawful, and good for nothing: what a robot leaves alone."""

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Who plays together, every seat in one of them; none where everybody plays alone."""

    def credits(self, before: Self, seat: Seat) -> tuple[str, ...]:
        """The rules by which that seat's score has changed since that moment."""

    def tallies(self, seat: Seat) -> tuple[Saying, ...]:
        """What all may count: of a seat its tokens or its purse, of CHANCE the piles."""

    def news(self, before: Self, move: M) -> Saying | None:
        """What came of the move that led here, where the board alone does not show it."""

    def conditions(self) -> Mapping[str, Saying]:
        """By piece, or by site for what is printed there: what is to be known and is not seen."""

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """The cards that seat holds, by name."""

    def picture(self) -> Picture:
        """The board as rows of cells, the far row first, each with the sign printed there.

        Without rows it is shown as its drawing has it.
        """

    def asks(self) -> Saying:
        """What the board asks for now, in words."""

    def asks_people(self, robots: frozenset[Seat]) -> Saying:
        """The same, at a table where these need nobody to tell them."""


class Asking(Protocol):
    """As much of a position as asks for something."""

    def asks(self) -> Saying: ...


class Acting(Protocol):
    """As much of a position as tells who may act."""

    @property
    def actors(self) -> frozenset[Seat]: ...


class Scored(Protocol):
    """Whatever has a score for every seat."""

    def scores(self) -> tuple[int, ...]:
        """Every seat's score so far."""


class PlainPosition(Struct, frozen=True):
    """What a game need not say: nothing is secret, nobody holds cards, all panels are alike."""

    @property
    def due(self: Acting) -> frozenset[Seat]:
        return self.actors

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
        """The own score, less the others' on average."""
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
    picks: Picks = {}  # what each seat has chosen of what the game offers

    def picked(self, choice: Choice) -> tuple[str, ...]:
        """What each seat has of it."""
        return choice.settled(self.picks.get(choice.name, ()), self.seats)

    @property
    def agreed(self) -> frozenset[str]:
        """The options that are switched on."""
        return frozenset(name for name, on in self.options.items() if on)


class Option(Struct, frozen=True):
    """A house rule that may be switched on or off, and the rule it bends."""

    rule: str
    words: str
    usual: bool = False  # on, unless somebody says otherwise


def nothing_to_choose(setting: Setting) -> tuple[Choice, ...]:
    return ()


class Game(Struct, frozen=True):
    """A game on the shelf. What stays the same all through a game is told of any moment of it."""

    name: str
    title: str
    seats: range
    options: Mapping[str, Option]
    opening: Callable[[Setting], Position[Any]]  # how it stands before the first move
    parse: Callable[[str], Move]
    thaw: Callable[[bytes], Position[Any]]  # a position from its JSON
    drawing: Callable[[Any], Drawing]  # of a position: how its board looks, for a page
    pieces: Callable[[Any], tuple[str, ...]]  # of a position: all in its box that can carry a tag
    folder: Path  # where all that is the game's own lies
    place: int = 100  # on the shelf, from the left; equals stand by their titles
    wrong_seats: str = "game.wrong_seats"  # the key of what is said to too many, or too few ...
    no_teams: str = "game.no_teams"  # ... and to teams; empty where teams may play
    choices: Callable[[Setting], tuple[Choice, ...]] = nothing_to_choose  # before the first move
    partners: int = 1  # so many may share a seat: its pieces, its purse and its page

    def parse_all(self, text: str) -> tuple[Move, ...]:
        """The moves of one gesture, from what was `told`."""
        return tuple(map(self.parse, text.split(THEN)))

    def middles(self, position: Position[Any]) -> dict[Site, Point]:
        """Where the cells lie, in units of about a cell."""
        return {cell.site: cell.centre for cell in self.drawing(position).cells}

    @property
    def rules(self) -> Path:
        """Each rule under its number."""
        return self.folder / "RULES.md"

    @property
    def scenarios(self) -> tuple[Path, ...]:
        """Pages of play, with what the board must answer."""
        return tuple(sorted((self.folder / "scenarios").glob("*.txt")))

    @property
    def lessons(self) -> tuple[Path, ...]:
        """Pages of play that teach it, in their order."""
        return tuple(sorted((self.folder / "lessons").glob("*.txt")))

    @property
    def panels(self) -> tuple[Path, ...]:
        """The wirings of the panels it can be played on."""
        return tuple(sorted((self.folder / "panels").glob("*.toml")))

    @property
    def panel(self) -> Path:
        """The wiring of the usual one, which bears the game's own name."""
        return self.folder / "panels" / f"{self.name}.toml"

    def start(self, setting: Setting) -> Position[Any]:
        """The first moment; Misuse when the game is not played by so many, so grouped or so."""
        if trouble := next(self._troubles(setting), None):
            raise trouble
        usual = {name: True for name, option in self.options.items() if option.usual}
        return self.opening(replace(setting, options={**usual, **setting.options}))

    def _troubles(self, setting: Setting) -> Iterator[Misuse]:
        if setting.seats not in self.seats:
            seats, asked = counted(self.seats), setting.seats
            yield Misuse(self.wrong_seats, title=self.title, seats=seats, asked=asked)
        if setting.teams and self.no_teams:
            yield Misuse(self.no_teams, title=self.title)
        members = sorted(seat for team in setting.teams for seat in team)
        if setting.teams and (members != list(range(setting.seats)) or not all(setting.teams)):
            yield Misuse("game.wrong_teams")
        for option in setting.options.keys() - self.options.keys():
            yield Misuse(
                "game.no_option", title=self.title, name=option, names=listed(self.options)
            )
        yield from self._wrong_picks(setting)

    def _wrong_picks(self, setting: Setting) -> Iterator[Misuse]:
        choices = {choice.name: choice for choice in self.choices(setting)}
        for name in setting.picks.keys() - choices.keys():
            names = listed(choices)
            yield Misuse("game.no_choice", title=self.title, name=name, names=names)
        for name, choice in choices.items():
            yield from choice.troubles(setting.picks.get(name, ()), setting.seats)


def counted(seats: range) -> str:
    """How many may play, in words."""
    least, most = spelt(seats[0]), spelt(seats[-1])
    return least if least == most else said("number.range", least=least, most=most)


def spelt(number: int) -> str:
    return said(f"number.{number}") if number <= SPELT else f"{number}"


def listed(names: Collection[str]) -> str:
    """These by name, if there are any."""
    match list(names):
        case []:
            return said("list.none")
        case [one, other]:
            return said("list.two", one=one, other=other)
        case _:
            return ", ".join(names)
