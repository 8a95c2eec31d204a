"""A whole game by simulated hands: every move is shown on the bench and read back from bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from controller.errors import StardeckError
from controller.game import Move
from controller.robots.players import Player, robots_choice
from controller.values import Seat
from sims.bench.hand import Hand
from sims.bench.rig import Rig


class Lost(StardeckError):
    """The table did not read a move that was made."""


def play_out(
    rig: Rig, players: Mapping[Seat, Player], hand: Hand | None = None, patience: float = 5.0
) -> Iterator[Sequence[Move]]:
    """Play to the end; after each move what it brought, cards dealt included.

    A move that is not read within `patience` seconds is lost.
    """
    rig.settle()
    yield rig.table.history
    while rig.table.position.outcome is None:
        move = robots_choice(rig.table.position, players, rig.table.state.progress.last_seat)
        assert move, "all seats choose for themselves"
        known = len(rig.table.history)
        rig.play(move, hand)
        until = rig.clock.now() + patience
        while len(rig.table.history) == known:
            if rig.clock.now() > until:
                raise Lost(f"The table did not read {move}: it stands at {rig.table.stage.value}.")
            rig.wait(0.02)
        rig.settle(patience + 20.0)
        yield rig.table.history[known:]
