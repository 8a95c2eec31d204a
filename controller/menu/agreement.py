"""The agreement about a game before it begins: one value, edited by the board and the lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from controller.choices import Choice, Picks
from controller.game import Game, Setting
from controller.games.rows import put
from controller.robots.levels import LEVELS
from controller.robots.players import ROBOTS
from controller.table_rules import offered_options
from controller.values import Seat

HUMAN = "human"
DEALT, REAL = "virtual", "reader"  # cards dealt by the table, or real ones shown to the readers
DECKS = (REAL, DEALT)
SIMPLE = tuple(kind for kind in ROBOTS if kind not in LEVELS)
PLAYER_KINDS = (HUMAN, *LEVELS, *SIMPLE)  # the kinds of players, in the order of NEXT
NO_TEAM = 0
TEAMS = (NO_TEAM, 1, 2, 3)  # the possible teams of a seat

Blank = TypeVar("Blank")


class Agreement(Struct, frozen=True):
    """Which game, who sits at each seat, the teams, the choices and the house rules."""

    game: str
    kinds: tuple[str, ...]
    options: Mapping[str, bool] = {}
    deck: str = DEALT
    teams: tuple[int, ...] = ()  # of each seat; () if the game has none
    picks: Picks = {}  # by choice: the pick of each seat; "" is the default

    @property
    def seats(self) -> int:
        return len(self.kinds)

    def fits(self, game: Game) -> bool:
        """True if the game can be played so."""
        if game.name != self.game or self.seats not in game.seats or self.deck not in DECKS:
            return False
        known = {*PLAYER_KINDS}.issuperset(self.kinds) and self.options.keys() <= {
            *offered_options(game)
        }
        return known and self._allied(game) and self._chosen(game)

    def _allied(self, game: Game) -> bool:
        many = 0 if game.no_teams else self.seats
        return len(self.teams) == many and {*TEAMS}.issuperset(self.teams)

    def _chosen(self, game: Game) -> bool:
        every = {choice.name: choice for choice in seat_choices(game, self.seats)}
        return self.picks.keys() == every.keys() and all(
            len(row) == self.seats and not any(every[name].troubles(row, self.seats))
            for name, row in self.picks.items()
        )

    def seated(self, seats: int) -> Self:
        """Return the agreement for this number of seats; new seats are for people."""
        return replace(
            self,
            kinds=fit_to_seats(self.kinds, seats, HUMAN),
            teams=self.teams and fit_to_seats(self.teams, seats, NO_TEAM),
            picks={name: fit_to_seats(row, seats, "") for name, row in self.picks.items()},
        )

    def taken(self, seat: int, kind: str) -> Self:
        """Return the agreement with another kind of player at this seat."""
        return replace(self, kinds=put(self.kinds, seat, kind))

    def allied(self, seat: int, team: int) -> Self:
        """Return the agreement with this seat in another team."""
        return replace(self, teams=put(self.teams, seat, team))

    def picked(self, choice: str, seat: int, pick: str) -> Self:
        """Return the agreement after this seat's choice."""
        return replace(self, picks={**self.picks, choice: put(self.picks[choice], seat, pick)})

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each team, if every seat has a team and there are several; else ()."""
        names = dict.fromkeys(self.teams)
        if len(names) < 2 or NO_TEAM in names:
            return ()
        return tuple(
            tuple(Seat(seat) for seat, team in enumerate(self.teams) if team == name)
            for name in names
        )

    def carded(self, deck: str) -> Self:
        """Return the agreement with these cards."""
        return replace(self, deck=deck)

    def ruled(self, option: str, on: bool) -> Self:
        """Return the agreement with this house rule on or off."""
        return replace(self, options={**self.options, option: on})


def usual_agreement(game: Game, lineup: Sequence[str] = (), deck: str = DEALT) -> Agreement:
    """Return the default agreement: the last line-up or the fewest seats, and the default rules."""
    kinds = [kind if kind in LEVELS else HUMAN for kind in lineup]
    seats = len(kinds) if len(kinds) in game.seats else game.seats[0]
    options = {name: option.usual for name, option in offered_options(game).items()}
    teams = () if game.no_teams else (NO_TEAM,)
    picks = {choice.name: ("",) for choice in seat_choices(game, seats)}
    return Agreement(game.name, tuple(kinds[:seats]), options, deck, teams, picks).seated(seats)


def seat_choices(game: Game, seats: int) -> tuple[Choice, ...]:
    """Return the choices that each seat can make, for this number of seats."""
    return game.choices(Setting(seats))


def fit_to_seats(row: tuple[Blank, ...], seats: int, blank: Blank) -> tuple[Blank, ...]:
    """Return the row cut or filled to the number of seats."""
    return (*row[:seats], *[blank] * (seats - len(row)))
