"""A made-up game in the terminal: the hand's verbs for stacks, holes and the box; the picture."""

from __future__ import annotations

import io

import pytest

from controller.app.terminal.screen import TerminalScreen
from controller.app.terminal.suggestions import HandState, suggestions
from controller.app.terminal.text_layout import pictured, plan_layout
from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.keys import ANSWER, GameKeys
from controller.values import Observation, Piece, Sense, Site
from controller.web.parts.standing import pieces_by_tags
from drivers.wiring import load_wiring
from sims.bench.rig import Rig
from tests.astron_at import astron
from tests.web.harbour import CRATES, GAME, panel, start


@pytest.fixture
def rig():
    rig = Rig(start(None), panel(GAME), game=GAME)
    rig.settle()
    return rig


def standing(rig: Rig, site: str) -> list[str]:
    return [piece.name for piece in rig.bench.stacks.get(site, ())]


def held(rig: Rig) -> list[str]:
    return [piece.name for piece in rig.hand.held]


def test_of_a_stack_the_top_piece_is_lifted_or_the_one_that_is_named(rig):
    rig.do("lift q1")
    rig.do("lift q1 liner1")
    assert held(rig) == ["barge1", "liner1"]
    assert standing(rig, "q1") == ["tug1"]


def test_a_whole_stack_is_carried_in_its_order(rig):
    rig.do("lift q1 all")
    rig.do("put q3 all")
    assert standing(rig, "q3") == ["liner1", "tug1", "barge1"]


def test_of_what_is_held_any_piece_is_put_down(rig):
    rig.do("lift q1 all")
    rig.do("put q3 Tug1")
    assert standing(rig, "q3") == ["tug1"]
    assert held(rig) == ["barge1", "liner1"]


def test_what_is_put_into_a_hole_falls_through_it(rig):
    rig.do("lift q2")
    rig.do("put deep")
    rig.wait(1)
    assert "deep" not in rig.bench.stacks
    assert str(rig.table.history[-1]) == "1 sails tug2 q2-deep"


def test_the_box_gives_as_many_as_are_in_it_and_takes_them_back(rig):
    for _ in range(CRATES):
        rig.do("fetch crate")
    with pytest.raises(Misuse, match="crate is not in the box"):
        rig.do("fetch crate")
    rig.do("away")
    rig.do("fetch crate")
    rig.do("away all")
    assert not held(rig)


def test_a_cell_that_is_full_takes_no_more(rig):
    rig.do("fetch slicew1")
    rig.do("put w1")
    rig.do("fetch slicew2")
    with pytest.raises(Misuse, match="no room"):
        rig.do("put w1")


def test_any_piece_of_a_pile_lies_where_a_drag_would_lay_the_fitting_one():
    """A click on a tile and then on a cell does what the drag does, on every cell."""
    for game in SHELF.values():
        start = game.start(Setting(game.seats[0]))
        rig, tokens = Rig(start, load_wiring(game.panel)), game.drawing(start).tokens
        cut = [token for token in tokens if token.pile and token.home]
        for token in cut[:: max(1, len(cut) // 12)]:
            first = next(t for t in cut if t.pile == token.pile and t.home != token.home)
            rig.motions.held.append(Piece(first.name, first.seat))
            rig.do(f"put {token.home} {first.name}")
            assert [piece.name for piece in rig.bench.stacks[token.home]] == [token.name]
            assert not rig.motions.held
            rig.bench.stacks.clear()


def test_a_piece_that_fits_nowhere_else_stays_in_the_hand(rig):
    rig.do("fetch slicew1")
    with pytest.raises(Misuse, match="does not fit"):
        rig.do("put q3")
    assert held(rig) == ["slicew1"]


def test_pointing_at_a_stack_leaves_it_as_it_was_and_is_felt(rig):
    before = rig.board.observe().changed.get("q1", 0.0)
    rig.do("point q1")
    assert standing(rig, "q1") == ["liner1", "tug1", "barge1"]
    assert rig.board.observe().changed["q1"] > before


def test_a_key_that_is_not_there_is_told_with_those_that_are(rig):
    with pytest.raises(Misuse, match="horn"):
        rig.do("press bell")


def test_the_screen_shows_heaps_keys_and_what_may_be_typed(rig):
    out = io.StringIO()
    screen = TerminalScreen(rig.table, GAME, "Harbour", out)
    screen.below = suggestions(rig.table, rig.table.position.turn, HandState())
    screen.draw(rig.lights(), rig.board.observe().readings, 0.0)
    picture = out.getvalue()
    assert "q1x3" in picture
    assert "q1: liner1, tug1, barge1" in picture
    assert "horn" in picture and "end_of_turn" in picture
    assert screen.below[0] == "press end_of_turn"
    assert screen.below[-1] == "..."


def test_a_grid_is_named_along_its_edges():
    position = astron("b1", "c3")
    plan = plan_layout(position.picture(), SHELF["astron"].drawing(position))
    assert plan.grid and not plan.named
    assert plan.label(plan.rows[0]) == "12"
    assert plan.footer().split() == list("abcdefghij")
    assert [spot.column for spot in plan.rows[0]] == list(range(0, 50, 5))


def test_a_board_without_a_picture_is_shown_as_it_is_drawn():
    picture = pictured(GAME.drawing(start(None)))
    assert [[site for site, _ in row] for row in picture] == [
        ["q1", "q2", "q3", "q4"],
        ["deep", "w1", "w2"],
    ]
    assert not plan_layout(picture, GAME.drawing(start(None))).grid


def test_tags_tell_which_pieces_lie_there_in_the_order_they_should():
    assert pieces_by_tags(frozenset({"tug1", "liner1", "barge2"}), ["liner1", "tug1"]) == [
        *("liner1", "tug1", "barge2")
    ]
    assert pieces_by_tags(True, ["liner1", "tug1"]) == ["liner1", "tug1"]
    assert pieces_by_tags(frozenset({0}), ["?"]) == ["?"]


def test_a_spark_over_the_keys_presses_none_of_them():
    done = Site("key.done")
    keys = GameKeys({done: Sense.KEY})
    keys.ignore(2.0)
    keys.listen(Observation(2.1, {}, {done: 2.0}), lambda: "as it was")
    assert not keys.pending
    keys.listen(Observation(3.0, {}, {done: 3.0}), lambda: "as it was")
    assert keys.pending and keys.vain(3.0 + ANSWER, lambda: "as it was")
