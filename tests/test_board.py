"""The board driver on a line that misbehaves."""

from __future__ import annotations

import os
import pty
import threading
import tty
from random import Random

import msgspec
import pytest

from controller.errors import BoardAbsent, BoardBusy, Misuse, WrongFirmware, WrongPanel
from controller.scene import DARK, Glow
from controller.values import Piece, Site, Unsure
from drivers.board import Board, open_board
from drivers.clock import StepClock, WallClock
from drivers.link import DOWN, UP, Link
from drivers.strip import LinkStrip, changed_runs
from drivers.wiring import checked_wiring, load_wiring
from drivers.workshop.probe import panel_at
from firmware import wire
from sims.bench.bench import Bench
from sims.bench.faults import Faults
from sims.bench.protocol_sim import BENCHES, Pico, install
from tests.panels import PANELS, load_panel

CARD, ROLLER, TRAY = Site("card"), Site("roller"), Site("tray1.large")


class Desk:
    """A board on a line, without a game."""

    def __init__(self, wiring, faults=None, version=(0, 1)):
        self.clock = StepClock()
        self.bench = Bench(wiring, self.clock, faults=faults)
        install()
        self.pico = BENCHES["desk"] = Pico(self.bench, self.clock)
        self.link = Link("sim://desk", self.clock)
        self.board = Board(self.link, wiring, self.clock)

    def wait(self, seconds):
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.seen = self.board.observe()
        return self.seen


@pytest.fixture
def desk(wiring):
    desk = Desk(wiring)
    desk.board.await_hello()
    return desk


def ship(desk):
    return Piece("ship1")


@pytest.mark.parametrize("seed", range(5))
def test_a_machine_that_is_busy_elsewhere_misses_no_finger_and_no_card(desk, wiring, seed):
    luck, keys = Random(seed), [key for key in wiring.senses if key.startswith("key.")]
    for site in luck.choices([*keys, CARD], k=12):
        begun = desk.clock.now()
        desk.bench.tap(CARD, "F2") if site == CARD else desk.bench.press(site)
        desk.clock.sleep(luck.uniform(0.0, 1.5))  # and nobody looks at the board meanwhile
        assert desk.wait(0.3).changed[site] >= begun


def test_whoever_listens_to_the_line_hears_every_byte_of_both_sides(desk):
    heard = {DOWN: b"", UP: b""}
    desk.wait(0.1)
    desk.link.listener = lambda sign, data: heard.update({sign: heard[sign] + data})
    taken, read = [], desk.pico.hal.read
    desk.pico.hal.read = lambda: taken.append(read()) or taken[-1]
    for brightness in (10, 200, 90):
        desk.board.shine(brightness)
        desk.wait(0.5)
    assert heard[DOWN] == b"".join(taken) != b""
    assert wire.LIMIT in [kind for kind, _, _ in wire.Decoder().feed(heard[DOWN])]
    assert wire.HEARTBEAT in [kind for kind, _, _ in wire.Decoder().feed(heard[UP])]


def test_the_board_says_who_it_is(desk):
    hello = desk.board.hello
    assert hello.panel == 1
    assert hello.pixels == 136
    assert hello.board == b"stardeck"


def test_a_piece_put_down_is_read_and_timed_by_the_pico(desk):
    desk.wait(0.5)
    put_at = desk.clock.now()
    desk.bench.put(ship(desk), Site("e5"))
    seen = desk.wait(0.2)
    assert seen.readings[Site("e5")] is True
    assert put_at <= seen.changed[Site("e5")] <= put_at + 0.02


def test_pieces_that_stand_when_the_power_comes_on_are_read(wiring):
    desk = Desk(wiring)
    desk.bench.put(ship(desk), Site("e5"))
    desk.board.await_hello()
    assert desk.wait(0.1).readings[Site("e5")] is True


def test_a_tray_tells_how_many_lie_in_it():
    desk = Desk(load_panel("space_walk_trays"))
    desk.board.await_hello()
    told = [lying(desk)]
    for name in ("one", "other"):
        desk.bench.put(Piece(name), TRAY)
        told.append(lying(desk))
    desk.bench.lift(TRAY, "one")
    told.append(lying(desk))
    assert told == [None, {0}, {0, 1}, {0}]


def lying(desk):
    return desk.wait(0.2).readings.get(TRAY)


def test_a_bouncing_contact_is_one_change(wiring):
    desk = Desk(wiring, Faults(bounce=0.004))
    desk.board.await_hello()
    changes = 0
    for _ in range(50):
        desk.bench.put(piece := ship(desk), Site("e5"))
        before = desk.wait(0.1).changed[Site("e5")]
        assert desk.wait(0.1).changed[Site("e5")] == before
        changes += 1
        desk.bench.lift(Site("e5"), piece.name)
        desk.wait(0.1)
    assert changes == 50


@pytest.mark.parametrize(
    "faults",
    [Faults(broken_byte=0.01), Faults(lost_frame=0.3)],
    ids=["one byte in a hundred", "three reads in ten"],
)
def test_what_was_lost_on_the_line_is_asked_for_again(wiring, faults):
    desk = Desk(wiring, faults)
    desk.wait(1.0)
    desk.bench.faults = faults
    cells = [Site(f"{column}{row}") for column in "aceg" for row in (2, 5, 9)]
    for cell in cells:
        desk.bench.put(ship(desk), cell)
        desk.wait(0.05)
    seen = desk.wait(6.0)
    assert {site for site in seen.readings if site != ROLLER} == set(cells)


def test_lights_that_were_lost_are_sent_again(wiring):
    desk = Desk(wiring)
    desk.board.await_hello()
    frame = [DARK] * 136
    desk.bench.faults.lost_frame = 1.0
    frame[17] = (200, 10, 10, int(Glow.FAST))
    desk.board.show(frame)
    desk.bench.faults.lost_frame = 0.0
    for _ in range(20):
        desk.wait(0.1)
        desk.board.show(frame)
    assert bytes(desk.pico.panel.lights.wanted[4 * 17 : 4 * 18]) == bytes((200, 10, 10, 3))


def test_a_silent_board_is_noticed_within_three_seconds(desk):
    desk.wait(0.5)
    desk.bench.faults.lost_frame = 1.0
    assert desk.wait(1.0).present
    assert not desk.wait(2.0).present
    desk.bench.faults.lost_frame = 0.0
    assert desk.wait(6.0).present


def test_a_board_is_heard_by_a_table_that_has_no_time_to_wait_for_it(desk):
    for _ in range(10):
        desk.clock.sleep(0.5)
        seen = desk.board.observe(0.0)
    assert seen.present


def test_a_board_plugged_in_again_is_found_and_knows_its_pieces(desk):
    desk.bench.put(ship(desk), Site("e5"))
    desk.wait(0.5)
    desk.bench.unplug()
    assert not desk.wait(1.0).present
    desk.bench.put(ship(desk), Site("f6"))
    desk.bench.plug()
    seen = desk.wait(5.0)
    assert seen.present
    assert {"e5", "f6"} <= seen.readings.keys()
    assert desk.link.reopened == 1


def test_tries_to_open_the_port_grow_rarer(desk):
    desk.bench.unplug()
    desk.wait(0.1)
    tried = []
    for _ in range(200):
        desk.wait(0.1)
        tried.append(desk.link._tries)
    assert 4 <= tried[-1] <= 10


def test_a_strip_at_its_start_is_known_and_elsewhere_it_is_not(wiring):
    desk = Desk(wiring)
    desk.board.await_hello()
    assert desk.wait(0.3).readings[ROLLER] == 0
    away = Desk(wiring)
    away.bench.stand({ROLLER: 9})
    away.pico = BENCHES["desk"] = Pico(away.bench, away.clock)
    away.link = Link("sim://desk", away.clock)
    away.board = Board(away.link, wiring, away.clock)
    away.board.await_hello()
    assert isinstance(away.wait(0.3).readings[ROLLER], Unsure)


def test_nobody_knows_where_a_strip_stands_that_was_out_of_sight(desk):
    desk.wait(desk.bench.turn(ROLLER, 4.0) + 0.3)
    assert desk.wait(0.1).readings[ROLLER] == 4
    desk.bench.unplug()
    assert isinstance(desk.wait(0.5).readings[ROLLER], Unsure)
    desk.bench.plug()
    found = desk.wait(5.0).readings[ROLLER]
    assert isinstance(found, Unsure) and found.rows == 0
    desk.wait(desk.bench.turn(ROLLER, 2.0) + 0.3)
    assert desk.wait(0.1).readings[ROLLER] == Unsure(2, found.since)


def test_a_host_that_comes_back_believes_what_the_pico_has_read_and_not_what_it_was_told(desk):
    desk.wait(desk.bench.turn(ROLLER, 4.0) + 0.3)
    again = Board(Link("sim://desk", desk.clock), desk.board.wiring, desk.clock)
    again.await_hello()
    assert again.observe().readings[ROLLER] == 4, "it never stopped counting"
    again.link.send(wire.CONFIGURE, wire.PLACE, 9000)
    desk.clock.sleep(0.1)
    third = Board(Link("sim://desk", desk.clock), desk.board.wiring, desk.clock)
    third.await_hello()
    assert isinstance(third.observe().readings[ROLLER], Unsure)


def test_ten_rows_of_print_correct_a_strip_that_was_moved_meanwhile(desk):
    desk.wait(desk.bench.turn(ROLLER, 4.0) + 0.3)
    desk.bench.unplug()
    desk.wait(0.5)
    desk.bench.stand({ROLLER: 7})
    desk.bench.plug()
    assert isinstance(desk.wait(5.0).readings[ROLLER], Unsure), "nobody can know yet"
    desk.wait(desk.bench.turn(ROLLER, 12.0) + 0.5)
    assert desk.wait(0.1).readings[ROLLER] == 19


def test_slip_is_taken_out_at_every_printed_row(wiring):
    desk = Desk(wiring, Faults(slip=0.05))
    desk.board.await_hello()
    for _ in range(20):
        desk.wait(desk.bench.turn(ROLLER, 1.0) + 0.2)
    assert desk.wait(0.2).readings[ROLLER] == 20


# ------------------------------------------------------------------------------- who is not there


def test_no_board_there():
    with pytest.raises(BoardAbsent, match="nothing is plugged in"):
        Link("/dev/serial/by-id/nowhere", StepClock())


def test_an_address_that_is_none():
    with pytest.raises(Misuse, match="not the address"):
        Link("smoke://signals", StepClock())


def test_no_simulated_board_of_that_name():
    install()
    with pytest.raises(BoardAbsent, match="atlantis"):
        Link("sim://atlantis", StepClock())


def test_a_port_that_somebody_else_holds():
    _, slave = pty.openpty()
    name = os.ttyname(slave)
    held = Link(name, WallClock())
    with pytest.raises(BoardBusy, match="in use"):
        Link(name, WallClock())
    held.close()


def test_a_message_that_began_before_the_port_was_opened_is_not_broken():
    master, slave = pty.openpty()
    tty.setraw(slave)
    link = Link(os.ttyname(slave), WallClock())
    whole = [wire.encode(wire.FAULT, seq, wire.pack(wire.FAULT, 5, 3, 1)) for seq in range(3)]

    def heard(data):
        os.write(master, data)
        while not (lines := link.lines(0.1)):
            pass
        return [seq for _, seq, _ in lines]

    assert heard(whole[0][4:] + whole[1]) == [1]
    assert not link.broken and link.gap, "what was missed is asked for all the same"
    assert heard(whole[0][4:] + whole[2]) == [2]
    assert link.broken == 1 and link.gap
    link.close()


def test_something_that_does_not_speak_our_language(wiring):
    master, slave = pty.openpty()

    def chatter():
        for _ in range(40):
            os.write(master, b"MicroPython v1.25.0; Raspberry Pi Pico\r\n>>> ")
            threading.Event().wait(0.05)

    threading.Thread(target=chatter, daemon=True).start()
    with pytest.raises(BoardAbsent, match="is not a Stardeck board"):
        open_board(os.ttyname(slave), wiring, WallClock())


def hello_of(desk, **changed):
    fields = dict(
        zip(
            wire.SHAPES[wire.HELLO][2].split(),
            (
                wire.PROTOCOL,
                0x0100,
                b"stardeck",
                1,
                31,
                136,
                1,
                3,
                136,
                1,
                desk.pico.panel.fit.packed(),
            ),
            strict=True,
        )
    )
    return wire.pack(wire.HELLO, *{**fields, **changed}.values())


@pytest.mark.parametrize(
    ("changed", "trouble", "sentence"),
    [
        ({"protocol": 9}, WrongFirmware, "protocol 9"),
        ({"panel": 4}, WrongPanel, "number 4"),
    ],
    ids=["another protocol", "another panel"],
)
def test_a_board_we_cannot_play_on_is_told_in_a_sentence(wiring, changed, trouble, sentence):
    desk = Desk(wiring)
    desk.board._take(wire.HELLO, hello_of(desk, **changed))
    with pytest.raises(trouble, match=sentence):
        desk.board.trouble and (_ for _ in ()).throw(desk.board.trouble)


def test_another_panel_plugged_in_during_play_pauses_it(desk):
    desk.board._take(wire.HELLO, hello_of(desk, panel=4))
    assert not desk.board.observe().present


@pytest.mark.parametrize("kind", sorted(wire.SHAPES))
def test_a_message_that_does_not_fit_its_kind_disturbs_nothing(desk, kind):
    desk.board._take(kind, b"\x01")
    assert desk.wait(0.5).present


# ------------------------------------------------------------------------------------- the lights


def test_only_what_changed_travels():
    old = [DARK] * 10
    new = list(old)
    new[3] = new[4] = (1, 2, 3, 0)
    new[9] = (9, 9, 9, 1)
    assert list(changed_runs(old, new)) == [(3, 2, 1, 2, 3, 0), (9, 1, 9, 9, 9, 1)]


def test_a_first_frame_travels_whole():
    assert list(changed_runs([], [DARK] * 5)) == [(0, 5, *DARK)]


def test_the_same_frame_is_not_sent_twice(desk):
    sent = []

    class Listening(Link):
        def __init__(self):
            pass

        def send(self, kind, *fields):
            sent.append(kind)

    strip = LinkStrip(Listening())
    for _ in range(5):
        strip.show([DARK] * 9, 0.0)
    assert sent == [wire.LEDS]


def test_a_colourful_frame_is_cut_into_messages_the_pico_can_hold(desk):
    frame = [(pixel, 255 - pixel, 7, 0) for pixel in range(136)]
    desk.board.show(frame)
    desk.wait(0.2)
    shown = bytes(desk.pico.panel.lights.wanted)
    assert shown == b"".join(bytes(pixel) for pixel in frame)


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_says_what_it_is_and_brings_up_its_game(name):
    path = PANELS[name]
    wiring, clock = load_wiring(path), StepClock()
    install()
    BENCHES["unknown"] = Pico(Bench(wiring, clock), clock)
    assert panel_at("sim://unknown", clock, PANELS.values()) == path


def test_a_panel_nobody_has_a_wiring_for_is_told_in_a_sentence(wiring):
    clock = StepClock()
    strange = checked_wiring(msgspec.structs.replace(wiring.file, panel=999))
    install()
    BENCHES["unknown"] = Pico(Bench(strange, clock), clock)
    with pytest.raises(WrongPanel, match="panel 999"):
        panel_at("sim://unknown", clock, PANELS.values())
