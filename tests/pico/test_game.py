"""Whole games over the virtual Pico: the record is that of the simulator, whatever happens."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import at_random
from controller.values import Seat
from sims.bench.rig import Rig
from tests.played import play_out
from tests.test_interruptions import Interrupted

pytestmark = pytest.mark.pico
SEATS = 4


SHARE = 40  # turns of a game that are played unless all of it is asked for


def record(rig: Rig, turns: int | None = None) -> list[str]:
    players = {Seat(seat): at_random(Random(seat)) for seat in range(SEATS)}
    for _ in islice(play_out(rig, players, patience=30.0), turns):
        pass
    assert turns or rig.table.position.outcome
    return [str(move) for move in rig.table.history]


@pytest.fixture(scope="module")
def shallow(wiring):
    """The record of the game as it goes through sim://."""
    return record(Rig(SHELF["astron"].start(Setting(SEATS)), wiring, seed=7))


def test_a_four_seat_game_has_the_record_of_the_simulator(rigs, shallow, request):
    """To its end, and with one byte in a hundred broken, both ways, when --hil is said."""
    whole = request.config.getoption("--hil")
    rig = rigs(seats=SEATS, seed=7)
    rig.settle()
    rig.bench.faults.broken_byte = 0.01 if whole else 0.0
    played = record(rig, None if whole else SHARE)
    assert len(played) >= SHARE
    assert played == (shallow if whole else shallow[: len(played)])


class Accident:
    """What befalls a Pico, to the real firmware."""

    def reset(self) -> None:
        self.chip.reset()

    def hang(self) -> None:
        self.chip.hang()
        self.loop.turn()


def test_interruptions_all_through_a_game_change_nothing_in_its_record(chip, wiring, request):
    """A hundred, over as many games as that takes; --hil only, and a hundred over sim:// always."""
    if not request.config.getoption("--hil"):
        pytest.skip("A hundred interruptions of a virtual Pico take minutes: make hil.")
    from sims.pico.rig import PicoRig

    class Accidents(Accident, Interrupted, PicoRig):
        pass

    left = 100
    seed = 0
    while left:
        seed += 1
        chip.bench.plug()
        chip.reset()
        rig = Accidents(SHELF["astron"].start(Setting(2)), wiring, chip=chip, seed=seed)
        rig.interrupt(Random(seed), left, apart=3.0)
        players = {Seat(seat): at_random(Random(seed)) for seat in range(2)}
        made = [move for moves in play_out(rig, players, patience=60.0) for move in moves]
        rig.board.close()
        assert made == rig.table.history, "as many moves as hands have made, in their order"
        assert rig.table.position.outcome
        left = rig.left
