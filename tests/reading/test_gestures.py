"""Whole gestures: several moves in one lift, mistakes that are plain, contacts that lie."""

from __future__ import annotations

from heapq import heappush
from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.games.astroplane.moves import Phase
from controller.sitting.flow import Stage
from controller.words import say
from sims.bench.rig import Rig
from tests.astron_at import astron
from tests.astroplane import at as plane
from tests.panels import load_panel
from tests.zylatron import at as galaxy

FLYING = "astroplane"
PANELS = {FLYING: 0.3, "astroplane_tags": 2.0}  # s until every site has told
on_both = pytest.mark.parametrize("panel", PANELS)


def table(start, panel: str) -> Rig:
    rig = Rig(start, load_panel(panel))
    rig.settle()
    return rig


def carry(rig: Rig, panel: str, source: str, target: str, which: str = "") -> None:
    rig.do(f"lift {source} {which}".strip())
    rig.wait(PANELS.get(panel, 0.3))
    rig.do(f"put {target} {which}".strip())
    rig.wait(PANELS.get(panel, 0.3) + 1.0)


def recorded(rig: Rig) -> list[str]:
    return [str(move) for move in rig.table.history]


@on_both
@pytest.mark.parametrize(
    ("stacks", "source", "target", "moves"),
    [
        ("d3n=1", "d3n", "d7n", ["1 flies d3n-d5n", "1 flies d5n-d7n"]),
        ("h3s=1", "h3s", "o8w", ["1 flies h3s-h1n", "1 crosses h1n-o8w"]),
        ("n5s=1", "n5s", "m2e", ["1 flies n5s-n3e", "1 jumps n3e-m2e"]),
    ],
)
def test_what_one_lift_passes_over_is_read_from_where_it_ends(panel, stacks, source, target, moves):
    rig = table(plane(stacks), panel)
    carry(rig, panel, source, target)
    assert recorded(rig) == moves


@on_both
def test_a_stack_taken_in_one_grab_is_taken_craft_by_craft(panel):
    rig = table(plane("d5e=1 d5w=1 f7e=22 l3n=1"), panel)
    rig.do("lift f7e all")
    rig.wait(PANELS[panel] + 1.0)
    assert recorded(rig) == ["1 kills f7e"] * 2


@on_both
def test_a_stack_is_sent_back_in_one_grab(panel):
    rig = table(plane("d7n=1 d9e=22 d15s=2", home="1"), panel)
    carry(rig, panel, "d7n", "d9w")
    carry(rig, panel, "d9e", "l15s", "all")
    assert recorded(rig)[1:] == ["1 returns d9e-l15s"] * 2


def test_who_holds_his_own_craft_and_the_one_it_meets_is_not_scolded():
    panel = "astroplane_tags"
    rig = table(plane("b7e=2 b7w=2 d7w=1 l1n=1", turn=2, home=""), panel)
    rig.do("lift d7w")
    rig.wait(0.6)
    rig.do("lift b7e")
    for _ in range(8):
        rig.wait(0.2)
        assert rig.table.notice is None
    rig.do(f"put l1n {rig.motions.held[0].name}")
    rig.do("put d7e")
    rig.wait(PANELS[panel] + 1.0)
    assert recorded(rig) == ["2 flies b7e-d7e", "2 returns d7w-l1n"]


@on_both
def test_a_fleet_leaves_stack_by_stack(panel):
    rig = table(
        plane("d3n=1 g2s=22 k2s=222 f9n=3", seats=3, turn=2, home="13", phase=Phase.LEAVE), panel
    )
    for site in ("k2s", "g2s"):
        rig.do(f"lift {site} all")
        rig.wait(PANELS[panel] + 1.0)
        rig.do("away all")
    assert recorded(rig) == ["2 leaves k2s"] * 3 + ["2 leaves g2s"] * 2


def test_readers_tell_that_two_craft_were_called_together():
    start = plane("n1n=1 o2w=1 o1=1111 d7n=1", home="2")
    rig = table(start.after(SHELF[FLYING].parse("1 fires n1n+o2w")), "astroplane_tags")
    rig.do("lift o1")
    rig.do("lift o1")
    rig.wait(2.0)
    rig.do("put l1n all")
    rig.wait(3.0)
    assert recorded(rig) == ["1 calls o1-l1n"] * 2


@pytest.mark.parametrize("goal", ["j26", "k26", "l26"])
def test_a_step_too_far_is_a_step_too_far_and_no_question(goal):
    start = SHELF["zylatron"].opening(Setting(2))
    rig = table(start.after(SHELF["zylatron"].parse("lot red d25")), "zylatron")
    carry(rig, "zylatron", "c26", goal)
    rig.wait(2.0)  # until then the Star Fighter beside it might have come after
    assert rig.table.notice and rig.table.notice.rule == "Z4"
    assert rig.table.stage is Stage.MENDING


@pytest.mark.parametrize("fighter", ["j25", "m25"])
def test_a_star_put_on_land_is_neither_a_warrior_nor_two_moves(fighter):
    pieces = ("red-star1 h25", "red-warrior1 d25", f"red-fighter1 {fighter}", "green-warrior1 x5")
    rig = table(galaxy(*pieces), "zylatron")
    carry(rig, "zylatron", "h25", "f25")
    assert not recorded(rig)
    assert rig.table.notice and rig.table.notice.rule == "Z4"
    assert "f25 to h25" in say(rig.table.asks())


def flying_f2() -> Rig:
    return table(astron("e5", "c3").after(SHELF["astron"].parse("1 lays F2.1")), "astron")


@pytest.mark.parametrize("later", [1.0, 5.0])
def test_a_goal_that_closed_by_itself_makes_no_move_of_a_lift(later):
    rig = flying_f2()
    rig.do("stick e7")
    rig.wait(later)
    rig.do("lift e5")
    rig.wait(1.5)
    assert not recorded(rig)
    assert "e7 off" in say(rig.table.asks()), "and not: carry it to e5"
    rig.do("press no")
    rig.wait(1.0)
    rig.do("press yes")
    rig.wait(1.0)
    assert recorded(rig) == ["1 flies e5-e7"]


@pytest.mark.parametrize("both", [0.05, 0.4, 1.0, 2.0])
def test_a_ship_dragged_slowly_to_the_next_cell_may_close_both(both):
    start = astron("e5", "c3", hands=("F1.1 S2.1", "B1.1 F2.1"))
    rig = table(start.after(SHELF["astron"].parse("1 lays F1.1")), "astron")
    for channel in rig.bench._channels["e6"]:
        rig.bench._switch(channel, True, rig.clock.now())
    rig.wait(both)
    rig.bench.stacks["e6"] = [rig.bench.lift("e5")]
    rig.wait(1.0)
    assert recorded(rig) == ["1 flies e5-e6"]


def spark(rig: Rig, luck: Random, seconds: float) -> None:
    """Half of all inputs flip for a moment."""
    channels = list(rig.wiring.channels)
    for channel in luck.sample(channels, len(channels) // 2):
        level = bool(rig.bench._words[channel >> 5] & 1 << (channel & 31))
        at = rig.clock.now() + luck.uniform(0, 0.004)
        heappush(rig.bench._due, (at, channel, not level))
        heappush(rig.bench._due, (at + seconds, channel, level))


@pytest.mark.parametrize("seconds", [0.02, 0.07, 0.2])
@pytest.mark.parametrize("game", ["astroplane", "zylatron", "situation7"])
def test_a_spark_plays_nothing(game, seconds):
    start = SHELF[game].opening(Setting(2))
    if game == "zylatron":
        start = start.after(SHELF[game].parse("lot red d25"))
    for seed in range(4):
        rig = table(start, game)
        spark(rig, Random(seed), seconds)
        rig.wait(1.5)
        assert not recorded(rig)
        assert rig.table.stage is Stage.WAITING


def test_each_piece_is_led_back_to_where_it_was_lifted():
    rig = table(plane("d3n=1 f3n=1 l5n=1 n5n=1"), FLYING)
    carry(rig, FLYING, "l5n", "a8e")
    carry(rig, FLYING, "d3n", "k8s")
    assert "a8e to l5n" in say(rig.table.asks())
    carry(rig, FLYING, "a8e", "l5n")
    assert "k8s to d3n" in say(rig.table.asks())


def test_from_which_crowd_it_came_is_not_said_when_nothing_told():
    start = SHELF[FLYING].opening(Setting(2)).after(SHELF[FLYING].parse("1 flies d1n-d3n"))
    rig = table(start, FLYING)
    carry(rig, FLYING, "l1n", "h7n")
    assert rig.table.notice and rig.table.notice.rule == "P3"
    assert "d1n" not in say(rig.table.asks())


@pytest.mark.parametrize("pause", [0.0, 0.05, 0.1, 0.2, 0.3])
def test_a_card_and_the_ship_that_follows_it_at_once(pause):
    rig = Rig(astron("e5", "b1"), load_panel("astron"), virtual=False)
    rig.settle()
    rig.bench.tap("card", "F2.1")
    rig.wait(pause)
    carry(rig, "astron", "e5", "e7")
    rig.wait(1.0)
    assert recorded(rig) == ["1 lays F2.1", "1 flies e5-e7"]
    assert rig.table.notice is None


def test_no_means_none_of_these_and_leads_back():
    rig = table(plane("d7n=1 d9e=22 d15s=2", home="1"), FLYING)
    carry(rig, FLYING, "d7n", "d9w")
    rig.do("lift d9e all")
    rig.wait(4.0)
    assert rig.table.stage is Stage.ASKING
    rig.do("press no")
    rig.wait(1.0)
    assert rig.table.stage is Stage.MENDING
    assert "on d9e" in say(rig.table.asks())
    assert recorded(rig) == ["1 flies d7n-d9w"]


def test_a_rule_is_told_no_longer_once_it_is_kept_again():
    rig = Rig(astron("e5", "b1"), load_panel("astron"), virtual=False)
    rig.settle()
    rig.hand.lift("b1")
    rig.wait(1.0)
    assert rig.table.notice and rig.table.notice.rule == "A3"
    rig.hand.put("b1")
    rig.wait(1.0)
    assert rig.table.notice, "long enough to be read"
    rig.wait(4.0)
    assert rig.table.notice is None


def test_two_that_changed_places_one_after_the_other_are_led_home():
    rig = table(plane("d3n=1 l5n=2 n5n=1"), FLYING)
    for source, target in (("d3n", "a8e"), ("l5n", "d3n"), ("a8e", "l5n")):
        carry(rig, FLYING, source, target)
    assert not recorded(rig)
    assert rig.table.stage is Stage.MENDING, "though every reed reads as it should"
    for _ in range(3):
        step = rig.table.state.recovery.step
        if step.source:
            rig.hand.lift(step.source)
        if step.target:
            rig.hand.put(step.target)
        rig.wait(1.0)
    assert [piece.seat for piece in rig.bench.stacks["d3n"]] == [0]
    assert rig.table.stage is Stage.WAITING


def test_a_craft_set_down_for_a_moment_on_its_way_has_not_landed_there():
    rig = table(plane("d3n=1 n5n=1"), FLYING)
    piece = rig.bench.lift("d3n")
    rig.wait(0.3)
    rig.bench.put(piece, "d5e")
    rig.wait(0.1)
    piece = rig.bench.lift("d5e")
    rig.wait(0.3)
    rig.bench.put(piece, "d5n")
    rig.wait(1.0)
    assert recorded(rig) == ["1 flies d3n-d5n"]
