"""What a board said is kept with what was done to it, and can be replayed by everybody."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from controller.app.recordings.capture import (
    capture,
    capture_head,
    figures_by_part,
    part_figures,
    possible_parts,
    split_by_part,
)
from controller.app.recordings.replay import Replay
from controller.app.recordings.tape import load
from controller.game import Setting
from controller.games import SHELF
from controller.values import Sense
from drivers.board import open_board
from drivers.clock import StepClock
from firmware import wire
from sims.bench.bench import Bench
from sims.bench.protocol_sim import BENCHES, Pico, install
from sims.bench.twin import tag_of_piece
from tests.panels import PANELS, load_panel

BOX = Path(__file__).parent / "captures"
SECONDS = 1.5  # for each thing that is asked
ACTS = 0.3  # s between two acts


class Busy:
    """Somebody who does something else to the board every moment, whatever he is told."""

    def __init__(self, bench: Bench, luck: Random) -> None:
        self._bench, self._luck = bench, luck
        self._cells = [s for s, sense in bench.wiring.senses.items() if sense.holds]
        self._keys = [s for s, sense in bench.wiring.senses.items() if sense is Sense.KEY]
        self.presses = 0

    def act(self) -> None:
        full = [site for site in self._cells if self._bench.stacks.get(site)]
        if full and self._luck.random() < 0.7:
            piece = self._bench.lift(self._luck.choice(full))
            self._bench.put(piece, self._luck.choice(self._cells))
        elif self._keys:
            self._bench.press(self._luck.choice(self._keys))
            self.presses += 1


def captured(panel: str, folder: Path, seed: int = 0):
    """A capture of this panel on the bench, and who made it."""
    clock, luck = StepClock(), Random(f"captured {panel} {seed}")
    game = SHELF[load_panel(panel).file.game]
    start = game.start(Setting(game.seats.start))
    wiring = load_panel(panel).tagged({tag_of_piece(piece): piece for piece in game.pieces(start)})
    bench = Bench(wiring, clock, luck)
    bench.stand(start.on_panel(wiring.senses).layout())
    install()
    BENCHES["captured"] = Pico(bench, clock)
    board = open_board("sim://captured", wiring, clock)
    busy, usual, told = Busy(bench, luck), board.observe, []
    acted = [0.0]

    def observe(patience=None):
        if clock.now() - acted[0] > ACTS:
            acted[0] = clock.now()
            busy.act()
        return usual(patience)

    board.observe = observe
    head = capture_head(board, game, "1954-10-01 20:00")
    path = capture(board, head, folder, clock, tell=told.append, seconds=SECONDS)
    board.close()
    return path, wiring, told


DAILY = ("astron", "situation7")


@pytest.mark.parametrize(
    "panel",
    [pytest.param(name, marks=[] if name in DAILY else [pytest.mark.long]) for name in PANELS],
)
def test_a_capture_is_whole_in_parts_and_can_be_replayed(panel, tmp_path):
    path, wiring, told = captured(panel, tmp_path)
    reading = load(path)
    asked = possible_parts(wiring.senses.values())
    assert reading.whole
    assert [part.step for part in figures_by_part(path)] == ["", *asked]
    assert [saying.key for saying in told] == [f"capture.{step}" for step in asked]
    assert not any(part.broken for part in figures_by_part(path)) and any(
        p.edges for p in figures_by_part(path)
    )
    replayed = Replay(reading)
    assert len(list(replayed)) > 1, "the board was there, and something was felt"


def test_nothing_is_asked_for_that_the_board_has_not():
    assert possible_parts([]) == ["rest", "lights"]
    assert possible_parts([Sense.KEY]) == ["rest", "keys", "lights"]
    assert "strip" in possible_parts([Sense.DIAL]) and "cards" in possible_parts([Sense.TAP])


def test_the_shortest_time_between_two_edges_is_of_one_contact():
    """Two contacts that close together are two pieces, not a bounce."""

    def edge(time: int, channel: int, level: int) -> bytes:
        return wire.encode(wire.EDGE, 0, wire.pack(wire.EDGE, time, channel, level))

    data = edge(100, 1, 1) + edge(101, 2, 1) + edge(130, 1, 0) + edge(190, 1, 1)
    part = part_figures("lift", data)
    assert (part.edges, part.shortest) == (4, 30)


@pytest.mark.parametrize("path", sorted(BOX.glob("*.rec")), ids=lambda path: path.stem)
def test_every_capture_in_the_box_is_understood(path):
    """Nothing of it is broken, nothing raises, and its README says where it comes from."""
    assert path.stem in (BOX / "README.md").read_text()
    reading = load(path)
    assert reading.whole and len(list(split_by_part(reading))) > 1
    replayed = Replay(reading)
    assert list(replayed) and not replayed.board.link.broken
