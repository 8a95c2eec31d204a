"""The strip moved while no Pico counted: play goes on only from where it stands."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from controller.app.running.running_table import RunningTable
from controller.game import Move, Position, Setting
from controller.games import SHELF
from controller.robots.players import random_player
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.keys import BACK, NEXT, NO, YES
from controller.sitting.table import Table
from controller.values import CHANCE, Limits, Seat, Site, Unsure
from controller.words import say
from sims.bench.rig import Rig
from tests.astron_at import astron
from tests.played import play_out
from tests.test_interruptions import Interrupted
from tests.test_recording import hosted

ROLLER = Site("roller")


def away(rig: Rig, rows: float) -> None:
    """The cable is pulled, the strip wound, the cable put back."""
    rig.bench.unplug()
    rig.wait(rig.bench.turn(ROLLER, rows) + 0.5)
    rig.bench.plug()
    rig.wait(3.0)


def test_a_strip_wound_to_its_end_while_unplugged_is_asked_about_and_guarded(rig):
    away(rig, 57.0)
    assert rig.table.stage is Stage.SETUP
    assert rig.table.asks().key == "table.locate"
    assert not rig.table.alarm
    rig.hand.turn(ROLLER, 3.0)
    rig.wait(0.5)
    assert rig.table.alarm and "its end may be near" in say(rig.table.alarm)
    assert rig.lit(Glow.RUN_BACK) == {ROLLER}
    rig.hand.turn(ROLLER, -13.0)
    rig.wait(0.5)
    assert rig.table.asks().key == "table.turn_back", "ten rows of print have told its place"
    assert not rig.table.alarm


def few(seeds: int, often: int) -> list:
    """Some of them every day, all of them by `make long`."""
    return [
        *range(often),
        *(pytest.param(seed, marks=pytest.mark.long) for seed in range(often, seeds)),
    ]


@pytest.mark.parametrize("seed", few(12, 4))
def test_wherever_in_play_a_strip_is_found_it_never_passes_an_end_unwarned(seed, wiring):
    luck = Random(seed)
    limits = wiring.limits[ROLLER]
    found = luck.randint(limits.lowest + 1, limits.highest)
    rig = Rig(SHELF["astron"].start(Setting(2)), wiring, seed=seed)
    rig.settle()
    away(rig, found)
    for _ in range(12):
        rig.hand.turn(ROLLER, luck.choice([-2.0, -1.0, -0.5, 0.5, 1.0, 2.0]))
        rig.wait(0.3)
        assert rig.table.alarm or within(rig.bench.row(ROLLER), limits)


def within(row: float, limits: Limits) -> bool:
    return limits.danger[0] < row < limits.danger[1]


def test_whoever_says_where_the_strip_stands_is_believed_until_it_is_out_of_sight_again(wiring):
    rig = Rig(astron("e5", "b1", offset=20), wiring)
    rig.wait(1.0)
    for _ in range(2):
        assert rig.table.asks().fields == {"row": 20}
        rig.hand.press(YES)
        rig.settle()
        away(rig, 0.0)


def test_a_turn_half_made_when_the_board_went_away_is_not_taken_for_made(wiring):
    rig = Rig(astron("b1", "c1", hands=("F1.1", "F1.2"), turn=2, offset=20), wiring)
    rig.wait(1.0)
    rig.hand.press(YES)
    rig.settle()
    for line in ("2 lays F1.2", "2 flies c1-c2"):
        rig.play(rig.game.parse(line))
        rig.settle()
    rig.hand.turn(ROLLER, 0.6)
    away(rig, -0.6)
    assert rig.table.asks().fields == {"row": 21}
    assert str(rig.table.history[-1]) == "2 flies c1-c2"
    rig.hand.turn(ROLLER, 1.0)
    rig.wait(3.0)
    assert str(rig.table.history[-1]) == "2 flies c1-c2", "felt, but from where?"
    rig.hand.press(YES)
    rig.settle()
    assert "1 turns +1" in map(str, rig.table.history)


class Wound(Interrupted):
    """While the board is away somebody plays with the crank, and with the keys at any time."""

    def pull(self) -> None:
        limits = self.wiring.limits[ROLLER]
        self.bench.unplug()
        goal = self.luck.randint(limits.lowest, limits.highest)
        super(Interrupted, self).wait(self.bench.turn(ROLLER, goal - self.bench.row(ROLLER)))
        self.bench.plug()
        self.bench.press(self.luck.choice([YES, NO, NEXT, BACK]))

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        here = self.table.moments[-1]
        resting = self.table.stage is Stage.WAITING and not self.table.busy and self.calm
        if resting:
            due = {here.due(ROLLER, standing) for standing in (True, False)}
            assert self.bench.row(ROLLER) in due, "play goes on where the strip stands"

    @property
    def calm(self) -> bool:
        """The board is there, and nothing is on its way to it."""
        seen = self.board.observe()
        sure = (
            not isinstance(seen.readings.get(ROLLER), Unsure)
            or not self.table.state.input.felt.unsure
        )
        return seen.present and sure and seen.still > 0.2


@pytest.mark.parametrize("seed", few(4, 1))
def test_no_turn_is_recorded_that_the_strip_has_not_made(seed, wiring):
    start = SHELF["astron"].start(Setting(2))
    rig = Wound(start, wiring, seed=seed, virtual=True)
    rig.interrupt(Random(seed), 8, apart=6.0)
    players = {Seat(seat): random_player(Random(seed)) for seat in range(CHANCE, 2)}
    for moves in play_out(rig, players, patience=60.0):
        if any(" turns " in str(move) for move in moves):
            expected = rig.table.moments[-1].expected[ROLLER]
            assert rig.bench.row(ROLLER) == expected
    assert not rig.left


def test_a_simulated_board_whose_power_was_never_cut_knows_its_row():
    host = hosted(None, "random", "random")
    while host.table.position.offset < 3:
        host.turn()
    terms = replace(host.running.terms, played=tuple(told(host.table)))
    again = RunningTable(host.house, terms, overheard=lambda words: None)
    for _ in range(60):
        again.turn()
    assert again.table.stage is Stage.WAITING
    assert again.table.position.offset == 3
    again.close()
    host.close()


def told(table: Table) -> list[tuple[Move, Position]]:
    return [(moment.move, moment.position) for moment in table.moments if moment.move]
