"""A match of Astroplane by simulated hands: the next round is set up on reeds."""

from controller.games.astroplane.moves import parse
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
