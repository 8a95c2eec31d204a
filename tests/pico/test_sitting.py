"""A game of Astron over the virtual Pico: the same table, the same hand, the same record."""

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import random_player
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.values import Seat
from sims.bench.faults import Faults
from sims.bench.rig import Rig
from tests.played import play_out

pytestmark = [pytest.mark.pico, pytest.mark.hil]
ROUND = 22  # moves: the cards are dealt, each of two seats flies twice, the strip is turned twice


def played(rig, moves=ROUND):
    """So many moves of this rig's game, by seats that choose with their own luck."""
    players = {Seat(seat): random_player(Random(5 + seat)) for seat in range(3)}
    for _ in play_out(rig, players):
        if len(rig.table.history) >= moves:
            break
    return [str(move) for move in rig.table.history[:moves]]


def test_a_round_has_the_same_record_as_in_the_simulator(rigs, wiring):
    shallow = Rig(SHELF["astron"].start(Setting(2)), wiring)
    assert played(rigs()) == played(shallow)


def test_broken_bytes_change_nothing_in_the_record(rigs, wiring):
    shallow = Rig(SHELF["astron"].start(Setting(2)), wiring)
    faults = Faults(broken_byte=0.01, bounce=0.003)
    assert played(rigs(faults=faults), 17) == played(shallow, 17)


def test_the_lights_are_the_same_as_in_the_simulator(rigs, wiring):
    deep, shallow = rigs(), Rig(SHELF["astron"].start(Setting(2)), wiring)
    for rig in (deep, shallow):
        played(rig, 11)  # a card is laid: ships may fly
    assert {s: light.glow for s, light in deep.lights().items()} == {
        s: light.glow for s, light in shallow.lights().items()
    }
    for rig in (deep, shallow):
        rig.hand.turn("roller", -1.5)
    assert deep.lit(Glow.RUN) == shallow.lit(Glow.RUN) == {"roller"}


@pytest.mark.parametrize("accident", ["unplugged", "hung"])
def test_play_goes_on_after_an_accident(rigs, accident):
    rig = rigs()
    known = played(rig, 12)
    if accident == "unplugged":
        rig.bench.unplug()
        rig.wait(1.0)
        assert rig.table.stage is Stage.PAUSED
        rig.bench.plug()
    else:
        rig.chip.hang()
        rig.wait(4.0)
    rig.settle()
    assert [str(move) for move in rig.table.history] == known
    assert played(rig, 15)[:12] == known
