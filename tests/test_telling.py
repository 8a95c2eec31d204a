"""A Pico that does not know its panel is told; one that sits under another is not."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import pytest

from controller.errors import BoardTrouble, WrongFirmware, WrongPanel
from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import random_player
from controller.values import Piece, Seat, Site
from drivers.board import Board, open_board
from drivers.clock import StepClock
from drivers.fit import fit_of
from drivers.greeting import RESTART_TIMEOUT, TELL_AGAIN, hello_at
from drivers.link import DOWN, Link
from drivers.wiring import checked_wiring
from drivers.workshop.probe import open_probe, panel_at
from firmware import wire
from firmware.fit import EMPTY_FIT
from sims.bench.bench import Bench
from sims.bench.faults import Faults
from sims.bench.hal import Hal
from sims.bench.protocol_sim import BENCHES, Pico, install
from sims.bench.rig import Rig
from tests.panels import PANELS, load_panel
from tests.played import play_out
from tests.strange_panel import NUMBER, strange

URL = "sim://untold"
E5 = Site("e5")


class Untold:
    """A Pico under a panel, which knows nothing, or what it was told elsewhere."""

    def __init__(self, wiring, fit=EMPTY_FIT, faults=None):
        install()
        self.clock = StepClock()
        self.bench = Bench(wiring, self.clock, Random(3), faults)
        self.pico = BENCHES["untold"] = Pico(self.bench, self.clock, fit)

    def starts(self):
        """How often it has started since."""
        return self.bench.boots


@pytest.fixture
def panel(wiring):
    return strange(wiring)


def feels_and_lights(board, bench, pico):
    bench.put(Piece("ship1"), E5)
    for _ in range(10):
        seen = board.observe()
    assert seen.present and seen.readings[E5] is True
    pixel = board.wiring.chain[E5].start
    board.show([(0, 0, 90, 0) if at == pixel else (0, 0, 0, 0) for at in range(140)])
    for _ in range(10):
        board.observe()
    assert pico.hal.shown[3 * pixel : 3 * pixel + 3] == bytes((0, 0, 90))
    assert not any(pico.hal.shown[: 3 * pixel]) and len(pico.hal.shown) == 3 * 140


def test_a_bare_pico_is_told_of_a_panel_nobody_has_heard_of_and_feels_and_lights_it(panel):
    desk = Untold(panel)
    assert not hello_at(URL, desk.clock).knows_panel
    board = open_board(URL, panel, desk.clock)
    assert (board.hello.panel, board.hello.pixels) == (NUMBER, 140)
    assert desk.starts() == 1
    feels_and_lights(board, desk.bench, desk.pico)


def test_what_it_was_told_it_still_knows_after_a_power_cut(panel):
    desk = Untold(panel)
    open_board(URL, panel, desk.clock).close()
    desk.bench.unplug()
    desk.bench.plug()
    assert hello_at(URL, desk.clock).panel == NUMBER
    board = open_board(URL, panel, desk.clock)
    assert desk.starts() == 2, "the power cut, and no telling after it"
    feels_and_lights(board, desk.bench, desk.pico)


def test_it_is_told_over_a_line_that_loses_things(panel):
    desk = Untold(panel, faults=Faults(broken_byte=0.005))
    board = open_board(URL, panel, desk.clock)
    assert board.hello.panel == NUMBER and desk.starts() == 1


def test_the_same_panel_built_differently_is_told_anew(wiring):
    longer = checked_wiring(msgspec.structs.replace(wiring.file, pixels=150))
    desk = Untold(wiring, fit_of(longer))
    assert hello_at(URL, desk.clock).pixels == 150
    board = open_board(URL, wiring, desk.clock)
    assert board.hello.pixels == 136 and desk.starts() == 1


def test_one_that_knows_its_panel_is_left_alone(wiring):
    desk = Untold(wiring, fit_of(wiring))
    open_board(URL, wiring, desk.clock)
    assert desk.starts() == 0


def test_another_games_panel_is_never_told_that_it_is_this_one(wiring):
    other = load_panel("space_walk")
    desk = Untold(other, fit_of(other))
    with pytest.raises(WrongPanel, match="number 2"):
        open_board(URL, wiring, desk.clock)
    assert desk.starts() == 0 and desk.pico.disk.fit.panel == 2
    assert panel_at(URL, desk.clock, PANELS.values()) == PANELS["space_walk"]


def test_who_only_asks_tells_nothing(panel):
    desk = Untold(panel)
    assert panel_at(URL, desk.clock, PANELS.values()) is None
    assert desk.starts() == 0 and desk.pico.disk.fit is EMPTY_FIT and desk.pico.disk.kept == {}


def test_the_workshop_tells_it_too(panel):
    desk = Untold(panel)
    probe = open_probe(URL, panel, desk.clock)
    assert probe.hello.panel == NUMBER and probe.greeted and probe.snapshots


def test_a_pico_swapped_for_a_bare_one_in_mid_play_is_told_and_play_goes_on(panel):
    desk = Untold(panel, fit_of(panel))
    board = open_board(URL, panel, desk.clock)
    desk.pico.disk.fit = EMPTY_FIT
    desk.bench.unplug()
    board.observe()
    desk.bench.plug()
    until = desk.clock.now() + RESTART_TIMEOUT
    while not board.observe().present:
        assert desk.clock.now() < until
    assert board.trouble is None
    feels_and_lights(board, desk.bench, desk.pico)


class Obstinate(Pico):
    """Its disk keeps nothing, whatever it acknowledges."""

    def run(self):
        self.disk.fit = EMPTY_FIT
        super().run()


def test_a_pico_that_does_not_keep_its_panel_is_given_up_with_a_sentence(panel):
    desk = Untold(panel)
    BENCHES["untold"] = Obstinate(desk.bench, desk.clock, EMPTY_FIT)
    began = desk.clock.now()
    with pytest.raises(
        BoardTrouble, match="does not store that it belongs to the stranger's panel"
    ):
        open_board(URL, panel, desk.clock)
    assert desk.clock.now() - began < 2 * RESTART_TIMEOUT


def restarts_without(pico: Pico) -> None:
    pico.__class__ = Obstinate


def acknowledges_only(pico: Pico) -> None:
    pico.panel._ears[wire.FIT] = lambda told: wire.DONE


def refuses(pico: Pico) -> None:
    pico.panel._ears[wire.FIT] = lambda told: wire.UNKEPT


def sent_by(link: Link, clock: StepClock) -> list[float]:
    """When a fit was sent, from now on."""
    decoder, sent = wire.Decoder(), []

    def listen(sign: str, data: bytes) -> None:
        kinds = [line[0] for line in decoder.feed(data)] if sign == DOWN else []
        sent.extend(clock.now() for kind in kinds if kind == wire.FIT)

    link.listener = listen
    return sent


def swapped(desk: Untold, board: Board, pico: Pico, name: bytes = Hal.board) -> None:
    """Another Pico is plugged in, or the same one flashed anew; this is what it is called."""
    desk.bench.unplug()
    board.observe()
    BENCHES["untold"] = pico
    desk.bench.plug()
    pico.run()
    pico.hal.board = name


@pytest.mark.parametrize("forget", [restarts_without, acknowledges_only, refuses])
def test_a_pico_that_never_keeps_its_panel_is_told_ever_more_seldom_and_it_is_said(panel, forget):
    desk = Untold(panel)
    forget(desk.pico)
    link = Link(URL, desk.clock)
    board, sent, began = Board(link, panel, desk.clock), sent_by(link, desk.clock), desk.clock.now()
    while desk.clock.now() < began + 300.0:
        assert not board.observe().present
        if desk.clock.now() > began + RESTART_TIMEOUT + 2.0:
            assert "does not store" in str(board.trouble), "said, and said as long as it is so"
    assert 1 <= sum(at < began + 5.0 for at in sent) <= 3
    pauses = [after - before for before, after in pairwise(sent)]
    assert all(pause >= TELL_AGAIN for pause in pauses) and pauses == sorted(pauses)
    assert len(sent) <= 8
    swapped(desk, board, Pico(desk.bench, desk.clock, fit_of(panel)))
    until = desk.clock.now() + 60.0
    while not board.observe().present:
        assert desk.clock.now() < until, "who knows it at last is played on"
    assert board.trouble is None


def test_another_pico_is_told_at_once_whatever_the_one_before_forgot(panel):
    desk = Untold(panel)
    refuses(desk.pico)
    link = Link(URL, desk.clock)
    board, sent = Board(link, panel, desk.clock), sent_by(link, desk.clock)
    while desk.clock.now() < 100.0:
        board.observe()
    before = len(sent)
    swapped(desk, board, Pico(desk.bench, desk.clock, EMPTY_FIT), b"another!")
    until = desk.clock.now() + RESTART_TIMEOUT
    while len(sent) == before:
        board.observe()
        assert desk.clock.now() < until


@pytest.mark.parametrize("opened", [open_board, open_probe], ids=["board", "workshop"])
def test_a_pico_that_refuses_its_panel_is_given_up_at_once(panel, opened):
    desk = Untold(panel)
    desk.pico.panel._ears[wire.FIT] = lambda told: wire.UNKEPT
    began = desk.clock.now()
    with pytest.raises(BoardTrouble, match="does not store"):
        opened(URL, panel, desk.clock)
    assert desk.clock.now() - began < 1.0 and desk.starts() == 0


def test_a_firmware_older_than_all_this_is_told_in_a_sentence(wiring):
    desk = Untold(wiring, fit_of(wiring))
    board = Board(Link(URL, desk.clock), wiring, desk.clock)
    old = wire.pack(wire.HELLO, 2, 0x0100, b"stardeck", 1, 31, 136, 4, 3, 136, 1, b"")
    board._take(wire.HELLO, old)
    assert len(old) == 22, "as it was before a fit was told"
    assert isinstance(board.trouble, WrongFirmware) and "protocol 2" in str(board.trouble)
    assert desk.starts() == 0


class Newcomer(Rig):
    """A table with a Pico that has no panel yet."""

    def connect(self, name):
        url = super().connect(name)
        self.pico = BENCHES[name] = Pico(self.bench, self.clock, EMPTY_FIT)
        return url


def test_a_whole_game_is_played_on_a_panel_nobody_has_heard_of(wiring, panel):
    rig = Newcomer(SHELF["astron"].start(Setting(2)), panel, seed=5)
    players = {Seat(seat): random_player(Random(seat)) for seat in range(2)}
    made = [move for moves in play_out(rig, players, patience=30.0) for move in moves]
    assert rig.table.position.outcome and made == rig.table.history
    assert rig.board.hello.panel == NUMBER and rig.pico.panel.fit.widths == (32,) * 6 + (6,)
