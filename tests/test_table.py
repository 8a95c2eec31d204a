"""A sitting, seen from the table: hands do things, the board answers in light and words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.games.astron.moves import parse
from controller.reading.choose import NotYet, Refuse
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.keys import BACK, YES
from controller.sitting.state import LessonTask
from controller.sitting.table import Table
from controller.table_rules import TableRules
from controller.values import Observation, Saying, Site
from controller.words import catalogue, say
from sims.bench.rig import Rig
from tests.astron_at import astron

CARD, ROLLER = Site("card"), Site("roller")


@pytest.fixture
def sit(wiring):
    """A rig with this position on the board, standing right."""

    def sit(position, **terms) -> Rig:
        rig = Rig(position, wiring, **terms)
        rig.settle()
        return rig

    return sit


def lines(rig: Rig) -> list[str]:
    return [str(move) for move in rig.table.history]


# ------------------------------------------------------------------------------------- setting up


def test_an_empty_board_is_led_to_the_start_piece_by_piece(rig_for):
    rig = rig_for(seats=3, standing=False)
    for cell in ("b1", "c1", "d1"):
        rig.wait(0.3)
        assert rig.table.stage is Stage.SETUP
        assert rig.lit(Glow.DOUBLE) == {cell}
        assert cell in say(rig.table.asks())
        rig.hand.follow(rig.lights(), rig.table.position.layout())
    rig.settle()
    assert rig.table.stage is Stage.WAITING


def test_a_strip_away_from_its_start_is_turned_there(rig_for):
    rig = rig_for(standing=False)
    rig.bench.stand({**rig.table.position.layout(), ROLLER: 2})
    rig.wait(0.3)
    rig.hand.turn(ROLLER, -1.0)
    rig.wait(0.3)
    assert rig.table.stage in (Stage.SETUP, Stage.MENDING)
    assert rig.lit(Glow.RUN_BACK) == {ROLLER}


# ----------------------------------------------------------------------------------- lawful moves


def test_a_card_shown_lights_where_its_ship_may_go(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    assert rig.lit(Glow.DOUBLE) == {CARD}
    rig.hand.tap(CARD, "S2.1")
    assert rig.lit(Glow.PULSE) == {"e5", "c5", "g5"}


def test_a_single_way_is_asked_for(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    assert rig.lit(Glow.DOUBLE) == {"e5", "e7"}


def test_a_lifted_ship_keeps_its_goals_lit(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "S2.1")
    rig.hand.lift(Site("e5"))
    assert isinstance(rig.table.state.decision, NotYet)
    assert rig.lit(Glow.PULSE) == {"e5", "c5", "g5"}


def test_a_move_that_can_grow_into_no_other_counts_as_soon_as_the_piece_stands(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.lift(Site("e5"))
    rig.bench.put(rig.hand.held.pop(), Site("e7"))
    rig.wait(0.1)
    assert lines(rig) == ["1 lays F2.1"], "a brief touch is no move"
    rig.wait(0.1)
    assert lines(rig) == ["1 lays F2.1", "1 flies e5-e7"]


def test_a_slide_over_other_cells_is_one_move(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.slide([Site("e5"), Site("e6"), Site("e7")])
    rig.wait(1.0)
    assert lines(rig) == ["1 lays F2.1", "1 flies e5-e7"]
    assert rig.table.stage is Stage.WAITING


def test_a_ship_that_slides_on_to_the_other_goal_is_that_move_instead(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "S2.1")
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("c5"))
    rig.wait(0.2)
    assert lines(rig)[-1] == "1 flies e5-c5"
    rig.hand.lift(Site("c5"))
    rig.hand.put(Site("g5"))
    rig.wait(0.2)
    assert lines(rig) == ["1 lays S2.1", "1 flies e5-g5"]


def test_a_ship_moved_on_later_is_no_repair_but_a_mistake(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "S2.1")
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("c5"))
    rig.wait(2.0)
    rig.hand.lift(Site("c5"))
    rig.hand.put(Site("g5"))
    rig.wait(1.0)
    assert lines(rig)[-1] == "1 flies e5-c5"
    assert rig.table.stage is Stage.MENDING


def test_a_push_is_shown_from_cell_to_cell_and_waits_for_the_hand(sit):
    rig = sit(astron("e2", "e3"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.wait(1.0)
    rig = sit(astron("e1", "e4", hands=("F3.1 F2.1", "F1.1")), virtual=False)
    rig = sit(astron("d4", "e3", hands=("S1.1", "F1.1")), virtual=False)
    rig.hand.tap(CARD, "S1.1")
    rig.hand.lift(Site("d4"))
    rig.hand.put(Site("e4"))
    rig.wait(0.2)
    assert rig.lit(Glow.DOUBLE) == {"e3", "e2"}
    rig.wait(30)
    assert lines(rig)[-1] == "1 flies d4-e4"
    rig.hand.lift(Site("e3"))
    rig.hand.put(Site("e2"))
    rig.wait(0.2)
    assert lines(rig)[-1] == "2 yields e3-e2"


def test_the_roller_is_led_to_its_line_and_stops_there(sit):
    rig = sit(astron("b1", "c1", hands=("F1.1", "F1.2"), turn=2), virtual=False)
    rig.hand.tap(CARD, "F1.2")
    rig.hand.lift(Site("c1"))
    rig.hand.put(Site("c2"))
    rig.wait(0.2)
    assert rig.lit(Glow.RUN) == {ROLLER}
    rig.hand.turn(ROLLER, 0.5)
    rig.wait(1.0)
    assert rig.lit(Glow.RUN) == {ROLLER}, "between two lines it is not there yet"
    rig.hand.turn(ROLLER, 1.0)
    rig.wait(1.0)
    assert rig.lit(Glow.RUN_BACK) == {ROLLER}, "too far is turned back"
    rig.hand.turn(ROLLER, -0.5)
    rig.wait(1.0)
    assert lines(rig)[-1] == "1 turns +1"


# --------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("source", "target", "rule"),
    [("e5", "e6", "A6"), ("b1", "b2", "A3"), ("e5", "f7", "A6")],
    ids=["wrong distance", "another's ship", "wrong way"],
)
def test_a_wrong_move_names_its_rule_and_is_led_back(sit, source, target, rule):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.lift(Site(source))
    rig.hand.put(Site(target))
    rig.wait(1.0)
    assert rig.table.stage is Stage.MENDING
    assert rig.table.notice and rig.table.notice.rule == rule
    assert rig.table.notice.words in catalogue()
    assert rig.lit(Glow.FAST) == {target}
    assert rig.lit(Glow.DOUBLE) == {source}
    rig.hand.lift(Site(target))
    rig.hand.put(Site(source))
    rig.settle()
    assert lines(rig) == ["1 lays F2.1"]


def test_what_is_said_again_does_not_wake_a_table_at_rest(sit):
    """The menu is offered, and a lesson says what it wants, in every turn."""
    rig = sit(astron("e5", "b1"))
    rig.wait(2.0)
    for _ in range(3):
        rig.table.offer_menu()
        rig.table.teach(LessonTask(frozenset({Site("b1")})))
        resting = rig.loop.resting
        rig.loop.turn()
    assert resting


def test_what_was_put_right_while_nobody_looked_is_right_at_the_first_look(wiring):
    table = Table(wiring.senses, wiring.limits)
    table.take(astron("e5", "b1"))
    stands = table.moments[-1].expected
    lifted = {site: was for site, was in stands.items() if site != "b1"}
    table.see(Observation(1.0, stands, {}))
    table.see(looked_at := Observation(2.5, lifted, {Site("b1"): 2.0}))
    while table.thinking:
        table.see(looked_at)
    assert table.stage is Stage.MENDING
    table.see(Observation(3.6, stands, {Site("b1"): 3.0}))
    assert table.stage is Stage.WAITING


def test_a_strip_turned_too_far_is_asked_back_and_not_further(sit):
    rig = sit(astron("b1", "e1"))
    while "turn" not in rig.table.asks().key:
        rig.play(next(iter(rig.table.position.moves())))
        rig.settle()
    rig.do("turn 2")
    rig.wait(2.0)
    assert rig.table.asks() == Saying("table.turn_back", {"rows": "1"})
    rig.do("turn -1")
    rig.settle()
    assert "turn" not in rig.table.asks().key


@pytest.mark.parametrize("wrong_way", [1, 2])
def test_a_strip_turned_the_wrong_way_is_asked_back_with_all_its_rows(sit, wrong_way):
    rig = sit(astron("b1", "e1"))
    while "turn" not in rig.table.asks().key:
        rig.play(next(iter(rig.table.position.moves())))
        rig.settle()
    assert rig.table.asks().fields["rows"] == "+1"
    rig.do(f"turn -{wrong_way}")
    rig.wait(2.0)
    assert rig.table.asks() == Saying("table.turn_on", {"rows": f"{1 + wrong_way}"})
    rig.do(f"turn {1 + wrong_way}")
    rig.settle()
    assert "turn" not in rig.table.asks().key


def test_of_a_strip_turned_row_by_row_the_rest_is_asked_for(sit):
    rig = sit(astron("b1", "e1"))
    while not str(rows := rig.table.asks().fields.get("rows", "")).endswith(("2", "3")):
        rig.play(next(iter(rig.table.position.moves())))
        rig.settle()
    whole = int(rows)
    for done in range(1, abs(whole)):
        rig.do(f"turn {whole // abs(whole)}")
        rig.wait(2.0)
        rest = f"{whole - done * whole // abs(whole):+}"
        assert rig.table.asks() == Saying("table.turn_rest", {"rows": rest})
    rig.do(f"turn {whole // abs(whole)}")
    rig.settle()
    assert "turn" not in rig.table.asks().key


def test_who_says_a_move_twice_means_it_once(sit):
    rig = sit(astron("b1", "e1"))
    card = next(iter(rig.table.position.moves()))
    assert rig.table.say(card) is None
    assert rig.table.busy
    assert rig.table.say(card) is None
    rig.settle()
    assert lines(rig) == [str(card)]


def test_what_blocks_the_way_is_lit(sit):
    rig = sit(astron("e5", "e6"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.wait(1.0)
    assert rig.table.notice and rig.table.notice.rule == "A7"
    assert rig.table.notice.sites == {"e6"}
    assert rig.lights()[Site("e6")].colour == (255, 0, 0)
    assert rig.lit(Glow.FAST) == {CARD}


def test_lifting_the_wrong_ship_is_enough_to_be_told(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.lift(Site("b1"))
    rig.wait(1.0)
    assert isinstance(rig.table.state.decision, Refuse)
    assert rig.table.notice and rig.table.notice.rule == "A3"


def test_a_wrong_card_is_forgotten_after_a_while(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "B1.1")
    rig.wait(1.0)
    assert rig.table.notice and rig.table.notice.rule == "A6"
    rig.wait(4.0)
    assert rig.table.stage is Stage.WAITING
    assert rig.lit(Glow.DOUBLE) == {CARD}


def test_a_card_nobody_enrolled_is_no_move(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "stranger")
    rig.wait(1.0)
    assert rig.lit(Glow.FAST) == {CARD}
    rig.wait(4.0)
    assert rig.table.stage is Stage.WAITING
    assert not lines(rig)


def test_mending_never_swallows_the_right_move(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("e6"))
    rig.wait(1.0)
    assert rig.table.stage is Stage.MENDING
    rig.hand.lift(Site("e6"))
    rig.hand.put(Site("e7"))
    rig.wait(0.2)
    assert lines(rig)[-1] == "1 flies e5-e7"


def test_a_wiped_board_is_led_back_one_piece_at_a_time(sit):
    rig = sit(astron("e5", "b1", "h9"), virtual=False)
    for cell in ("e5", "b1", "h9"):
        rig.hand.held.append(rig.bench.lift(Site(cell)))
    rig.wait(1.0)
    for _ in range(3):
        assert len(rig.lit(Glow.DOUBLE)) == 1
        rig.hand.follow(rig.lights(), rig.table.position.layout())
        rig.wait(0.6)
    assert rig.table.stage is Stage.WAITING


# --------------------------------------------------------------------------------------- takeback


def test_the_key_takes_a_move_back_and_the_lights_lead_the_ship_home(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("e7"))
    rig.wait(0.5)
    rig.hand.press(BACK)
    assert lines(rig) == ["1 lays F2.1"]
    assert rig.lit(Glow.FAST) == {"e7"}
    assert rig.lit(Glow.DOUBLE) == {"e5"}


def test_a_hand_takes_a_move_back_by_undoing_it(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("e7"))
    rig.wait(1.5)
    rig.hand.lift(Site("e7"))
    rig.hand.put(Site("e5"))
    rig.wait(1.0)
    assert lines(rig) == ["1 lays F2.1"]
    assert rig.table.stage is Stage.WAITING


def test_nothing_is_taken_back_by_hand_to_a_cell_that_does_not_feel(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("e7"))
    rig.wait(1.5)
    rig.table.state.input.disbelieve(Site("e5"))
    rig.hand.lift(Site("e7"))
    rig.wait(1.0)
    assert lines(rig) == ["1 lays F2.1", "1 flies e5-e7"], "the ship may be anywhere"


def test_a_card_that_was_seen_is_not_taken_back(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.hand.press(BACK)
    assert lines(rig) == ["1 lays F2.1"]
    assert rig.table.message and rig.table.message.key == "table.no_back"


def test_a_card_that_was_seen_is_taken_back_when_all_have_agreed(sit):
    rig = sit(astron("e5", "b1"), virtual=False, rules=TableRules(free_takeback=True))
    rig.hand.tap(CARD, "F2.1")
    rig.hand.press(BACK)
    rig.wait(0.5)
    assert lines(rig) == []
    rig.hand.tap(CARD, "S2.1")
    assert lines(rig) == ["1 lays S2.1"]


def test_there_is_nothing_to_take_back_before_the_first_move(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.press(BACK)
    assert rig.table.message and rig.table.message.key == "table.nothing_back"


def test_what_luck_dealt_is_dealt_again_after_a_takeback(rig_for):
    rig = rig_for(rules=TableRules(free_takeback=True), seed=3)
    rig.settle()
    first = next(iter(rig.table.position.moves()))
    hands = rig.table.position.hands
    rig.table.say(first)
    rig.wait(0.1)
    rig.hand.press(BACK)
    rig.settle()
    assert rig.table.position.hands == hands


# ------------------------------------------------------------------------------------ spoken moves


def test_a_spoken_card_is_played(sit):
    rig = sit(astron("e5", "b1"))
    assert rig.table.say(parse("1 lays F2.1")) is None
    rig.wait(0.1)
    assert lines(rig) == ["1 lays F2.1"]


def test_a_spoken_card_out_of_turn_is_refused_by_its_rule(sit):
    rig = sit(astron("e5", "b1"))
    refusal = rig.table.say(parse("2 lays B1.1"))
    assert refusal and refusal.rule == "A3"
    rig.wait(0.1)
    assert lines(rig) == []


def test_what_must_be_shown_becomes_a_wish_that_the_lights_ask_for(sit):
    rig = sit(astron("e5", "b1"))
    rig.table.say(parse("1 lays S2.1"))
    rig.wait(0.1)
    rig.table.say(parse("1 flies e5-c5"))
    rig.wait(0.2)
    assert rig.lit(Glow.DOUBLE) == {"e5", "c5"}
    assert "1 flies e5-c5" in say(rig.table.asks())
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("c5"))
    rig.wait(0.2)
    assert lines(rig)[-1] == "1 flies e5-c5"


# ------------------------------------------------------------------------------------ the strip


@pytest.mark.parametrize(("rows", "glow"), [(-1, Glow.RUN), (-2, Glow.RUN), (56, Glow.RUN_BACK)])
def test_the_strip_is_warned_of_before_its_end(rig, rows, glow):
    rig.hand.turn(ROLLER, rows)
    rig.wait(0.5)
    assert rig.lit(glow) == {ROLLER}
    assert not rig.table.alarm


@pytest.mark.parametrize(("rows", "glow"), [(-3, Glow.RUN), (58, Glow.RUN_BACK)])
def test_the_whole_board_alarms_where_the_strip_would_tear(rig, rows, glow):
    rig.hand.turn(ROLLER, rows)
    rig.wait(0.5)
    assert rig.table.alarm
    assert len(rig.lit(Glow.FAST)) > 120
    assert rig.lit(glow) == {ROLLER}


@pytest.mark.parametrize("stage", [Stage.SHELF, Stage.SETUP, Stage.MENDING, Stage.OVER])
def test_the_strip_is_protected_in_every_stage(rig, stage):
    if stage is Stage.MENDING:
        rig.hand.lift(Site("b1"))
        rig.wait(1.0)
    rig.table.state = replace(rig.table.state, stage=stage)
    rig.hand.turn(ROLLER, -4.0)
    rig.wait(0.5)
    assert rig.table.alarm


def test_a_strip_that_moved_while_the_power_was_off_is_noticed(wiring):
    rig = Rig(astron("e5", "b1", offset=20), wiring, standing=False)
    rig.bench.stand({**rig.table.position.layout(), ROLLER: 23})
    rig.replug("after a power cut")
    rig.wait(1.0)
    assert rig.table.stage is Stage.SETUP
    assert rig.table.asks().key == "table.locate"
    rig.hand.turn(ROLLER, 11.0)
    rig.wait(1.0)
    assert rig.table.asks().key == "table.turn_back"
    assert rig.lit(Glow.RUN_BACK) == {ROLLER}
    rig.hand.turn(ROLLER, -14.0)
    rig.settle()


def test_somebody_may_vouch_for_the_strip(wiring):
    rig = Rig(astron("e5", "b1", offset=20), wiring)
    rig.replug("after a power cut")
    rig.wait(1.0)
    assert rig.table.asks().key == "table.locate"
    rig.hand.press(YES)
    rig.settle()


# --------------------------------------------------------------------------------------- the cable


def test_a_pulled_cable_pauses_and_a_plugged_one_resumes_by_itself(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.bench.unplug()
    rig.wait(1.0)
    assert rig.table.stage is Stage.PAUSED
    rig.bench.plug()
    rig.settle()
    assert lines(rig) == ["1 lays F2.1"]
    assert rig.lit(Glow.DOUBLE) == {"e5", "e7"}, "the lights are sent anew"


def test_a_move_made_while_the_cable_was_out_counts_when_it_is_back(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.bench.unplug()
    rig.wait(1.0)
    rig.bench.put(rig.bench.lift(Site("e5")), Site("e7"))
    rig.bench.plug()
    rig.settle()
    assert lines(rig) == ["1 lays F2.1", "1 flies e5-e7"]


def test_a_strip_half_turned_when_the_board_was_away_is_turned_on_to_its_line(wiring):
    start = astron("b1", "c1", hands=("F1.1", "F1.2"), turn=2)
    table = Table(wiring.senses, wiring.limits)
    table.take(start.after(parse("2 lays F1.2")).after(parse("2 flies c1-c2")))
    stands = table.moments[-1].expected
    table.see(Observation(1.0, stands, {}))
    table.see(Observation(2.0, {}, {}, present=False))
    assert table.stage is Stage.PAUSED
    seen = table.see(Observation(3.0, {**stands, ROLLER: 0.4}, {ROLLER: 2.5}))
    assert table.stage is Stage.WAITING, "it stands as it may on the way"
    assert table.asks().key == "astron.turn"
    assert seen.scene[ROLLER].glow is Glow.RUN


def test_a_mistake_made_while_the_cable_was_out_is_led_back(sit):
    rig = sit(astron("e5", "b1"), virtual=False)
    rig.hand.tap(CARD, "F2.1")
    rig.bench.unplug()
    rig.wait(1.0)
    rig.bench.put(rig.bench.lift(Site("e5")), Site("e8"))
    rig.bench.plug()
    rig.wait(3.0)
    assert rig.table.stage is Stage.SETUP
    assert rig.lit(Glow.FAST) == {"e8"}
    assert rig.lit(Glow.DOUBLE) == {"e5"}
    assert lines(rig) == ["1 lays F2.1"]
