"""Play a whole game with simulated robot hands, as fast as possible; every move is sensed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import Environment, GameSetup
from controller.errors import StardeckError
from controller.game import Move

DEMO_TIMEOUT = 30.0  # s of simulated time within which a move must be read


class Lost(StardeckError):
    """Raised when the table does not read a move that was made."""


def played_out(
    house: Environment, terms: GameSetup
) -> Iterator[tuple[RunningTable, Sequence[Move]]]:
    """Play to the end; after each change yield the table and its new moves, deals included."""
    running = RunningTable(house, terms, overheard=lambda words: None, pause=0.0)
    known, since = 0, house.clock.now()
    while known < len(running.table.history) or running.table.position.outcome is None:
        running.turn()
        running.let_robots_play()
        news = running.table.history[known:]
        if news:
            known, since = known + len(news), house.clock.now()
            yield running, news
        elif house.clock.now() - since > DEMO_TIMEOUT:
            raise Lost("command.lost", stage=running.table.stage.value)
    running.close()
