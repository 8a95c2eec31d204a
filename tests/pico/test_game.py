"""Whole games over the virtual Pico: the record is that of the simulator, whatever happens."""

from __future__ import annotations

import os
from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import at_random
from controller.values import Seat
from sims.bench.rig import Rig
from tests.panels import load_panel
from tests.played import play_out
from tests.test_interruptions import TELLING, Storm

pytestmark = pytest.mark.pico
SEATS = 4


MOMENTS = int(os.environ.get("STARDECK_MOMENTS", "15"))  # accidents, over all games ...
TURNS = 8  # ... each of so many turns, as often as it takes


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


@pytest.mark.hil
def test_a_four_seat_game_has_the_record_of_the_simulator(rigs, shallow):
    """To its end, with one byte in a hundred broken, both ways."""
    rig = rigs(seats=SEATS, seed=7)
    rig.settle()
    rig.bench.faults.broken_byte = 0.01
    assert record(rig) == shallow


class Accident:
    """What befalls a Pico, to the real firmware."""

    def reset(self) -> None:
        self.chip.reset()

    def hang(self) -> None:
        self.chip.hang()
        self.loop.turn()


@pytest.mark.hil
@pytest.mark.parametrize("game", TELLING)
def test_in_every_game_a_move_is_recorded_once_whatever_befalls_the_pico(game, chips):
    """While one byte in a hundred is broken; STARDECK_MOMENTS=100 for a hundred accidents."""
    from sims.pico.rig import PicoRig

    class Accidents(Accident, Storm, PicoRig):
        pass

    wiring = load_panel(TELLING[game])
    chip = chips(wiring)
    left, seed = -(-MOMENTS // len(TELLING)), 0
    while left:
        seed += 1
        chip.bench.plug()
        chip.reset()
        start = SHELF[game].start(Setting(min(SHELF[game].seats)))
        rig = Accidents(start, wiring, chip=chip, seed=seed)
        rig.weather(seed, left, turns=TURNS)
        rig.board.close()
        left = rig.left


@pytest.mark.hil
def test_readers_are_well_again_after_a_reset_in_the_middle_of_a_byte(chips):
    from sims.pico.rig import PicoRig

    wiring = load_panel(TELLING["space_walk"])
    rig = PicoRig(SHELF["space_walk"].start(Setting(2)), wiring, chip=chips(wiring), name="bytes")
    rig.wait(1.0)
    while not rig.chip.readers.under_way:
        rig.chip.slice(1e-6)
    rig.chip.reset()
    rig.wait(8.0)
    assert not rig.table.input.felt.senses.keys() ^ wiring.senses.keys()
    rig.do("fetch green.large.1")
    rig.do("put i3")
    rig.wait(4.0)
    assert [str(move) for move in rig.table.history] == ["1 places green.large.1 i3"]
    rig.board.close()
