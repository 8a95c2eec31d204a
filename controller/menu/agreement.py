"""What is being agreed on before a game: one value, shown by the board and by the lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Game
from controller.robots.levels import LEVELS
from controller.robots.players import ROBOTS
from controller.table_rules import offered

HUMAN = "human"
DEALT, REAL = "virtual", "reader"  # cards that the table deals, and real ones over the readers
DECKS = (REAL, DEALT)
KINDS = (HUMAN, *LEVELS)  # who may sit at a seat, in the order in which NEXT goes through them


class Agreement(Struct, frozen=True):
    """Which game, who sits at each seat, which house rules."""

    game: str
    kinds: tuple[str, ...]
    options: Mapping[str, bool] = {}
    deck: str = DEALT

    @property
    def seats(self) -> int:
        return len(self.kinds)

    def fits(self, game: Game) -> bool:
        """It can be played so."""
        known = {HUMAN, *ROBOTS}.issuperset(self.kinds) and self.options.keys() <= {*offered(game)}
        return known and self.deck in DECKS and game.name == self.game and self.seats in game.seats

    def seated(self, seats: int) -> Self:
        """The same for so many: those who sit stay, people join."""
        return replace(self, kinds=(*self.kinds[:seats], *[HUMAN] * (seats - self.seats)))

    def taken(self, seat: int, kind: str) -> Self:
        """The same with somebody else at this seat."""
        return replace(self, kinds=(*self.kinds[:seat], kind, *self.kinds[seat + 1 :]))

    def carded(self, deck: str) -> Self:
        return replace(self, deck=deck)

    def ruled(self, option: str, on: bool) -> Self:
        return replace(self, options={**self.options, option: on})


def usual(game: Game, lineup: Sequence[str] = (), deck: str = DEALT) -> Agreement:
    """Who played it last here, or as few as it takes; every house rule as the game has it."""
    kinds = [word if word in LEVELS else HUMAN for word in lineup]
    seats = len(kinds) if len(kinds) in game.seats else game.seats[0]
    options = {name: option.usual for name, option in offered(game).items()}
    return Agreement(game.name, tuple(kinds[:seats]), options, deck).seated(seats)
