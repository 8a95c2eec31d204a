"""A board that is broken, or means no good: what it says is checked, and a sentence comes of it."""

from __future__ import annotations

from random import Random

import pytest

from controller.sitting.keys import YES
from controller.sitting.table import Table
from controller.values import Site
from controller.words import catalogue
from drivers.tags import stranger
from firmware import wire
from sims.bench.rig import Rig
from tests.astron_at import astron
from tests.test_board import hello_of
from tests.test_recording import hosted, played, until

OURS = catalogue()["trouble.our_fault"]
E5, CARD = Site("e5"), Site("card")


def spoken(rig: Rig, kind: int, *fields: object) -> None:
    """The board says this, and the table makes of it what it will."""
    rig.pico.hal.up += wire.encode(kind, 9, wire.pack(kind, *fields))
    rig.wait(0.5)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (wire.SNAPSHOT, (5, 60_000, b"\xff" * 17)),
        (wire.SNAPSHOT, (5, 0, b"")),
        (wire.SNAPSHOT, (5, 0, b"\xff" * 180)),
        (wire.EDGE, (5, 65_535, 1)),
        (wire.EDGE, (5, 3, 200)),
        (wire.ROLLER, (5, 2**31 - 1, 2, 0, 0)),
        (wire.ROLLER, (5, -(2**31), 1, 0, 0)),
        (wire.ROLLER, (5, 3000, 9, 0, 0)),
        (wire.TAG, (5, 999, 1, b"1234567")),
        (wire.TAG, (5, 0, 2, b"")),
        (wire.TAG, (5, 0, 1, b"x" * 150)),
        (wire.TAG, (5, 60_000, 3, b"")),
        (wire.FAULT, (5, 77, 1)),
        (wire.FAULT, (5, wire.CHAIN, 0x2FF)),
    ],
    ids=lambda value: wire.SHAPES[value][0] if isinstance(value, int) else "",
)
def test_what_no_board_of_ours_can_say_counts_as_broken_on_its_way(rig, kind, fields):
    before = rig.board.observe()
    broken = rig.board.link.broken
    spoken(rig, kind, *fields)
    assert rig.board.link.broken == broken + 1
    assert rig.board.observe().readings == before.readings
    spoken(rig, wire.HELLO, *wire.unpack(wire.HELLO, hello_of(rig)))
    rig.settle()
    assert rig.board.observe().readings == before.readings


def test_a_board_that_called_itself_another_is_asked_again(rig):
    spoken(rig, wire.HELLO, *wire.unpack(wire.HELLO, hello_of(rig, panel=4)))
    assert "number 4" in str(rig.board.trouble)
    rig.wait(4.0)
    rig.settle()


def test_a_clock_that_jumps_is_followed(rig):
    for time in (2**32 - 1, 0, 2**31, 5, 2**32 - 1, 7):
        spoken(rig, wire.HEARTBEAT, time, 0, 0, 0, 5000, 0, 0, 0)
    rig.hand.lift(Site("b1"))
    rig.wait(0.2)
    seen = rig.board.observe()
    assert seen.at - seen.changed[Site("b1")] < 1.0


def test_lists_of_tags_have_an_end(rig):
    luck = Random(3)
    for seen in (1, 2):
        for _ in range(3000):
            fields = (5, luck.randrange(3), seen, luck.randbytes(7))
            rig.pico.hal.up += wire.encode(wire.TAG, 9, wire.pack(wire.TAG, *fields))
        rig.wait(0.2)
    board = rig.board
    assert len(board.tags.listing()) < 3000
    assert len(board.ailments()) < 100 and len(board._listed) <= 1024


def test_a_strange_tag_is_looked_up_in_no_time_among_a_thousand():
    luck = Random(1)
    tags = {luck.randbytes(7): f"piece{number}" for number in range(1000)}
    one, other = list(tags)[:2]
    both = bytes(a | b for a, b in zip(one, other, strict=True))
    assert stranger(CARD, both, tags).fault == "F22"
    assert stranger(CARD, luck.randbytes(7), tags).fault == "F25"


def test_a_chain_that_comes_back_while_its_moves_are_asked_about_ends_the_question(wiring):
    rig = Rig(astron(E5, "b1"), wiring, virtual=False)
    rig.settle()
    rig.hand.tap(CARD, "S2.1")
    rig.bench.faults.unplugged = {1}
    rig.bench.refresh()
    rig.wait(1.0)
    rig.hand.press(YES)
    assert rig.table.asks().key == "table.choose_place"
    rig.bench.faults.unplugged = set()
    rig.bench.refresh()
    rig.wait(1.0)
    assert rig.table.asks().key == "astron.fly"


# ------------------------------------------------------------------------ what breaks off in ours


class Broken(Table):
    """A table with a fault planted where every turn comes by."""

    def idle(self, *words: object) -> bool:
        raise TypeError("planted in idle")


def test_a_fault_in_the_loop_is_logged_with_its_recording_said_and_survived(tmp_path, caplog):
    host = hosted(tmp_path, "random", "random")
    until(host, 14)
    before = list(map(str, host.table.history))
    broken = host.table
    broken.__class__ = Broken
    host.turn()
    host.turn()
    assert "planted in idle" in caplog.text and "000001.rec" in caplog.text
    caplog.clear()
    assert host.gallery.view.trouble == OURS
    assert host.table is not broken
    assert played(tmp_path / "recordings" / "000001.rec") == before
    until(host, 30)
    assert list(map(str, host.table.history))[:14] == before
    host.close()


def test_a_fault_that_stays_is_tried_again_ever_more_slowly_and_recorded_once(tmp_path, caplog):
    host = hosted(tmp_path, "random", "random")
    until(host, 12)
    begun = host.house.clock.now()
    for _ in range(12):
        host.table.__class__ = Broken
        host.turn()
    assert host.house.clock.now() - begun > 20.0
    assert len(list((tmp_path / "recordings").iterdir())) == 1
    assert caplog.text.count(".rec") == 1
    caplog.clear()
    until(host, 20)
    host.close()
