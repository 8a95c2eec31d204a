"""Hands as people have them, on every panel; `make soak` tries many more of these."""

from __future__ import annotations

import pytest

from tests.hands.failure import told
from tests.hands.laws import all_tried
from tests.panels import ALIKE, PANELS

SEEDS = {  # of each law that is tried here; whole games have tests of their own
    "natural": 3,
    "obedient": 2,
    "untouched": 1,
    "takeback": 2,
    "reply": 2,
    "wish": 2,
    "deadends": 1,
    "page": 1,
    "robots": 1,
    "beside": 1,
    "yes": 2,
    "half_built": 1,
    "away": 1,
    "demo": 1,
}
LONG = {("demo", "zylatron"), ("demo", "astroplane_tags")}  # long wars


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("law", SEEDS)
def test_whatever_hands_do_they_are_served(law, panel):
    if (law, panel) in LONG:
        pytest.skip("takes too long for every day")
    failures = all_tried(law, panel, range(SEEDS[law])).failures
    assert not failures, told(failures)


@pytest.mark.parametrize("panel", sorted(ALIKE))
@pytest.mark.parametrize("law", ["natural", "obedient"])
def test_and_so_they_are_where_only_the_parts_differ(law, panel):
    failures = all_tried(law, panel, range(1)).failures
    assert not failures, told(failures)
