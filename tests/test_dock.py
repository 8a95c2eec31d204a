"""A piece shown at a dock is told where it belongs, on every panel that has one."""

from __future__ import annotations

from random import Random

import pytest

from controller.app.setup.panels import card_readers
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.state import DOCK
from controller.values import kind
from controller.words import say
from sims.bench.rig import Rig
from tests.panels import PANELS, load_panel

DOCKED = [name for name in PANELS if DOCK in load_panel(name).senses]


@pytest.mark.parametrize("panel", DOCKED)
def test_whatever_stands_on_the_board_is_told_where_also_within_a_stack(panel):
    wiring, luck = load_panel(panel), Random(panel)
    game = SHELF[wiring.file.game]
    rig = Rig(game.start(Setting(2)), wiring, seed=1)
    rig.settle()
    stood = [(site, piece) for site, stack in rig.bench.stacks.items() for piece in stack]
    assert panel != "astroplane" or len(stood) > len(rig.bench.stacks), "some lie under others"
    for _, piece in luck.sample(stood, min(3, len(stood))):
        rig.hand.tap(DOCK, piece.name)
        rig.wait(0.6)
        homes = [site for site, other in stood if kind(other.name) == kind(piece.name)]
        assert rig.table.message and rig.table.message.key == "table.belongs"
        assert any(say(rig.table.message).endswith(f" {site}.") for site in homes)
        rig.wait(4.0)


def test_three_games_have_a_dock():
    assert {*DOCKED} == {"astron", "astroplane", "space_walk_trays"}


def test_a_dock_is_no_place_for_cards():
    for panel in DOCKED:
        assert DOCK not in card_readers(load_panel(panel))
    assert not card_readers(load_panel("astroplane")) and card_readers(load_panel("astron"))
