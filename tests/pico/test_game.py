"""Whole games over the virtual Pico: the record is that of the simulator, whatever happens."""

from __future__ import annotations

import os
from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import random_player
from controller.values import Seat
from sims.bench.rig import Rig
from sims.pico.rhythm import WATCH
from tests.panels import load_panel
from tests.played import play_out
from tests.test_interruptions import TELLING, Storm

pytestmark = [pytest.mark.pico, pytest.mark.hil]
SEATS = 4
BEGINNING = 100  # moves of a game that are played on the Pico by `make hil`


MOMENTS = int(os.environ.get("STARDECK_MOMENTS", "15"))  # accidents, over all games ...
TURNS = 3  # ... each of so many turns, as often as it takes


def record(rig: Rig, most: int | None = None) -> list[str]:
    """The first so many moves of a game, or all of it."""
    players = {Seat(seat): random_player(Random(seat)) for seat in range(SEATS)}
    for _ in play_out(rig, players, patience=30.0):
        if most is not None and len(rig.table.history) >= most:
            break
    assert rig.table.position.outcome or most is not None
    return [str(move) for move in rig.table.history][:most]


@pytest.fixture(scope="module")
def shallow(wiring):
    """The record of the game as it goes through sim://."""
    return record(Rig(SHELF["astron"].start(Setting(SEATS)), wiring, seed=7))


@pytest.mark.parametrize(
    "most",
    [BEGINNING, pytest.param(None, marks=pytest.mark.long)],
)
def test_a_four_seat_game_has_the_record_of_the_simulator(rigs, shallow, most):
    """With one byte in a hundred broken, both ways; the rest of five hundred moves is like it."""
    rig = rigs(seats=SEATS, seed=7)
    rig.settle()
    rig.bench.faults.broken_byte = 0.01
    assert record(rig, most) == shallow[:most]


class Accident:
    """What befalls a Pico, to the real firmware."""

    def reset(self) -> None:
        self.chip.reset()

    def hang(self) -> None:
        self.chip.hang()
        self.loop.turn()


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


def test_readers_are_well_again_after_a_reset_in_the_middle_of_a_byte(chips):
    from sims.pico.rig import PicoRig

    wiring = load_panel(TELLING["space_walk"])
    rig = PicoRig(SHELF["space_walk"].start(Setting(2)), wiring, chip=chips(wiring), name="bytes")
    rig.wait(1.0)
    while not rig.chip.readers.under_way:
        rig.chip.slice(1e-6)
    rig.chip.reset()
    rig.wait(8.0)
    assert not rig.table.state.input.felt.senses.keys() ^ wiring.senses.keys()
    rig.do("fetch green.large.1")
    rig.do("put i3")
    rig.wait(4.0)
    assert [str(move) for move in rig.table.history] == ["1 places green.large.1 i3"]
    rig.board.close()


def glows(rig):
    """The rhythm of every site that is lit. How bright a pulse becomes meanwhile is by chance."""
    return {site: light.glow for site, light in rig.lights().items()}


def test_lights_are_the_same_watched_from_now_on_or_as_they_were_seen(rigs):
    """Who has seen them for as long as the slowest rhythm takes need not look any longer."""
    rig = rigs(seed=3)
    rig.settle()
    rig.lights()
    rig.wait(1.0)
    began, seen = rig.clock.now(), glows(rig)
    assert rig.clock.now() == began and seen, "nothing was painted meanwhile"
    rig.wait(WATCH)
    assert glows(rig) == seen
    rig.do("unplug")
    rig.do("plug")
    rig.settle()
    began = rig.clock.now()
    assert glows(rig) == seen
    assert rig.clock.now() - began > WATCH / 2, "what is painted anew is watched"
