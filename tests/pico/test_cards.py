"""Whole rounds with real cards over the virtual Pico, at a table that takes it for a real one."""

from __future__ import annotations

from functools import partial
from itertools import cycle

import pytest

from tests.panels import load_panel
from tests.pico.choice import marks
from tests.real_table import KEEPERS, RealTable, whole_round
from tests.test_shown_cards import WITH_READERS

TURNS = list(zip(WITH_READERS, cycle(KEEPERS), strict=False))
"""Every panel, kept by one or the other: who keeps the table makes no difference to a Pico."""
EVERY = [
    pytest.param(panel, keeper, marks=marks((panel, keeper) in TURNS))
    for panel in WITH_READERS
    for keeper in KEEPERS
]


@pytest.mark.parametrize(("panel", "keeper"), EVERY)
def test_a_whole_round_is_dealt_and_played_with_real_cards(chips, panel, keeper):
    from sims.pico.rig import PicoTwin

    wiring = load_panel(panel)
    chip = chips(wiring)
    chip.bench.plug()
    chip.reset()
    at = RealTable(keeper, wiring, board=partial(PicoTwin, chip=chip, name="real"))
    moves = whole_round(wiring.file.game)
    for move in moves:
        at.show(move)
    at.close()
    assert at.table.history == moves
