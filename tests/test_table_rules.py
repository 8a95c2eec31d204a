"""What is agreed at a table, whatever is played: taking back, confirming, touch-move."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from controller.app import arguments
from controller.game import Setting
from controller.games import SHELF
from controller.reading.moment import Moment
from controller.reading.timing import WAITS
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.journal import Journal, replay_moves
from controller.sitting.keys import BACK, NO, YES
from controller.sitting.news import MenuWanted
from controller.sitting.progress import Progress
from controller.sitting.robots import RobotGuard
from controller.sitting.shown.messages import REMOVE_AFTER
from controller.sitting.shown.table_view import view_table
from controller.table_rules import (
    OPTIONS,
    TableRules,
    offered_options,
    rules_agreed,
    rules_by_names,
)
from controller.values import Seat, Site
from controller.web.doors import game_offer
from controller.web.seat import may_take_back
from controller.web.view import View
from sims.bench.rig import Rig
from tests.astron_at import astron
from tests.astroplane import at as plane
from tests.panels import load_panel
from tests.space_walk import at as walk
from tests.zylatron import at as galaxy

FIRM = TableRules(touch_move=True)
SURE = TableRules(confirm_moves=True)
FLYING = {"astroplane": 0.3, "astroplane_tags": 2.0}  # s until every site has told
on_both = pytest.mark.parametrize("panel", FLYING)


def table(start, panel: str, rules: TableRules | None = None, **terms) -> Rig:
    rig = Rig(start, load_panel(panel), rules=rules, **terms)
    rig.settle()
    return rig


def carry(rig: Rig, source: str, target: str, rest: float = 0.3) -> None:
    rig.do(f"lift {source}")
    rig.wait(rest)
    rig.do(f"put {target}")
    rig.wait(rest + 1.0)


def touch(rig: Rig, site: str, rest: float = 0.3) -> None:
    carry(rig, site, site, rest)


def recorded(rig: Rig) -> list[str]:
    return [str(move) for move in rig.table.history]


def rule(rig: Rig) -> str | None:
    return rig.table.notice.rule if rig.table.notice else None


# ----------------------------------------------------------------------------- a whole gesture back


@on_both
def test_back_takes_a_whole_gesture_back(panel):
    rig = table(plane("d3n=1"), panel)
    carry(rig, "d3n", "d7n", FLYING[panel])
    assert recorded(rig) == ["1 flies d3n-d5n", "1 flies d5n-d7n"]
    rig.hand.press(BACK)
    rig.wait(0.2)
    assert recorded(rig) == []
    assert {Site("d7n")} == rig.lit(Glow.FAST) and {Site("d3n")} == rig.lit(Glow.DOUBLE)


def test_back_takes_moves_back_one_by_one_where_a_hand_has_stopped():
    rig = table(plane("d3n=1"), "astroplane")
    carry(rig, "d3n", "d5n")
    carry(rig, "d5n", "d7n")
    rig.hand.press(BACK)
    assert recorded(rig) == ["1 flies d3n-d5n"]


def test_a_reply_made_in_one_go_with_its_move_is_taken_back_alone():
    rig = table(plane("d3n=1 d11s=2", home="12"), "astroplane")
    carry(rig, "d3n", "d5n")
    rig.do("lift d5n")
    rig.do("put d7n")
    rig.do("lift d11s")
    rig.do("put d9s")
    rig.wait(2.0)
    assert recorded(rig)[-2:] == ["1 flies d5n-d7n", "2 flies d11s-d9s"]
    rig.hand.press(BACK)
    assert recorded(rig)[-1] == "1 flies d5n-d7n"


def test_back_takes_a_robots_answer_back_with_the_move_it_answered():
    rig = table(plane("d3n=1 d11s=2", home="12"), "astroplane")
    rig.table.state = replace(rig.table.state, robots=RobotGuard({Seat(1)}))
    carry(rig, "d3n", "d5n")
    rig.hand.press(Site("key.done"))
    rig.wait(0.5)
    assert rig.table.say(SHELF["astroplane"].parse("2 flies d11s-d9s")) is None
    carry(rig, "d11s", "d9s")
    assert recorded(rig)[-1] == "2 flies d11s-d9s"
    rig.hand.press(BACK)
    assert recorded(rig) == ["1 flies d3n-d5n"]
    rig.hand.press(BACK)
    assert recorded(rig) == []
    rig.hand.press(BACK)
    assert rig.table.message and rig.table.message.key == "table.nothing_back"


def test_a_seats_page_offers_what_back_does():
    rig = table(plane("d3n=1 d11s=2", home="12"), "astroplane")
    rig.table.state = replace(rig.table.state, robots=RobotGuard({Seat(1)}))
    assert not offered_to(rig, 0)
    carry(rig, "d3n", "d5n")
    assert offered_to(rig, 0)
    rig.hand.press(Site("key.done"))
    rig.wait(0.5)
    rig.table.say(SHELF["astroplane"].parse("2 flies d11s-d9s"))
    carry(rig, "d11s", "d9s")
    assert offered_to(rig, 0), "the robot's answer goes back with it"
    rig.table.state = replace(rig.table.state, robots=RobotGuard())
    assert offered_to(rig, 1) and not offered_to(rig, 0), "a person takes back his own"


def offered_to(rig: Rig, seat: int) -> bool:
    view = View(table=view_table(rig.table, rig.board.observe()))
    return may_take_back(view, Seat(seat))


def test_where_others_may_act_too_back_passes_over_what_a_robot_did():
    """In a gap of Space Walk a person may spend a token while the robot is due."""
    lines = ("1 empties o3", "1 lands green.large.1 o4", "2 empties o6", "2 lands red.large.1 h2")
    story = [walk("o3 green.large.1", "o6 red.large.1 ", "o1 red.small.1")]
    moves = [SHELF["space_walk"].parse(line) for line in lines]
    for move in moves:
        story.append(story[-1].after(move))
    moments = map(Moment, story, [{}] * len(story), [None, *moves])
    assert story[2].actors == {0, 1}
    progress = Progress(tuple(moments))
    assert progress.way_back(robots=frozenset({Seat(1)})) == 1
    assert progress.way_back() == 3


def test_a_whole_gesture_is_still_one_after_a_power_cut(tmp_path):
    journal = Journal.open(tmp_path / "journal.db")
    game, start = SHELF["astroplane"], plane("d3n=1")
    terms = {"opened": "", "seed": 1, "deck": "virtual", "players": ""}
    record = journal.begin(game, start, **terms)
    rig = table(start, "astroplane", record=record)
    carry(rig, "d3n", "d7n")
    played = list(replay_moves(game, start, journal.lines(record.sitting)))
    passed = journal.passed(record.sitting)
    journal.close()
    assert passed == {1}
    again = Rig(start, load_panel("astroplane"), played=played, passed=passed)
    again.settle()
    again.hand.press(BACK)
    assert recorded(again) == []


def test_before_anybody_has_played_there_is_nothing_to_take_back(rig):
    rig.hand.press(BACK)
    assert rig.table.history, "cards were dealt"
    assert rig.table.message and rig.table.message.key == "table.nothing_back"


# -------------------------------------------------------------------------------- confirming moves


@pytest.fixture
def confirming(wiring):
    rig = Rig(astron("e5", "b1"), wiring, rules=SURE)
    rig.settle()
    rig.do("say 1 lays F2.1")
    rig.wait(0.2)
    carry(rig, "e5", "e7")
    return rig


def test_a_confirmed_move_counts_after_yes(confirming):
    assert recorded(confirming) == ["1 lays F2.1"]
    assert confirming.table.stage is Stage.ASKING
    assert confirming.table.asks().key == "table.meant"
    confirming.hand.press(YES)
    confirming.wait(0.2)
    assert "1 flies e5-e7" in recorded(confirming)


def test_no_puts_the_move_back_and_the_lights_lead(confirming):
    confirming.hand.press(NO)
    confirming.wait(0.5)
    assert confirming.table.stage is Stage.MENDING
    assert rule(confirming) is None, "no rule was broken"
    assert confirming.lit(Glow.FAST) == {"e7"} and confirming.lit(Glow.DOUBLE) == {"e5"}
    carry(confirming, "e7", "e5")
    confirming.settle()
    assert recorded(confirming) == ["1 lays F2.1"]


def test_what_was_denied_once_may_be_made_again(confirming):
    confirming.hand.press(NO)
    confirming.wait(0.5)
    carry(confirming, "e7", "e5")
    carry(confirming, "e5", "e7")
    assert confirming.table.stage is Stage.ASKING
    confirming.hand.press(YES)
    confirming.wait(0.2)
    assert "1 flies e5-e7" in recorded(confirming)


def test_putting_it_back_answers_too(confirming):
    carry(confirming, "e7", "e5")
    confirming.settle()
    assert recorded(confirming) == ["1 lays F2.1"]


def test_what_the_lights_have_asked_for_needs_no_yes(wiring):
    rig = Rig(astron("e5", "b1"), wiring, rules=SURE)
    rig.settle()
    rig.do("say 1 lays F2.1")
    rig.wait(0.2)
    rig.do("say 1 flies e5-e7")
    carry(rig, "e5", "e7")
    assert "1 flies e5-e7" in recorded(rig)


@on_both
def test_a_whole_gesture_is_confirmed_at_once(panel):
    rig = table(plane("d3n=1"), panel, SURE)
    carry(rig, "d3n", "d7n", FLYING[panel])
    assert recorded(rig) == []
    assert rig.table.asks().fields["move"] == "1 flies d3n-d5n; 1 flies d5n-d7n"
    rig.hand.press(YES)
    rig.wait(0.2)
    assert recorded(rig) == ["1 flies d3n-d5n", "1 flies d5n-d7n"]


@pytest.mark.parametrize("panel", ["astron", "space_walk_tags", "astroplane", "zylatron"])
def test_a_game_goes_on_by_confirmed_moves(panel):
    game = SHELF[load_panel(panel).file.game]
    rig = table(game.start(Setting(2)), panel, SURE)
    for _ in range(6):
        before = len(rig.table.history)
        rig.play(next(iter(rig.table.position.moves())))
        rig.wait(1.0)
        assert len(rig.table.history) > before


# -------------------------------------------------------------------------------------- touch-move


@on_both
def test_a_piece_that_is_lifted_and_put_back_is_named_and_stays_lit(panel):
    rig = table(plane("d3n=1 l5n=1"), panel, FIRM)
    touch(rig, "d3n", FLYING[panel])
    assert rig.table.message and rig.table.message.key == "table.must_move"
    assert rig.table.message.fields["site"] == "d3n"
    assert rule(rig) == "", "no rule of Astroplane's"
    assert "d3n" in rig.lit(Glow.PULSE) and "l5n" not in rig.lit(Glow.PULSE)


@on_both
def test_nothing_else_moves_until_it_has(panel):
    rig = table(plane("d3n=1 l5n=1"), panel, FIRM)
    touch(rig, "d3n", FLYING[panel])
    carry(rig, "l5n", "l7n", FLYING[panel])
    rig.wait(2.0)
    assert recorded(rig) == [] and rig.table.stage is Stage.MENDING
    assert rig.table.notice.words == FIRM.touched.words and rig.table.notice.sites == {"d3n"}
    carry(rig, "l7n", "l5n", FLYING[panel])
    carry(rig, "d3n", "d5n", FLYING[panel])
    assert recorded(rig) == ["1 flies d3n-d5n"]
    carry(rig, "l5n", "l7n", FLYING[panel])
    assert recorded(rig)[-1] == "1 flies l5n-l7n"


def test_without_touch_move_a_piece_may_be_put_back():
    rig = table(plane("d3n=1 l5n=1"), "astroplane", TableRules())
    touch(rig, "d3n")
    carry(rig, "l5n", "l7n")
    assert rig.table.message is None
    assert recorded(rig) == ["1 flies l5n-l7n"]


def test_lifting_what_cannot_move_is_no_offence():
    rig = table(plane("d3n=1 d11s=2"), "astroplane", FIRM)
    touch(rig, "d11s")
    assert rig.table.message is None
    carry(rig, "d3n", "d5n")
    assert recorded(rig) == ["1 flies d3n-d5n"]


def test_brushing_against_a_piece_is_no_offence():
    rig = table(plane("d3n=1 l5n=1"), "astroplane", FIRM)
    piece = rig.bench.lift(Site("d3n"))
    rig.wait(0.05)
    rig.bench.put(piece, Site("d3n"))
    rig.wait(1.0)
    assert rig.table.message is None


def test_a_piece_that_was_led_back_is_free():
    rig = table(plane("d3n=1 l5n=1"), "astroplane", FIRM)
    carry(rig, "d3n", "k8s")
    assert rig.table.stage is Stage.MENDING
    carry(rig, "k8s", "d3n")
    carry(rig, "l5n", "l7n")
    assert recorded(rig) == ["1 flies l5n-l7n"]


def test_a_move_that_was_let_go_is_not_taken_back():
    rig = table(plane("d3n=1 l5n=1"), "astroplane", FIRM)
    carry(rig, "d3n", "d5n")
    rig.hand.press(BACK)
    rig.wait(0.2)
    assert recorded(rig) == ["1 flies d3n-d5n"] and rig.table.notice == FIRM.firm
    carry(rig, "d5n", "d3n")
    assert recorded(rig) == ["1 flies d3n-d5n"] and rig.table.stage is Stage.MENDING
    assert rig.lit(Glow.FAST) == {"d3n"} and rig.lit(Glow.DOUBLE) == {"d5n"}
    carry(rig, "d3n", "d5n")
    rig.settle()
    assert recorded(rig) == ["1 flies d3n-d5n"] and not rig.table.message, "it was led back"


def test_what_was_only_taken_up_has_not_been_let_go_of():
    rig = table(SHELF["space_walk"].start(Setting(2)), "space_walk_tags", FIRM)
    while not any("empties" in str(move) for move in rig.table.position.moves()):
        rig.play(next(iter(rig.table.position.moves())))
        rig.wait(2.5)
    move = next(move for move in rig.table.position.moves() if "empties" in str(move))
    rig.play(move)
    rig.wait(2.5)
    assert recorded(rig)[-1] == str(move)
    rig.hand.press(BACK)
    assert recorded(rig)[-1] != str(move)


def test_when_all_agree_it_is_taken_back_all_the_same():
    rig = table(plane("d3n=1"), "astroplane", TableRules(touch_move=True, free_takeback=True))
    carry(rig, "d3n", "d5n")
    rig.hand.press(BACK)
    assert recorded(rig) == []


def test_no_says_that_the_table_has_misread():
    rig = table(plane("d3n=1"), "astroplane", FIRM)
    carry(rig, "d3n", "d5n")
    rig.hand.press(NO)
    rig.wait(0.2)
    assert recorded(rig) == []
    assert rig.lit(Glow.DOUBLE) == {"d3n"}


def test_where_no_opens_the_menu_it_says_misread_after_the_table_has_asked_for_it():
    """BACK is refused with "If the table has misread it, press NO"."""
    rig = table(plane("d3n=1"), "astroplane", FIRM)
    rig.table.offer_menu()
    carry(rig, "d3n", "d5n")
    rig.hand.press(NO)
    rig.wait(0.2)
    assert recorded(rig) == ["1 flies d3n-d5n"], "the menu was wanted"
    assert any(isinstance(news, MenuWanted) for news in rig.news)
    rig.hand.press(BACK)
    rig.wait(0.2)
    assert rig.table.notice == FIRM.firm
    rig.hand.press(NO)
    rig.wait(0.2)
    assert recorded(rig) == []


def test_what_the_table_had_to_ask_about_is_taken_back():
    rig = table(plane("d7n=1 d9e=2", home="1"), "astroplane", FIRM)
    carry(rig, "d7n", "d9e")
    assert rig.table.stage is Stage.MOVING, "it may still be in the hand"
    rig.wait(WAITS.hover)
    assert rig.table.stage is Stage.ASKING
    rig.hand.press(YES)
    rig.wait(0.5)
    assert recorded(rig) == ["1 flies d7n-d9e"]
    rig.hand.press(BACK)
    assert recorded(rig) == []


@pytest.mark.parametrize("idle", [0.0, 60.0])
def test_what_was_taken_back_is_told_until_it_has_been_read(idle):
    """From when it is told, however long nothing had stirred before: a page may have asked."""
    rig = table(plane("d7n=1 l9s=2"), "astroplane")
    carry(rig, "d7n", "d9e")
    rig.wait(1.0 + idle)
    rig.table.take_back()
    carry(rig, "d9e", "d7n")
    assert recorded(rig) == [] and rig.table.message.key == "table.taken_back"
    rig.wait(REMOVE_AFTER)
    assert rig.table.message is None


def test_no_takes_nothing_back_while_robots_are_to_move():
    rig = table(plane("d7n=1 l9s=2"), "astroplane", FIRM)
    carry(rig, "d7n", "d9e")
    rig.hand.press(Site("key.done"))
    rig.wait(2.0)
    made = recorded(rig)
    rig.table.state = replace(rig.table.state, robots=RobotGuard(rig.table.position.actors))
    rig.hand.press(NO)
    rig.wait(0.5)
    assert made and recorded(rig) == made
    assert rig.table.message and rig.table.message.key == "table.nothing_no"


def test_z5_is_what_is_said_in_zylatron():
    rig = table(galaxy("red-fighter1 n29", "red-fighter2 t29", "green-star1 z7"), "zylatron")
    touch(rig, "n29")
    assert rule(rig) == "Z5"
    assert rig.table.message and rig.table.message.fields["piece"] == "red-fighter1"
    rig.hand.press(Site("key.done"))
    rig.wait(1.0)
    assert rule(rig) == "Z5" and rig.table.notice.sites == {"n29"}, "which piece is lit"
    carry(rig, "t29", "u29")
    rig.wait(2.0)
    assert recorded(rig) == [] and rule(rig) == "Z5"
    carry(rig, "u29", "t29")
    carry(rig, "n29", "o29")
    assert recorded(rig) == ["1 moves red-fighter1 n29-o29"]
    rig.hand.press(BACK)
    rig.wait(0.2)
    assert len(recorded(rig)) == 1 and rule(rig) == "Z5"


def beneath_others(luck: Random):
    """A moment at which a piece is to be taken off a cell where others stay."""
    position = SHELF["zylatron"].start(Setting(2, options={"touch_move": True}))
    while True:
        moves = [*islice(position.moves(), 400)]
        site = position.asks().fields.get("site", "")
        after = position.after(moves[0]).layout()
        if position.asks().key == "zylatron.remove" and after.get(site):
            return position, Site(str(site))
        bold = [
            m for m in moves if any(w in str(m) for w in ("stows", "fires", "launch", "strike"))
        ]
        position = position.after(luck.choice(bold if bold and luck.random() < 0.6 else moves))


def test_z5_binds_nobody_who_has_no_choice():
    """What is to be taken off may be lifted, looked at and put back: nothing else could be done."""
    position, site = beneath_others(Random(3))
    rig = table(position, "zylatron")
    rig.do(f"lift {site} all")
    rig.wait(0.6)
    while rig.hand.held:
        rig.do(f"put {site}")
    rig.wait(2.0)
    assert recorded(rig) == [] and rule(rig) is None and rig.table.message is None


def test_z13_a_missile_held_for_long_and_put_back_is_launched_where_it_stands_after_yes():
    pieces = ("red-fighter1 n29", "red-missile1 c27", "green-star1 z7")
    rig = table(galaxy(*pieces), "zylatron")
    rig.do("press launch")
    rig.wait(0.6)
    rig.hand.point(Site("c27"), 0.8)
    rig.wait(1.5)
    assert rig.table.stage is Stage.ASKING, rig.table.message
    rig.hand.press(YES)
    rig.wait(0.5)
    assert recorded(rig)[1:2] == ["1 launches red-missile1 c27-c27"], rig.table.message


def test_z5_a_turn_does_not_end_before_what_was_touched_has_moved():
    rig = table(galaxy("red-fighter1 n29", "red-fighter2 t29", "green-star1 z7"), "zylatron")
    touch(rig, "n29")
    rig.do("press done")
    rig.wait(2.0)
    assert recorded(rig) == [] and rule(rig) == "Z5"


# ------------------------------------------------------------------------- where it is agreed upon


@pytest.mark.parametrize("name", SHELF.names)
def test_every_game_offers_what_any_table_has(name):
    assert set(OPTIONS) <= set(offered_options(SHELF[name]))
    assert set(OPTIONS) <= set(game_offer(SHELF[name])["options"])


def test_touch_move_is_usual_where_the_game_has_it():
    assert rules_agreed(SHELF["zylatron"], {}).touch_move
    assert rules_agreed(SHELF["zylatron"], {}).touched.rule == "Z5"
    assert not rules_agreed(SHELF["zylatron"], {"touch_move": False}).touch_move
    assert not rules_agreed(SHELF["astron"], {}).touch_move


def test_they_are_said_on_the_command_line():
    asked = arguments.parse(
        ["play", "astron", "--option", "touch_move", "--option", "confirm_moves"]
    )
    assert arguments.rules(asked, asked.game).names == ("confirm_moves", "touch_move")
    assert arguments.setting(asked, asked.game).options == {}


def test_what_was_agreed_comes_back_by_its_names():
    rules = rules_agreed(SHELF["zylatron"], {"free_takeback": True})
    assert rules_by_names(SHELF["zylatron"], rules.names) == rules
