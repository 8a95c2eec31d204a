"""What was felt and what has counted: whatever happens next, it never counts again."""

from __future__ import annotations

from random import Random

import pytest

from controller.reading.input_filter import InputFilter
from controller.values import Observation, Sense, Site

KINDS = {"key": Sense.KEY, "tag": Sense.TAG, "reed": Sense.REED}
SENSES = {Site(f"{kind}{number}"): KINDS[kind] for kind in KINDS for number in range(3)}
STEPS = 40


@pytest.mark.parametrize("seed", range(60))
def test_a_touch_that_has_counted_never_counts_again(seed):
    """A key before a tag is late by a round of the antennas; not so late that it comes twice."""
    luck, at = Random(seed), 10.0
    board = InputFilter(SENSES, {}, frozenset())
    changed: dict[Site, float] = {}
    spent: set[tuple[Site, float]] = set()
    for _ in range(STEPS):
        at += luck.choice([0.03, 0.2, 0.7, 2.5])
        changed[luck.choice(list(SENSES))] = at
        board.take(Observation(at, {}, dict(changed)), None)
        again = {(site, changed[site]) for site in board.felt.touched} & spent
        assert not again, f"{again} had counted"
        if luck.random() < 0.5:
            by = frozenset(luck.sample(sorted(board.felt.touched), k=len(board.felt.touched)))
            board.settle(by)
            board.mark_used(by)
            spent |= {(site, changed[site]) for site in by}


@pytest.mark.parametrize("seed", range(30))
def test_a_move_that_was_said_brings_no_old_touch_back(seed):
    """Its own cells may have been still for long: what has counted since does not count anew."""
    luck, at, agreed = Random(seed), 10.0, 0.0
    board = InputFilter(SENSES, {}, frozenset())
    changed: dict[Site, float] = {}
    for _ in range(STEPS):
        at += luck.choice([0.03, 0.7, 2.5])
        changed[luck.choice(list(SENSES))] = at
        board.take(Observation(at, {}, dict(changed)), None)
        assert all(changed[site] > agreed for site in board.felt.touched)
        if luck.random() < 0.5:
            board.settle()
            agreed = at
            board.settle(frozenset(luck.sample(sorted(changed), k=1)))
