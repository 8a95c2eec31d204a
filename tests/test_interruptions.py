"""Cables pulled, Picos reset and hung at seeded moments of whole games: nothing is lost."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import at_random
from controller.sitting.keys import YES
from controller.values import CHANCE, Seat, Site
from tests.clumsy_games import Watched
from tests.played import play_out

ROLLER = Site("roller")
MOMENTS = 10  # interruptions a game


class Interrupted(Watched):
    """A rig to which something happens at given moments."""

    left = 0  # interruptions to come

    def interrupt(self, luck: Random, moments: int, apart: float) -> None:
        """So many, from now on, at random and this many seconds apart at most."""
        self.luck, self.left, self.apart = luck, moments, apart
        self.due = self.clock.now() + luck.uniform(0.1, apart)

    def wait(self, seconds: float) -> None:
        if self.left and self.due <= self.clock.now():
            self.left -= 1
            self.luck.choice([self.pull, self.reset, self.hang])()
            self.due = self.clock.now() + self.luck.uniform(0.1, self.apart)
        super().wait(seconds)
        self.reassure()

    def reassure(self) -> None:
        """Whoever is asked where the strip stands looks, turns it there if need be, and says so."""
        asked = self.table.asks()
        if asked.key == "table.locate":
            super().wait(self.bench.turn(ROLLER, asked.fields["row"] - self.bench.row(ROLLER)))
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
    rig.interrupt(Random(seed), MOMENTS, apart=3.0)
    players = {Seat(seat): at_random(Random(seed)) for seat in range(CHANCE, 2)}
    made = []
    for moves in play_out(rig, players, patience=30.0):
        made += moves
    assert not rig.left, "all of them happened"
    assert made == rig.table.history, "as many moves as hands have made, in their order"
    position = start
    for move in made:
        assert position.refusal(move) is None
        position = position.after(move)
    assert position == rig.table.position
    assert position.outcome
