"""A program that takes over a board reads it as it stands; nothing of the former one remains."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.sitting.loop import Loop
from controller.sitting.luck import Luck
from controller.sitting.table import Table
from controller.table_rules import rules_agreed
from controller.values import CHANCE, Sense
from drivers.board import Board
from drivers.link import Link
from firmware import wire
from sims.bench.rig import Rig
from tests.fuzz.board import misread
from tests.panels import PANELS, load_panel

CASES = 2  # of each panel
ACTS = 12  # of whoever was there before
HANDS_OFF = 1.5  # s; a card is shown for less
WATCHED = 2.0  # s in which nobody touches anything


class Handed(Rig):
    """A board that is handed on: Pico, bench and clock stay, all else is another's."""

    def meddle(self, luck: Random) -> None:
        """Somebody tries keys, cards and lights, takes the hands off, and tests on."""
        keys, readers = self.sites(Sense.KEY), self.sites(Sense.TAP)
        for _ in range(luck.randrange(ACTS)):
            if readers and self.wiring.tags and luck.random() < 0.5:
                self.bench.tap(luck.choice(readers), luck.choice([*self.wiring.tags.values()]))
            elif keys:
                self.bench.press(luck.choice(keys))
            self.wait(luck.choice([0.0, 0.3, 1.0]))
        self.wait(HANDS_OFF)
        for _ in range(luck.randrange(ACTS)):
            self.board.link.send(*self.test(luck))
            self.wait(luck.choice([0.0, 0.01, 0.3]))
        self.board.link.send(wire.TEST, luck.choice(list(self.wiring.channels) or [0]))
        self.wait(luck.choice([0.0, 0.02]))

    def test(self, luck: Random) -> tuple[object, ...]:
        channels = list(self.wiring.channels) or [0]
        return luck.choice(
            [
                (wire.TEST, luck.choice(channels)),
                (wire.CONFIGURE, wire.DEBOUNCE, luck.randint(1, 20)),
                (wire.LEDS, luck.randbytes(8)),
                (wire.REQUEST_SNAPSHOT,),
            ]
        )

    def sites(self, sense: Sense) -> list:
        return [site for site, one in self.wiring.senses.items() if one is sense]

    def hand_on(self, luck: Random) -> None:
        """In the middle of it; the pieces are set up anew, now or while the next one is there."""
        self.board.close()
        self.clock.sleep(luck.choice([0.0, 0.1, 2.0]))
        start = self.game.start(Setting(min(self.game.seats)))
        table = Table(self.wiring.senses, self.wiring.limits)
        terms = {"rules": rules_agreed(self.game, {}), "middles": self.game.middles(start)}
        table.take(start, luck=luck.choice([Luck(1), None]), **terms)
        self.sit(table, self.game)
        self.clock.sleep(luck.choice([0.0, 0.1, 2.0]))
        self.board = Board(Link(f"sim://{self.name}", self.clock), self.wiring, self.clock)
        self.board.await_hello()
        self.loop = Loop(table, self.board, self.wiring.chain, self.wiring.file.pixels)


@pytest.mark.parametrize("seed", range(CASES))
@pytest.mark.parametrize("panel", sorted(PANELS))
def test_who_comes_after_another_reads_the_board_as_it_stands(panel, seed):
    luck, wiring = Random(f"{panel} {seed}"), load_panel(panel)
    game = SHELF[wiring.file.game]
    rig = Handed(game.start(Setting(min(game.seats))), wiring, seed=seed, name="handed on")
    rig.meddle(luck)
    rig.hand_on(luck)
    seen = rig.board.observe()
    shown = {site for site in rig.sites(Sense.TAP) if seen.readings.get(site)}
    assert not misread(rig) and not shown, "as it stands, at once"
    for _ in range(4):
        rig.board.link.send(wire.REQUEST_SNAPSHOT)  # as after a broken byte
        rig.wait(WATCHED / 4)
    moves = [move for move in rig.table.history if move.seat != CHANCE or not rig.table.luck]
    assert not moves, "nobody has moved, nor shown a card"
    assert not misread(rig)
    assert rig.table.message is None, "nothing was touched"
