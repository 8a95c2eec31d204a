"""Whole games over the virtual Pico: the record is that of the simulator, whatever happens."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.values import Seat
from sims.demo import play_out
from sims.players import at_random
from sims.rig import Rig
from tests.test_interruptions import Interrupted

pytestmark = pytest.mark.pico
SEATS = 4


def record(rig: Rig) -> list[str]:
    players = {Seat(seat): at_random(Random(seat)) for seat in range(SEATS)}
    for _ in play_out(rig, players, patience=30.0):
        pass
    assert rig.table.position.outcome
    return [str(move) for move in rig.table.history]


@pytest.fixture(scope="module")
def shallow(wiring):
    """The record of the game as it goes through sim://."""
    return record(Rig(SHELF["astron"].start(Setting(SEATS)), wiring, seed=7))


def test_a_whole_four_seat_game_with_broken_bytes_has_the_record_of_the_simulator(rigs, shallow):
    rig = rigs(seats=SEATS, seed=7)
    rig.settle()
    rig.bench.faults.broken_byte = 0.01
    assert record(rig) == shallow


def test_interruptions_all_through_a_game_change_nothing_in_its_record(chip, wiring, request):
    """Ten of them; a hundred with --hil."""
    from sims.pico_rig import PicoRig

    class Accidents(Interrupted, PicoRig):
        """The same accidents as over sim://, to the real firmware."""

        def reset(self) -> None:
            self.chip.reset()

        def hang(self) -> None:
            self.chip.hang()
            Interrupted.__mro__[1].wait(self, 1.0)

    moments = 100 if request.config.getoption("--hil") else 10
    start = SHELF["astron"].start(Setting(2))
    chip.bench.plug()
    chip.reset()
    rig = Accidents(start, wiring, chip=chip, seed=3)
    begun = rig.clock.now()
    rig.interrupt(Random(3), moments)
    rig.due = [begun + at for at in rig.due]
    players = {Seat(seat): at_random(Random(3)) for seat in range(2)}
    made = []
    for moves in play_out(rig, players, patience=60.0):
        made += moves
    rig.board.close()
    assert made == rig.table.history
    assert rig.table.position.outcome
