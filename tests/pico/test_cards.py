"""Whole rounds with real cards over the virtual Pico, at a table that takes it for a real one."""

from __future__ import annotations

from functools import partial

import pytest

from tests.panels import load_panel
from tests.real_table import KEEPERS, RealTable, whole_round
from tests.test_shown_cards import WITH_READERS

pytestmark = [pytest.mark.pico, pytest.mark.hil]
SHARE = [("astron", "console"), ("space_walk_tags", "host")]
"""What `make test` plays, a second in a second; `make hil` plays every panel both ways."""
BEGINNING = 14  # moves of a round that are played unless all of it is asked for


def pytest_generate_tests(metafunc):
    every = [(panel, keeper) for panel in WITH_READERS for keeper in KEEPERS]
    whole = metafunc.config.getoption("--hil")
    metafunc.parametrize(("panel", "keeper"), every if whole else SHARE)


def test_a_whole_round_is_dealt_and_played_with_real_cards(chips, panel, keeper, request):
    from sims.pico.rig import PicoTwin

    wiring = load_panel(panel)
    chip = chips(wiring)
    chip.bench.plug()
    chip.reset()
    at = RealTable(keeper, wiring, board=partial(PicoTwin, chip=chip, name="real"))
    whole = request.config.getoption("--hil")
    moves = whole_round(wiring.file.game)[: None if whole else BEGINNING]
    for move in moves:
        at.show(move)
    at.close()
    assert at.table.history == moves
