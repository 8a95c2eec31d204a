"""The fault catalogue of hardware.md: each fault that the bytes can show, and what the table does.

Named after their numbers. F16 and F36 leave no trace in the data; F27, F28 and F35 are found by
`stardeck check` (tests/test_checkup.py) as well; F29 to F31 are the firmware's own
(tests/firmware/test_roller.py).
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from controller.errors import BoardAbsent, WrongFirmware
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.journal import Journal
from controller.sitting.keys import BACK, NO, YES
from controller.values import Piece, Site
from controller.words import catalogue, say
from drivers.greeting import trouble_with
from firmware import wire
from firmware.roller import Strip, track
from sims.bench.faults import Faults
from sims.bench.rig import Rig
from sims.bench.twin import tag_of_piece
from tests.astron_at import astron
from tests.cuts.disk import Disk
from tests.test_board import Desk, hello_of
from tests.test_journal import begin

CARD, DECK, DOCK, ROLLER = Site("card"), Site("deck"), Site("dock"), Site("roller")
E5, E6, E7, B1 = Site("e5"), Site("e6"), Site("e7"), Site("b1")


@pytest.fixture
def sit(wiring):
    def sit(position=None, faults=None, **terms) -> Rig:
        rig = Rig(position or astron("e5", "b1"), wiring, faults=faults, virtual=False, **terms)
        rig.settle()
        return rig

    return sit


@pytest.fixture
def flying(sit):
    """Ship 1 has played F2 and is to fly from e5 to e7."""
    rig = sit()
    rig.hand.tap(CARD, "F2.1")
    rig.wait(0.3)
    assert lines(rig) == ["1 lays F2.1"]
    return rig


def lines(rig: Rig) -> list[str]:
    return [str(move) for move in rig.table.history]


def ailing(rig: Rig) -> set[str]:
    """The faults the board complains of; each must be said in words."""
    found = rig.board.ailments()
    for ailment in found:
        assert ailment.saying.key in catalogue()
        assert "{" not in say(ailment.saying)
    return {ailment.fault for ailment in found}


# ---------------------------------------------------------------------------------- reeds, hands


def test_f01_a_hovering_piece_makes_no_move_and_is_counted(flying):
    for _ in range(5):
        piece = flying.bench.lift(E5)
        flying.wait(0.06)
        flying.bench.put(piece, E5)
        flying.wait(0.06)
    flying.wait(1.0)
    assert lines(flying) == ["1 lays F2.1"]
    assert flying.board.health.edges[E5] >= 10


def test_f02_bounce_beyond_the_debounce_is_named(sit):
    rig = sit(faults=Faults(bounce=0.03))
    for _ in range(20):
        piece = rig.bench.lift(E5)
        rig.wait(1.5)
        rig.bench.put(piece, E5)
        rig.wait(1.5)
    assert "F02" in ailing(rig)
    assert not lines(rig)


def test_f03_a_slide_is_one_move(flying):
    flying.hand.slide([E5, E6, E7], pause=0.02)
    flying.wait(1.0)
    assert lines(flying)[1:] == ["1 flies e5-e7"]


def test_f04_of_a_drag_over_corners_only_the_last_cell_counts(flying):
    flying.hand.slide([E5, Site("f6"), Site("f7"), E7], pause=0.08)
    flying.wait(1.0)
    assert lines(flying)[1:] == ["1 flies e5-e7"]


def test_f05_crosstalk_is_told_by_two_cells_that_act_as_one(sit):
    rig = sit(astron("b1", "c3"))
    rig.bench.faults.crosstalk = {Site("h7"): Site("h8")}
    for _ in range(4):
        rig.bench.put(Piece("magnet"), Site("h7"))
        rig.wait(0.5)
        rig.bench.lift(Site("h7"))
        rig.wait(0.5)
    assert "F05" in ailing(rig)
    assert any(a.sites == ("h7", "h8") for a in rig.board.ailments())


def test_f06_a_piece_on_the_line_is_missed_after_a_while(flying):
    flying.hand.lift(E5)
    flying.wait(4.0)
    assert flying.table.message and flying.table.message.key == "table.missing"
    assert flying.lit(Glow.DOUBLE) == {E5, E7}, "where it may stand stays lit"


def test_f07_a_reed_stuck_closed_is_disbelieved_with_a_key_and_play_goes_on(sit):
    rig = sit()
    rig.bench.faults.stuck.add(Site("h8"))
    rig.bench.refresh()
    rig.wait(1.0)
    assert rig.table.stage is Stage.MENDING
    assert rig.lit(Glow.FAST) == {"h8"}
    rig.hand.press(NO)
    rig.settle()
    assert rig.table.message and "h8" in say(rig.table.message)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.lift(E5)
    rig.hand.put(E7)
    rig.wait(0.5)
    assert lines(rig) == ["1 lays F2.1", "1 flies e5-e7"]


def test_f08_a_move_to_a_dead_reed_is_made_with_yes(sit):
    rig = sit(faults=Faults(dead={E7}))
    rig.hand.tap(CARD, "F2.1")
    rig.hand.lift(E5)
    rig.hand.put(E7)
    rig.wait(1.0)
    assert lines(rig) == ["1 lays F2.1"], "nobody can know yet"
    rig.table.state.input.disbelieve(E7)
    rig.wait(1.0)
    assert rig.table.stage is Stage.ASKING
    assert rig.table.asks().key == "table.confirm"
    assert E7 in rig.lit(Glow.DOUBLE)
    rig.hand.press(YES)
    rig.wait(0.5)
    assert lines(rig)[1:] == ["1 flies e5-e7"]
    assert rig.table.stage is Stage.WAITING


def test_f08_a_ship_carried_off_a_cell_that_is_not_believed_is_led_back_to_it(sit):
    rig = sit()
    rig.table.state.input.disbelieve(E5)
    rig.hand.lift(E5)
    rig.hand.put(E7)
    rig.wait(1.0)
    assert rig.table.stage is Stage.MENDING
    assert (rig.lit(Glow.FAST), rig.lit(Glow.DOUBLE)) == ({E7}, {E5})


def test_f08_a_dead_reed_under_a_ship_at_setup_is_disbelieved_with_a_key(wiring):
    rig = Rig(astron("e5", "b1"), wiring, faults=Faults(dead={E5}), virtual=False)
    rig.wait(1.0)
    assert rig.lit(Glow.DOUBLE) == {E5}
    rig.hand.press(NO)
    rig.settle()


def test_f09_a_cell_that_changes_by_itself_is_not_believed_until_it_rests(sit):
    rig = sit()
    for _ in range(20):
        rig.bench.put(Piece("ghost"), Site("h8"))
        rig.wait(0.07)
        rig.bench.lift(Site("h8"))
        rig.wait(0.07)
    assert "F09" in ailing(rig)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.lift(E5)
    rig.hand.put(E7)
    rig.wait(0.5)
    assert lines(rig) == ["1 lays F2.1", "1 flies e5-e7"]
    rig.wait(12.0)
    assert "F09" not in ailing(rig)


@pytest.mark.parametrize("fault", ["unplugged", "shorted"], ids=["f10", "f12"])
def test_f10_a_chain_that_lies_freezes_its_cells_and_play_goes_on(flying, fault):
    getattr(flying.bench.faults, fault).add(1)  # rows 4 to 6: e5 among them
    flying.bench.refresh()
    flying.wait(1.0)
    assert "F10" in ailing(flying)
    assert flying.table.stage is not Stage.PAUSED
    flying.hand.lift(E5)
    flying.hand.put(E7)
    flying.wait(1.0)
    assert lines(flying)[1:] == ["1 flies e5-e7"], "e7 can feel, and that is enough"
    getattr(flying.bench.faults, fault).clear()
    flying.bench.refresh()
    flying.wait(2.0)
    assert not ailing(flying)


def test_f11_a_broken_bus_is_told_and_moves_are_asked_for(flying):
    flying.bench.faults.unplugged |= {0, 1, 2, 3}
    flying.bench.refresh()
    flying.wait(1.0)
    assert "F11" in ailing(flying)
    assert flying.table.stage is not Stage.PAUSED


def test_f12_a_chain_shifted_by_a_missing_chip_is_known_by_its_sentinels(sit):
    rig = sit()
    rig.bench.faults.shorted.add(2)
    rig.bench.refresh()
    rig.wait(1.0)
    assert "F10" in ailing(rig), "the same cure: look at the chain"


def test_f13_one_wild_sample_is_not_believed(flying):
    before = dict(flying.board.observe().readings)
    flying.bench.glitch(0.004)
    flying.wait(1.0)
    assert dict(flying.board.observe().readings) == before
    assert flying.table.stage is not Stage.MENDING


def test_f14_edges_that_found_no_room_are_made_good_by_a_snapshot(sit):
    rig = sit()
    rig.bench.faults.line_full = True
    rig.hand.lift(E5)
    rig.wait(0.3)
    rig.bench.faults.line_full = False
    rig.wait(0.5)
    assert E5 not in rig.board.observe().readings


def test_f15_several_ships_lifted_at_once_are_led_back_and_doubted(flying):
    held = [flying.bench.lift(E5), flying.bench.lift(B1)]
    flying.wait(1.0)
    assert flying.table.stage is Stage.MENDING
    for piece, site in zip(held, (E5, B1), strict=True):
        flying.bench.put(piece, site)
    flying.wait(1.0)
    assert flying.table.message and flying.table.message.key == "table.identity"
    assert lines(flying) == ["1 lays F2.1"]


def test_f16_the_dock_tells_where_a_ship_belongs(sit):
    rig = sit()
    rig.hand.tap(DOCK, "ship2")
    rig.wait(0.6)
    assert rig.table.message and say(rig.table.message) == "ship2 belongs on b1."
    assert B1 in rig.lit(Glow.DOUBLE)
    rig.wait(4.0)
    assert rig.table.stage is Stage.WAITING
    assert B1 not in rig.lit(Glow.DOUBLE)


def test_f17_pieces_that_stand_at_power_up_are_known_from_the_snapshot(wiring):
    rig = Rig(astron("e5", "b1"), wiring, virtual=False)
    rig.settle(1.0)


def test_f18_a_phone_on_the_board_is_told(sit):
    rig = sit()
    for cell in ("g8", "g9", "h8", "h9"):
        rig.bench.put(Piece("phone"), Site(cell))
    rig.wait(1.0)
    assert "F18" in ailing(rig)
    assert rig.table.stage is Stage.MENDING
    for cell in ("g8", "g9", "h8", "h9"):
        rig.bench.lift(Site(cell))
    rig.settle()
    assert not lines(rig)


# ------------------------------------------------------------------------------------------- tags


def test_f19_a_card_that_was_not_read_is_asked_for_again(sit):
    rig = sit(faults=Faults(missed_read=1.0))
    rig.hand.tap(CARD, "F2.1")
    rig.wait(0.5)
    assert not lines(rig)
    assert rig.lit(Glow.DOUBLE) == {CARD}
    rig.bench.faults.missed_read = 0.0
    rig.hand.tap(CARD, "F2.1")
    rig.wait(0.3)
    assert lines(rig) == ["1 lays F2.1"]


def test_the_readers_success_is_kept(sit):
    rig = sit()
    rig.hand.tap(CARD, "F2.1")
    rig.wait(0.5)
    assert rig.board.tags.success() == {CARD: 1.0}
    late = int(rig.pico.hal.ms())
    for seen, time in ((1, late), (0, late + 30)):
        rig.board._take(wire.TAG, wire.pack(wire.TAG, time, 0, seen, tag_of_piece("B1.1")))
    assert rig.board.tags.success() == {CARD: 0.5}


def test_f20_a_flickering_card_is_played_once(sit):
    rig = sit(faults=Faults(missed_read=0.5))
    for _ in range(6):
        rig.hand.tap(CARD, "F2.1")
    assert lines(rig) == ["1 lays F2.1"]


def test_f21_two_cards_on_the_reader_are_neither(sit):
    rig = sit()
    rig.bench.tap(CARD, "F2.1", "S2.1")
    rig.wait(0.6)
    assert not lines(rig)
    assert "F21" in ailing(rig)
    rig.wait(4.0)
    rig.hand.tap(CARD, "S2.1")
    rig.wait(0.3)
    assert lines(rig) == ["1 lays S2.1"]


def test_f22_two_numbers_heard_as_one_are_known_for_what_they_are(sit):
    rig = sit()
    both = bytes(a | b for a, b in zip(tag_of_piece("F2.1"), tag_of_piece("S2.1"), strict=True))
    rig.board._take(wire.TAG, wire.pack(wire.TAG, 5000, 0, 1, both))
    rig.wait(1.0)
    assert "F22" in ailing(rig)
    assert not lines(rig)


def test_f23_a_card_seen_by_two_readers_is_shown_to_the_first(sit):
    rig = sit()
    rig.bench.tap(CARD, "F2.1")
    rig.wait(0.12)
    rig.bench.tap(DECK, "F2.1")
    rig.wait(0.5)
    assert lines(rig) == ["1 lays F2.1"]
    assert "F23" in ailing(rig)


def test_f24_a_dead_reader_is_told_and_cards_can_be_said(wiring):
    rig = Rig(astron("e5", "b1"), wiring, faults=Faults(dead_readers={CARD}), virtual=False)
    rig.wait(6.0)
    assert "F24" in ailing(rig)
    assert rig.table.stage is Stage.WAITING


@pytest.mark.parametrize(
    ("number", "named"),
    [(b"\x04\x99\x99\x99\x99\x99\x99", "04999999999999"), (tag_of_piece("F2.1")[:4], "F2.1")],
    ids=["a stranger", "four bytes of seven"],
)
def test_f25_a_tag_nobody_enrolled_is_told(sit, number, named):
    rig = sit()
    rig.board._take(wire.TAG, wire.pack(wire.TAG, 5000, 0, 1, number))
    rig.wait(1.0)
    (ailment,) = [a for a in rig.board.ailments() if a.fault == "F25"]
    assert ailment.more == named
    assert rig.lit(Glow.FAST) == {CARD}


# ------------------------------------------------------------------------------------------ strip


def test_f26_slip_is_taken_out_and_counted(wiring):
    desk = Desk(wiring, Faults(slip=0.12))
    desk.board.await_hello()
    for _ in range(12):
        desk.wait(desk.bench.turn(ROLLER, 1.0) + 0.2)
    assert desk.wait(0.1).readings[ROLLER] == 12
    assert desk.pico.panel.strip.slips > 0


def test_f27_missed_encoder_counts_are_corrected_by_the_printed_rows():
    strip = Strip(100)
    strip.mark(wire.HOME, 1, 0)
    count = 0
    for row in range(1, 9):
        count += 90  # ten counts in a hundred are missed
        for _, level, shift in ((wire.CLOCK, 1, -5), (wire.CLOCK, 0, 5)):
            strip.mark(wire.CLOCK, level, count + shift)
        assert strip.place(count) == 1000 * row


def test_f28_a_reversed_encoder_is_contradicted_by_the_print(wiring):
    desk = Desk(wiring, Faults(reversed=True))
    desk.board.await_hello()
    desk.wait(desk.bench.turn(ROLLER, 14.0) + 0.5)
    assert desk.wait(0.1).readings[ROLLER] != 14, "stardeck check names it"


def bar(strip: Strip, row: int, bit: int | None = None) -> None:
    """One printed row passes under the sensors."""
    count = 100 * row
    printed = track(row) if bit is None else bit
    for which, half in ((wire.DATA, 18), (wire.CLOCK, 7)):
        if which == wire.CLOCK or printed:
            strip.mark(which, 1, count - half)
    for which, half in ((wire.CLOCK, 7), (wire.DATA, 18)):
        if which == wire.CLOCK or printed:
            strip.mark(which, 0, count + half)


def located() -> Strip:
    strip = Strip(100)
    strip.mark(wire.HOME, 1, -10)
    strip.mark(wire.HOME, 0, 10)
    return strip


def test_f29_a_worn_mark_costs_nothing_but_its_bit():
    strip = located()
    for row in (1, 2, 3, 5, 6, 7):
        bar(strip, row)
    assert strip.place(700) == 7000
    assert strip.trust == wire.LOCATED


def test_f30_dirt_between_two_rows_is_no_mark():
    strip = located()
    bar(strip, 1)
    strip.mark(wire.CLOCK, 1, 130)
    strip.mark(wire.CLOCK, 0, 138)
    bar(strip, 2)
    assert strip.place(200) == 2000


def test_f31_one_misread_bit_never_moves_the_strip():
    strip = located()
    for row in range(1, 25):
        bar(strip, row, 1 - track(row) if row == 9 else None)
    assert strip.place(2400) == 24000


def test_f32_a_strip_that_moved_while_the_power_was_off_is_noticed(wiring):
    rig = Rig(astron("e5", "b1", offset=20), wiring, standing=False)
    rig.bench.stand({**rig.table.position.layout(), ROLLER: 21})
    rig.replug("after a power cut")
    rig.wait(1.0)
    assert rig.table.asks().key == "table.locate"


def test_f33_a_strip_between_two_rows_is_led_to_the_line(sit):
    rig = sit(astron("b1", "c1", hands=("F1.1", "F1.2"), turn=2))
    rig.hand.tap(CARD, "F1.2")
    rig.hand.lift(Site("c1"))
    rig.hand.put(Site("c2"))
    rig.wait(0.3)
    rig.hand.turn(ROLLER, 0.6)
    rig.wait(2.0)
    assert rig.lit(Glow.RUN) == {ROLLER}
    assert not lines(rig)[-1].endswith("turns +1")


def test_f34_the_strip_turned_out_of_time_is_refused_by_its_rule(flying):
    flying.hand.turn(ROLLER, 1.0)
    flying.wait(1.0)
    assert flying.table.notice and flying.table.notice.rule in ("A4", "A6")
    assert flying.lit(Glow.RUN_BACK) == {ROLLER}


# ------------------------------------------------------------------------------ lights and supply


def test_f35_a_broken_chain_of_pixels_draws_less_than_it_should(wiring):
    desk = Desk(wiring, Faults(broken_at=40))
    desk.board.await_hello()
    desk.board.show([(60, 60, 60, 0)] * 136)
    desk.wait(1.2)
    assert desk.pico.hal.supply()[1] < 136 + 136 * 180 / 16 * 0.7, "stardeck check finds where"


def test_f37_a_lost_supply_is_told_and_play_goes_on(flying):
    flying.bench.faults.mV = 300
    flying.wait(1.5)
    assert "F37" in ailing(flying)
    flying.hand.lift(E5)
    flying.hand.put(E7)
    flying.wait(0.5)
    assert lines(flying)[1:] == ["1 flies e5-e7"]


def restarted(wiring, cause):
    """What is told of a Pico that starts anew in play for this cause."""
    desk = Desk(wiring)
    desk.board.await_hello()
    desk.wait(2.0)
    type(desk.pico.hal).cause, was = cause, desk.pico.hal.cause
    desk.bench.boots += 1
    desk.wait(3.0)
    type(desk.pico.hal).cause = was
    return [ailment.fault for ailment in desk.board.ailments()]


def test_f38_power_that_was_lost_in_play_is_told_and_no_other_start_for_it(wiring):
    told = {cause: restarted(wiring, cause) for cause in range(7)}
    told = {cause: faults for cause, faults in told.items() if faults}
    assert told == {
        wire.POWER: ["F38"],
        wire.DIPPED: ["F38"],
        wire.BITTEN: ["F44"],
        wire.CRASHED: ["F51"],
    }


def test_f51_where_a_pico_broke_off_is_told_once_it_is_back(wiring):
    desk = Desk(wiring)
    desk.pico.disk.crash = b'File "panel.py", line 7, in step\nValueError: \xff\n'
    desk.bench.boots += 1
    desk.wait(3.0)
    assert desk.board.crash.startswith('File "panel.py", line 7')
    desk.bench.boots += 1
    desk.wait(3.0)
    assert desk.pico.hal.crash == b"", "it was told"


def test_f38_a_pico_that_is_greeted_again_has_not_lost_its_power(wiring):
    desk = Desk(wiring)
    desk.board.await_hello()
    desk.wait(2.0)
    desk.link.greet()
    desk.wait(2.0)
    assert desk.board.ailments() == []


# ---------------------------------------------------------------------------------- line and host


def test_f39_a_cable_pulled_and_put_back_costs_nothing(flying):
    flying.bench.unplug()
    flying.wait(2.0)
    assert flying.table.stage is Stage.PAUSED
    flying.bench.plug()
    flying.settle()
    assert flying.lit(Glow.DOUBLE) == {E5, E7}


def test_f40_a_console_instead_of_a_board_is_told(wiring):
    desk = Desk(wiring)
    desk.pico.panel.voice.heeded = False
    desk.pico.hal.read = lambda: b""
    desk.pico.hal.up += b"MicroPython v1.25.0\r\n>>> "
    with pytest.raises(BoardAbsent, match="is not a Stardeck board"):
        desk.board.await_hello()


def test_f41_what_arrives_late_keeps_the_time_it_was_felt(wiring):
    desk = Desk(wiring)
    desk.board.await_hello()
    desk.wait(1.0)
    felt = desk.clock.now()
    desk.bench.put(Piece("ship1"), E5)
    for _ in range(60):  # the host stalls; the Pico goes on
        desk.clock.sleep(0.005)
        desk.pico.run()
    assert abs(desk.wait(0.05).changed[E5] - felt) < 0.02


def test_f42_broken_bytes_both_ways_change_no_record(wiring):
    records = []
    for share in (0.0, 0.01):
        rig = Rig(astron("e5", "b1"), wiring, virtual=False)
        rig.settle()
        rig.bench.faults.broken_byte = share
        rig.hand.tap(CARD, "F2.1")
        rig.wait(2.5)
        rig.hand.lift(E5)
        rig.wait(2.5)
        rig.hand.put(E7)
        rig.wait(4.0)
        records.append(lines(rig))
    assert records[0] == records[1] == ["1 lays F2.1", "1 flies e5-e7"]


def test_f43_the_picos_clock_may_run_round(wiring):
    desk = Desk(wiring)
    desk.board.await_hello()
    last = (1 << 32) - 40
    before = desk.board._when(last)
    desk.clock.sleep(0.1)
    after = desk.board._when(60)
    assert after == pytest.approx(before + 0.1, abs=0.02)


def test_f44_a_pico_that_restarts_is_taken_back_in(flying):
    flying.hand.lift(E5)
    flying.hand.put(E7)
    flying.wait(0.5)
    flying.bench.boots += 1  # the watchdog bit
    flying.wait(4.0)
    assert flying.table.stage is Stage.WAITING
    assert lines(flying)[1:] == ["1 flies e5-e7"]


def test_f45_another_protocol_is_refused_in_a_sentence(wiring):
    desk = Desk(wiring)
    desk.board._take(wire.HELLO, hello_of(desk, protocol=wire.PROTOCOL + 1))
    assert isinstance(trouble_with(desk.board.hello, wiring), WrongFirmware)


# ---------------------------------------------------------------------------------------- storage


@pytest.fixture
def journal(tmp_path):
    journal = Journal.open(tmp_path / "journal.db")
    yield journal
    journal.close()


def test_f46_a_torn_commit_is_rolled_back_and_the_rest_stands(journal, tmp_path):
    record = begin(journal)
    base = sqlite3.connect(journal.path, isolation_level=None)
    base.execute("begin immediate")
    base.execute("insert into entries values (1, 0, 'move', 'half')")
    torn = tmp_path / "torn.db"
    torn.write_bytes(journal.path.read_bytes())
    torn.with_name("torn.db-wal").write_bytes(
        journal.path.with_name("journal.db-wal").read_bytes()[:-700]
    )
    base.execute("rollback")
    base.close()
    with closing(Journal.open(torn)) as found:
        assert found.lines(record.sitting) == []


def test_f47_a_full_disk_is_told_and_play_goes_on_and_is_caught_up_with(tmp_path, wiring):
    with Disk().under() as disk, closing(Journal.open(tmp_path / "journal.db")) as journal:
        record = begin(journal, start := astron("e5", "b1"))
        rig = Rig(start, wiring, virtual=False, record=record)
        rig.settle()
        disk.full = True
        rig.hand.tap(CARD, "F2.1")
        rig.wait(0.5)
        assert lines(rig) == ["1 lays F2.1"]
        assert "full" in rig.table.unsaved
        disk.full = False
        rig.wait(1.5)
        assert journal.lines(record.sitting) == ["1 lays F2.1"] and not rig.table.unsaved


def test_f48_a_wrong_clock_changes_no_order(journal):
    first = begin(journal, opened="2049-01-01 00:00")
    second = begin(journal, opened="1970-01-01 00:00")
    assert [s.id for s in journal.sittings()] == [first.sitting, second.sitting]


# ------------------------------------------------------------------------------------------- keys


def test_f49_a_stuck_key_is_one_press_and_is_told(flying):
    flying.hand.lift(E5)
    flying.hand.put(E7)
    flying.wait(0.5)
    flying.bench._contact(BACK, True, flying.clock.now())
    flying.wait(12.0)
    assert "F49" in ailing(flying)
    assert lines(flying) == ["1 lays F2.1"], "taken back once, not all evening"


def test_f50_noise_in_step_with_the_readers_is_noise_all_the_same(sit):
    rig = sit()
    for _ in range(20):
        rig.bench.put(Piece("hum"), Site("h8"))
        rig.wait(0.025)
        rig.bench.lift(Site("h8"))
        rig.wait(0.025)
    assert "F09" in ailing(rig)
    assert not lines(rig)


def test_f42_a_card_whose_message_was_lost_is_told_again(sit):
    """One byte in fifty broken: whatever is shown is played, once."""
    for seed in range(12):
        rig = sit(seed=seed)
        rig.bench.faults.broken_byte = 0.02
        rig.hand.tap(CARD, "F2.1")
        rig.wait(2.5)
        assert lines(rig) == ["1 lays F2.1"]


def test_f42_where_the_strip_came_to_rest_is_told_again(wiring):
    desk = Desk(wiring)
    desk.board.await_hello()
    desk.bench.turn(ROLLER, 3.0)
    desk.wait(0.6)
    desk.bench.faults.lost_frame = 1.0
    desk.wait(0.4)
    desk.bench.faults.lost_frame = 0.0
    assert desk.wait(3.0).readings[ROLLER] == 3


def test_f42_a_card_whose_leaving_was_not_heard_does_not_stay_for_ever(sit):
    rig = sit()
    rig.bench.tap(DECK, "F1.1")
    rig.wait(0.3)
    rig.bench.faults.lost_frame = 1.0
    rig.wait(0.4)
    rig.bench.faults.lost_frame = 0.0
    rig.wait(5.0)
    rig.hand.tap(DECK, "F1.2")
    assert rig.board.observe().readings[DECK] == "F1.2"


def test_a_card_shown_in_error_does_not_swallow_the_right_move(flying):
    flying.hand.tap(CARD, "S2.1")
    flying.wait(0.6)
    assert flying.table.notice and flying.table.notice.rule == "A6"
    flying.hand.lift(E5)
    flying.hand.put(E7)
    flying.wait(0.5)
    assert lines(flying)[1:] == ["1 flies e5-e7"]
