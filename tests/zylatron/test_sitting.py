"""A sitting of Zylatron where the board is hardest to read."""

from __future__ import annotations

from controller.game import Setting
from controller.games.zylatron import GAME
from controller.reading import gesture
from controller.reading.search import STEPS
from controller.sitting.flow import Stage
from controller.words import say
from sims.bench.rig import Rig
from tests.panels import load_panel
from tests.zylatron import at

SWEPT = [("c23", "b23"), ("c24", "b24"), ("c25", "b25"), ("c26", "b26"), ("h25", "k20")]


def test_a_board_swept_while_the_cable_was_out_is_not_puzzled_over_for_ever(monkeypatch):
    looked = []
    rank = gesture.rank
    monkeypatch.setattr(gesture, "rank", lambda *args: looked.append(1) or rank(*args))
    start = GAME.start(Setting(2))
    rig = Rig(start.after(GAME.parse("lot red d25")), load_panel("zylatron"))
    rig.settle()
    rig.do("unplug")
    for source, target in SWEPT:
        rig.do(f"move {source} {target}")
    rig.do("plug")
    rig.wait(5.0)
    assert rig.table.stage is Stage.SETUP
    assert "b23 off" in say(rig.table.asks()), "whose it is nobody can know"
    assert 0 < len(looked) <= 3 * STEPS, "as the readings come in, and not with every turn"
    for source, target in SWEPT[:-1]:
        rig.do(f"move {target} {source}")
        rig.wait(1.0)
    assert "k20 to h25" in say(rig.table.asks()), "though a Battle Star may go there"
    rig.do("move k20 h25")
    rig.settle()
    assert not rig.table.history


STARS = ("red-star1 h25", "red-star2 j22", "red-fighter1 h24")


def asked_for(wish: str, *places: str) -> Rig:
    """A robot wants this, on a board without hands of its own; the lights ask for it."""
    rig = Rig(at(*places, "green-warrior1 x5"), load_panel("zylatron"))
    rig.settle()
    assert rig.table.say(GAME.parse(wish)) is None
    return rig


def test_who_makes_a_robots_move_where_nothing_feels_it_is_not_asked_which_it_was():
    rig = asked_for("1 boards red-fighter1 h24-h25", *STARS)
    rig.do("lift h24")
    rig.wait(1.0)
    assert len(rig.table.state.decision.marks) == 1, "though it could have boarded the other one"
    rig.do("put h25")
    rig.do("press yes")
    rig.settle()
    assert [str(move) for move in rig.table.history] == ["1 boards red-fighter1 h24-h25"]


def test_a_key_pressed_with_a_piece_in_the_air_says_what_to_do_with_that_first():
    rig = Rig(at("red-star1 h25", "green-warrior1 x5"), load_panel("zylatron"))
    rig.settle()
    rig.do("lift h25")
    rig.wait(1.0)
    rig.do("press done")
    rig.wait(2.0)
    assert "in the air" in say(rig.table.message), "nothing that the board asks for explains it"
