"""Astroplane by simulated hands: a Square goes in halves, the next round is set up on reeds."""

from random import Random

import pytest

from controller.game import Setting
from controller.games.astroplane import GAME
from controller.games.astroplane.moves import parse
from controller.scene import Glow
from controller.words import say
from sims.bench.rig import Rig
from tests.astroplane import at, owners
from tests.panels import load_panel

LINES = ("1 flies d1n-d3n", "1 done", "2 sets up", "2 flies l15s-l13e")


def test_the_next_round_is_set_up_on_the_board():
    start = at("h9s=1212 e2s=2 g2s=22 d1n=1 l1n=1 o1=11 i8w=11", home="", match=True)
    rig = Rig(start, load_panel("astroplane"), seed=1)
    rig.settle()
    for line in LINES:
        rig.play(parse(line))
        rig.settle()
    assert [str(move) for move in rig.table.history] == list(LINES)
    assert owners(rig.table.position, "l15s") == "22"


SQUARE = (
    "1 flies d1n-d3e, 1 flies d3e-f3n, 2 flies d15s-d13e, 2 done, "
    "1 flies d1n-d3e, 1 flies d3e-f3s, 2 flies l15s-l13e, 2 done"
)


@pytest.mark.parametrize("panel", ["astroplane", "astroplane_tags"])
@pytest.mark.parametrize("goal", ["e4", "g4", "e2", "g2"])
def test_of_a_square_that_has_half_arrived_only_the_other_half_is_asked_for(panel, goal):
    position = GAME.start(Setting(2))
    for line in SQUARE.split(", "):
        position = position.after(parse(line))
    rig = Rig(position, load_panel(panel), seed=1)
    rig.settle()
    first, other = Random(f"{panel} {goal}").sample("ns", 2)
    rig.do(f"lift f3{first}")
    rig.wait(0.5)
    assert {f"{goal}{half}" for half in "ns"} <= rig.lit(Glow.PULSE)
    rig.do(f"put {goal}{first}")
    rig.wait(1.0)
    assert rig.lit(Glow.DOUBLE) == {f"f3{other}", f"{goal}{other}"}
    assert say(rig.table.asks()).endswith(f"from f3{other} to {goal}{other} too.")
    rig.do(f"lift f3{other}")
    rig.wait(0.5)
    assert rig.lit(Glow.DOUBLE) == {f"{goal}{other}"}
    rig.do(f"put {goal}{other}")
    rig.wait(1.0)
    assert [str(move) for move in rig.table.history] == [f"1 slides f3-{goal}"]


@pytest.mark.parametrize("panel", ["astroplane", "astroplane_tags"])
@pytest.mark.parametrize("stack", ["12", "22", "112"])
def test_anothers_craft_taken_off_a_stack_is_led_back_to_it(panel, stack):
    rig = Rig(at(f"d9e={stack} h5n=1", home=""), load_panel(panel))
    rig.settle()
    rig.bench.put(rig.bench.lift("d9e"), "j11n")
    rig.wait(6.0)
    words = say(rig.table.asks())
    assert "j11n" in words and ("back where it came from" in words or "d9e" in words)
