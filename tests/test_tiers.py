"""A panel that is built tier by tier is checked tier by tier."""

from __future__ import annotations

from itertools import pairwise

import pytest

from controller.__main__ import main
from controller.values import Sense
from controller.words import said
from drivers.fit import fit_of
from drivers.tiers import TIERS, built_to, tiers_of
from tests.panels import EVERY, load_panel


@pytest.mark.parametrize("name", EVERY)
def test_every_tier_is_a_panel_with_more_on_it_and_the_last_is_the_whole(name):
    whole = load_panel(name)
    steps = [built_to(whole, tier) for tier in TIERS]
    assert steps[-1] == whole
    for less, more in pairwise(steps):
        told = less.senses.items() - more.senses.items()
        assert {(sense, more.senses[site]) for site, sense in told} <= {(Sense.REED, Sense.TAG)}
        assert less.chain.items() <= more.chain.items()
        assert less.channels == more.channels == whole.channels
    assert not fit_of(steps[0]).chips and not steps[0].file.dials
    assert {tier: built_to(whole, tier) for tier in tiers_of(whole)}[max(tiers_of(whole))] == whole


@pytest.mark.parametrize("tier", TIERS)
def test_a_board_is_sound_by_its_tier(tier, capsys):
    """Astron's has a strip in its second tier, readers in its third."""
    assert main(["check", "--quick", "--tier", str(tier)]) == 0
    simulated, link, *_ = capsys.readouterr().out.splitlines()
    assert simulated == said("workshop.simulated")
    assert ("encoder" in link, "readers" in link) == (tier >= 2, tier >= 3)
