"""A hand that gets its moves through: it follows the lights, and does again what was not felt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from controller.game import Move
from controller.robots.players import Player, robots_choice
from controller.sitting.flow import Stage
from controller.sitting.keys import NO
from controller.values import Seat
from sims.bench.rig import Rig
from sims.bench.showing import answer_question
from tests.played import Lost

TRIES = 8  # at one move
READ = 6.0  # s in which a move is read, if the board is there
ROUNDS = 60  # looks at a table that is to come to rest


def insisted(rig: Rig, players: Mapping[Seat, Player]) -> Iterator[Sequence[Move]]:
    """Play to the end; after each move what it brought, which begins with that very move."""
    rest(rig)
    yield rig.table.history
    while rig.table.position.outcome is None:
        move = robots_choice(rig.table.position, players, rig.table.state.progress.last_seat)
        assert move, "all seats choose for themselves"
        known = len(rig.table.history)
        get_through(rig, move, known)
        rest(rig)
        made = rig.table.history[known:]
        assert made[:1] == [move], f"{move} was made, and {made[:1]} recorded"
        yield made


def get_through(rig: Rig, move: Move, known: int) -> None:
    for _ in range(TRIES):
        rig.play(move)
        await_record(rig, known)
        rest(rig, move)
        if len(rig.table.history) > known:
            return
        rig.bench.stand(rig.table.position.layout())  # what nothing felt is done again from there
        rig.wait(READ)
    raise Lost(f"The table did not read {move}: it stands at {rig.table.stage.value}.")


def await_record(rig: Rig, known: int) -> None:
    until = rig.clock.now() + READ
    while len(rig.table.history) == known and rig.clock.now() < until:
        rig.wait(0.05)


def rest(rig: Rig, meant: Move | None = None) -> None:
    """Until somebody is to act: whatever stands wrong is put right as the lights say."""
    for _ in range(ROUNDS):
        if rig.table.stage in (Stage.WAITING, Stage.OVER) and not rig.table.busy:
            return
        rig.wait(0.5)
        if rig.table.stage in (Stage.SETUP, Stage.MENDING):
            rig.do("tidy")
        elif rig.table.stage is Stage.ASKING:
            reply(rig, meant)
        elif rig.table.stage is Stage.MOVING and still(rig):
            rig.bench.stand(rig.table.position.layout())
    raise Lost(f"There is no way back: {rig.table.stage.value}, {rig.table.asks()}")


def reply(rig: Rig, meant: Move | None) -> None:
    """Which of them it was, or that it was none of them."""
    if any(meant in moves for moves in rig.table.state.gesture.answers):
        rig.hand.do(answer_question(meant, rig.table, rig.motions, len(rig.table.moments)))
    else:
        rig.hand.press(NO)


def still(rig: Rig) -> bool:
    """Nothing comes any more: what fell through a beam unseen is to be taken back, and again."""
    return rig.board.observe().still > READ
