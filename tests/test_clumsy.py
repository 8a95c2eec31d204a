"""Clumsy hands on a board with faults; `make soak` plays many more of these."""

from __future__ import annotations

import pytest

from tests.clumsy_games import game


@pytest.mark.parametrize("seed", [1, pytest.param(8, marks=pytest.mark.long)])
def test_a_clumsy_hand_never_causes_a_move_it_did_not_make_and_always_finds_back(seed):
    seen = game(seed, clumsiness=0.15 + 0.02 * seed)
    assert seen["moves"] and seen["fumbles"]


@pytest.mark.parametrize(
    "panel", ["space_walk_tags", pytest.param("astroplane_tags", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("seed", [0])
def test_so_it_is_where_pieces_are_told_by_their_tags(panel, seed):
    seen = game(seed, panel=panel, most=60)
    assert seen["moves"] and seen["fumbles"]
