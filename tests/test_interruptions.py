"""Cables pulled, Picos reset and hung at seeded moments of whole games: nothing is lost."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import random_player
from controller.sitting.keys import YES
from controller.values import CHANCE, Seat, Site
from tests.clumsy_games import Watched
from tests.insisting import insisted
from tests.often import one_in
from tests.panels import load_panel
from tests.played import play_out

ROLLER = Site("roller")
TELLING = {  # the panel of each game that tells enough when edges are lost
    "astron": "astron",
    "space_walk": "space_walk_tags",
    "situation7": "situation7",
    "zylatron": "zylatron",
    "astroplane": "astroplane_tags",
}
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
        """Answer the question where the strip stands: look, turn it if needed, press YES."""
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


@pytest.mark.parametrize("seed", one_in(3, [pytest.param(n, id=str(n)) for n in range(10)]))
def test_a_hundred_interruptions_lose_nothing_and_invent_nothing(seed, wiring):
    start = SHELF["astron"].start(Setting(2))
    rig = Interrupted(start, wiring, seed=seed, virtual=True)
    rig.interrupt(Random(seed), MOMENTS, apart=3.0)
    players = {Seat(seat): random_player(Random(seed)) for seat in range(CHANCE, 2)}
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


class Storm(Interrupted):
    """Interrupted, while one byte in a hundred is broken either way."""

    def compare(self) -> None:
        """A fighter of Zylatron that goes on has left again before its step is written down."""
        if self.game.name != "zylatron":
            super().compare()

    def weather(self, seed: int, moments: int, turns: int) -> None:
        """So many turns, of which each move is recorded once, as it was made."""
        self.bench.faults.broken_byte = 0.01
        self.interrupt(Random(seed), moments, apart=3.0)
        seats = len(self.table.position.scores())
        players = {Seat(seat): random_player(Random(seed)) for seat in range(CHANCE, seats)}
        made = [move for moves in islice(insisted(self, players), turns) for move in moves]
        assert made == self.table.history


@pytest.mark.parametrize("game", TELLING)
def test_in_every_game_a_move_is_recorded_once_whatever_befalls_the_board(game):
    start = SHELF[game].start(Setting(min(SHELF[game].seats)))
    storm = Storm(start, load_panel(TELLING[game]), seed=1)
    storm.weather(seed=1, moments=6, turns=20)
