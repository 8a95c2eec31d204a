"""The simulated board feels of any stack exactly what the table expects of its site."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.values import Piece, Seat, expect
from sims.bench.rig import Rig
from tests.panels import PANELS, load_panel

HIGHEST = 3  # pieces on one site; a tray has three places
STACKS = 12
STILL = 4.0  # s by which all antennas have been read


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("seed", range(3))
def test_a_stack_of_any_pieces_reads_as_its_sense_says(panel, seed):
    """Over a Hall switch every piece was felt, where a real one feels the lowest only."""
    luck, wiring = Random(f"{panel} {seed}"), load_panel(panel)
    game = SHELF[wiring.file.game]
    position = game.start(Setting(max(game.seats)))
    rig = Rig(position, wiring, seed=seed)
    cells = [site for site, sense in wiring.senses.items() if sense.holds]
    pieces = [Piece(name, Seat(luck.randrange(2))) for name in game.pieces(position)]
    luck.shuffle(pieces)
    layout = {}
    for site in luck.sample(cells, min(STACKS, len(cells))):
        high = luck.randint(1, HIGHEST)
        layout[site], pieces = tuple(pieces[:high]), pieces[high:]
    rig.bench.stand(layout)
    rig.bench.refresh()
    rig.wait(STILL)
    felt, expected = rig.table.state.input.felt.readings, expect(layout, wiring.senses)
    assert {s: felt.get(s) for s in cells} == {s: expected.get(s) for s in cells}
