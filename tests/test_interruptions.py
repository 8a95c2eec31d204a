"""Cables pulled, Picos reset and hung at seeded moments of whole games: nothing lost or invented."""

from __future__ import annotations

from random import Random

import pytest

from controller.flow import Stage
from controller.game import Setting
from controller.games import SHELF
from controller.table import YES
from controller.values import CHANCE, Seat, Site
from sims.demo import play_out
from sims.players import at_random
from tests.soak import Watched

ROLLER = Site("roller")
MOMENTS = 10  # interruptions a game


class Interrupted(Watched):
    """A rig to which something happens at given moments."""

    def interrupt(self, luck: Random, moments: int) -> None:
        self.luck = luck
        self.due = sorted(luck.uniform(2.0, 40.0) for _ in range(moments))

    def wait(self, seconds: float) -> None:
        while hasattr(self, "due") and self.due and self.due[0] <= self.clock.now():
            self.due.pop(0)
            self.luck.choice([self.pull, self.reset, self.hang])()
        super().wait(seconds)
        self.reassure()

    def reassure(self) -> None:
        """Somebody who sees that the strip stands right already says so."""
        here = self.table.moments[-1]
        goals = {mark.trace.changes.get(ROLLER) for mark in here.known.marks}
        due = {here.expected[ROLLER]} if self.table.stage is Stage.SETUP else goals
        if due == {self.bench.row(ROLLER)}:
            self.bench.press(YES)
            super().wait(0.2)

    def pull(self) -> None:
        self.bench.unplug()
        super().wait(self.luck.uniform(0.1, 4.0))
        self.bench.plug()

    def reset(self) -> None:
        self.bench.boots += 1

    def hang(self) -> None:
        """The Pico stops answering; its watchdog bites after eight seconds at most."""
        self.pico.hung = True
        super().wait(self.luck.uniform(1.0, 8.0))
        self.pico.hung = False
        self.bench.boots += 1


@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_interruptions_lose_nothing_and_invent_nothing(seed, wiring):
    start = SHELF["astron"].start(Setting(2))
    rig = Interrupted(start, wiring, seed=seed, virtual=True)
    rig.interrupt(Random(seed), MOMENTS)
    players = {Seat(seat): at_random(Random(seed)) for seat in range(CHANCE, 2)}
    made = []
    for moves in play_out(rig, players, patience=30.0):
        made += moves
    assert not rig.due or rig.clock.now() < 40
    assert made == rig.table.history, "as many moves as hands have made, in their order"
    position = start
    for move in made:
        assert position.refusal(move) is None
        position = position.after(move)
    assert position == rig.table.position
    assert position.outcome
