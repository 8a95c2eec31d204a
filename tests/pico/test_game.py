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
from tests.panels import load_panel
from tests.played import play_out
from tests.test_interruptions import TELLING, Storm

pytestmark = pytest.mark.pico
SEATS = 4


MOMENTS = 100  # accidents, over all games ...
TURNS = 30  # ... each of so many turns, as often as it takes
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


@pytest.mark.hil
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


@pytest.mark.hil
@pytest.mark.parametrize("game", TELLING)
def test_in_every_game_a_move_is_recorded_once_whatever_befalls_the_pico(game, chips, request):
    """A hundred moments over the five games; without --hil two, of one."""
    whole = request.config.getoption("--hil")
    if not whole and game != "situation7":
        pytest.skip("A hundred accidents of a virtual Pico take minutes: make hil.")
    from sims.pico.rig import PicoRig

    class Accidents(Accident, Storm, PicoRig):
        pass

    wiring = load_panel(TELLING[game])
    chip = chips(wiring)
    left, seed = MOMENTS // len(TELLING) if whole else 2, 0
    while left:
        seed += 1
        chip.bench.plug()
        chip.reset()
        start = SHELF[game].start(Setting(min(SHELF[game].seats)))
        rig = Accidents(start, wiring, chip=chip, seed=seed)
        rig.weather(seed, left, turns=TURNS if whole else 3)
        rig.board.close()
        left = rig.left if whole else 0
