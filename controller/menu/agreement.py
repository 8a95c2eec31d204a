"""What is being agreed on before a game: one value, shown by the board and by the lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from controller.choices import Choice, Picks
from controller.game import Game, Setting
from controller.robots.levels import LEVELS
from controller.robots.players import ROBOTS
from controller.table_rules import offered
from controller.values import Seat

HUMAN = "human"
DEALT, REAL = "virtual", "reader"  # cards that the table deals, and real ones over the readers
DECKS = (REAL, DEALT)
SIMPLE = tuple(kind for kind in ROBOTS if kind not in LEVELS)
KINDS = (HUMAN, *LEVELS, *SIMPLE)  # who may sit at a seat, in the order in which NEXT shows them
ALONE = 0
TEAMS = (ALONE, 1, 2, 3)  # for whom a seat may play

Blank = TypeVar("Blank")


class Agreement(Struct, frozen=True):
    """Which game, who sits at each seat, for which team and with what, which house rules."""

    game: str
    kinds: tuple[str, ...]
    options: Mapping[str, bool] = {}
    deck: str = DEALT
    teams: tuple[int, ...] = ()  # of each seat; none where the game has none
    picks: Picks = {}  # by the name of a choice what each seat has of it; '' is what is usual

    @property
    def seats(self) -> int:
        return len(self.kinds)

    def fits(self, game: Game) -> bool:
        """It can be played so."""
        if game.name != self.game or self.seats not in game.seats or self.deck not in DECKS:
            return False
        known = {*KINDS}.issuperset(self.kinds) and self.options.keys() <= {*offered(game)}
        return known and self._allied(game) and self._chosen(game)

    def _allied(self, game: Game) -> bool:
        many = 0 if game.no_teams else self.seats
        return len(self.teams) == many and {*TEAMS}.issuperset(self.teams)

    def _chosen(self, game: Game) -> bool:
        every = {choice.name: choice for choice in choices(game, self.seats)}
        return self.picks.keys() == every.keys() and all(
            len(row) == self.seats and not any(every[name].troubles(row, self.seats))
            for name, row in self.picks.items()
        )

    def seated(self, seats: int) -> Self:
        """The same for so many: those who sit stay, people join."""
        return replace(
            self,
            kinds=fit_to_seats(self.kinds, seats, HUMAN),
            teams=self.teams and fit_to_seats(self.teams, seats, ALONE),
            picks={name: fit_to_seats(row, seats, "") for name, row in self.picks.items()},
        )

    def taken(self, seat: int, kind: str) -> Self:
        """The same with somebody else at this seat."""
        return replace(self, kinds=put(self.kinds, seat, kind))

    def allied(self, seat: int, team: int) -> Self:
        """The same with this seat in another team."""
        return replace(self, teams=put(self.teams, seat, team))

    def picked(self, choice: str, seat: int, pick: str) -> Self:
        """The same after this seat has chosen."""
        return replace(self, picks={**self.picks, choice: put(self.picks[choice], seat, pick)})

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each team, where everybody has one and there are several; else none."""
        names = dict.fromkeys(self.teams)
        if len(names) < 2 or ALONE in names:
            return ()
        return tuple(
            tuple(Seat(seat) for seat, team in enumerate(self.teams) if team == name)
            for name in names
        )

    def carded(self, deck: str) -> Self:
        return replace(self, deck=deck)

    def ruled(self, option: str, on: bool) -> Self:
        return replace(self, options={**self.options, option: on})


def usual(game: Game, lineup: Sequence[str] = (), deck: str = DEALT) -> Agreement:
    """Who played it last here, or as few as it takes; every house rule as the game has it."""
    kinds = [kind if kind in LEVELS else HUMAN for kind in lineup]
    seats = len(kinds) if len(kinds) in game.seats else game.seats[0]
    options = {name: option.usual for name, option in offered(game).items()}
    teams = () if game.no_teams else (ALONE,)
    picks = {choice.name: ("",) for choice in choices(game, seats)}
    return Agreement(game.name, tuple(kinds[:seats]), options, deck, teams, picks).seated(seats)


def choices(game: Game, seats: int) -> tuple[Choice, ...]:
    """What each of so many seats may choose for itself."""
    return game.choices(Setting(seats))


def fit_to_seats(row: tuple[Blank, ...], seats: int, blank: Blank) -> tuple[Blank, ...]:
    """As long as there are seats."""
    return (*row[:seats], *[blank] * (seats - len(row)))


def put(row: tuple[Blank, ...], seat: int, what: Blank) -> tuple[Blank, ...]:
    return (*row[:seat], what, *row[seat + 1 :])
