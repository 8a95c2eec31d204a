"""A bug of ours is never told to a player as his mistake: it is logged, said to be ours, and the
game goes on."""

from __future__ import annotations

import pytest

from controller.errors import Misuse
from controller.sitting.table import Table
from controller.web.mailbox import Obey, Play
from controller.words import catalogue
from sims.bench.rig import Rig
from tests.test_recording import asked, hosted

OURS = catalogue()["page.our_fault"]


class Broken(Table):
    """A table with a fault planted where moves are judged, or where they are said."""

    def see(self, *words: object) -> None:
        raise TypeError("planted in see")

    def say(self, *words: object) -> None:
        raise TypeError("planted in say")


@pytest.fixture
def host():
    host = hosted(None, "Ada", "Bob")
    for _ in range(60):
        host.turn()
    yield host
    host.close()


def test_a_type_error_below_a_verb_is_not_the_players_typing(rig: Rig):
    rig.table.__class__ = Broken
    with pytest.raises(TypeError, match="planted in see"):
        rig.do("move b1 b3")


@pytest.mark.parametrize("line", ["put", "lift", "slide b1", "move b1", "tap card", "turn 1 2 3"])
def test_what_lacks_a_word_is_misuse_before_anything_moves(rig: Rig, line):
    before = {site: list(stack) for site, stack in rig.bench.stacks.items()}
    with pytest.raises(Misuse, match="needs other words"):
        rig.do(line)
    assert rig.bench.stacks == before


def test_a_fault_under_a_pages_hand_is_logged_and_said_to_be_ours(host, caplog):
    host.table.__class__ = Broken
    assert asked(host, Obey("say 1 lays F2.1")) == OURS
    assert "planted in say" in caplog.text
    caplog.clear()
    host.table.__class__ = Table
    assert asked(host, Obey("lift b1")) == ""


def test_a_fault_under_a_seats_letter_is_logged_and_said_to_be_ours(host, caplog):
    move = next(str(move) for move in host.table.position.moves())
    host.table.__class__ = Broken
    assert asked(host, Play(move), seat=0) == OURS
    assert "planted in say" in caplog.text
    caplog.clear()
    host.table.__class__ = Table
    assert asked(host, Play(move), seat=0) == ""
