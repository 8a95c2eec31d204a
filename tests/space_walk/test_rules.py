"""Space Walk, rule by rule."""

from itertools import pairwise

import pytest

from controller.errors import Misuse
from controller.game import Setting
from controller.games.space_walk import GAME
from controller.games.space_walk.board import HOLES, PLANETS
from controller.games.space_walk.moves import Phase, parse
from controller.games.space_walk.rules import start
from controller.telling import teller
from controller.values import Seat, Site
from tests.space_walk import at, lines, play, rule, standing

CALM = ("o10 green.large.3", "o11 red.large.3", "o12 grey.large.3")
"""A ship for each of three players, out of the way."""


def placed(seats, **options):
    """All ships placed, each by the first lawful move."""
    position = start(Setting(seats, options=options))
    while position.phase is Phase.PLACE:
        position = position.after(next(iter(position.moves())))
    return position


# ----------------------------------------------------------------------------------------- setup


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_w1_the_first_player_begins_and_turns_go_round(seats):
    position = start(Setting(seats))
    order = []
    for _ in range(seats + 1):
        order += position.actors
        position = position.after(next(iter(position.moves())))
    assert order == [*range(seats), 0]


def test_w1_turns_of_the_movement_go_round_too():
    position = at("o2 green.small.1", "o10 red.small.1", "o16 grey.small.1", seats=3)
    assert rule(position, "2 empties o10") == "W1"
    position = play(position, "1 empties o2")
    assert rule(position, "2 lands green.small.1 o3") == "W1"
    position = play(
        position, "1 lands green.small.1 o3", "2 empties o10", "2 lands red.small.1 o11"
    )
    position = play(position, "3 empties o16", "3 lands grey.small.1 o17")
    assert play(position, "1 empties o3").mover == 0


@pytest.mark.parametrize("seats, tokens", [(2, 4), (3, 4), (4, 4), (5, 3)])
def test_w1_everybody_has_nine_ships_and_his_tokens(seats, tokens):
    position = start(Setting(seats))
    assert position.tokens == (tokens,) * seats
    names = position.terms.chart.names
    assert [len(set(fleet)) for fleet in names] == [9] * seats
    for fleet in names:
        assert [name.split(".")[1] for name in fleet] == ["large"] * 3 + ["medium"] * 3 + [
            "small"
        ] * 3


@pytest.mark.parametrize(
    "setting",
    [Setting(1), Setting(6), Setting(2, teams=((0,), (1,))), Setting(2, options={"warp": True})],
    ids=["one", "six", "teams", "unknown option"],
)
def test_w1_what_cannot_be_set_up_is_misuse(setting):
    with pytest.raises(Misuse):
        GAME.start(setting)


def test_w1_who_does_not_play_is_told_so():
    position = start(Setting(2))
    for line in (
        "3 places grey.large.1 o1",
        "1 places grey.large.1 o1",
        "3 spends",
        "4 empties o1",
    ):
        assert rule(position, line) == "W1"
    assert rule(at("o1 green.small.1", "o2 red.small.1"), "1 advances grey.large.1 o1-o2") == "W1"


def test_w2_ships_are_placed_one_by_one_any_size_on_any_planet_of_the_orbit():
    position = start(Setting(2))
    small = {"o1", "o2", "o3", "o4", "o5", "o6", "i1", "i2", "i3", "i4", "i5", "i6"}
    sizes = ("large", "medium", "small")
    assert lines(position) == {f"1 places green.{s}.1 {p}" for s in sizes for p in small}
    assert len(lines(start(Setting(3)))) == 3 * 18
    position = play(position, "1 places green.small.1 o3")
    assert position.actors == {1} and standing(position) == {"o3": {"green.small.1"}}
    assert rule(position, "1 places green.large.1 o4") == "W1"
    assert rule(position, "2 places green.large.1 o4") == "W1"


def test_w2_no_two_of_a_size_are_placed_together_whatever_their_colour():
    position = play(start(Setting(2)), "1 places green.large.1 o3")
    refusal = position.refusal(parse("2 places red.large.1 o3"))
    assert (refusal.rule, refusal.sites) == ("W2", {"o3"})
    position = play(position, "2 places red.medium.1 o3", "1 places green.small.1 o3")
    assert rule(position, "2 places red.small.1 o3") == "W2"


def test_w2_no_ship_is_placed_in_a_hole_or_off_the_orbit():
    for seats, elsewhere in ((2, ("o8", "o20")), (3, ("i1", "i6"))):
        position = start(Setting(seats))
        for field in (*HOLES, *elsewhere):
            assert rule(position, f"1 places green.large.1 {field}") == "W2"


def test_w2_a_ship_is_placed_once_and_nothing_moves_before_all_are():
    position = play(start(Setting(2)), "1 places green.large.1 o3", "2 places red.large.1 o4")
    assert rule(position, "1 places green.large.1 o5") == "W2"
    assert rule(position, "1 empties o3") == "W2"
    assert rule(position, "1 advances green.large.1 o3-o4") == "W2"
    assert rule(position, "1 lands green.large.1 o4") == "W2"
    assert rule(placed(2), "1 places green.large.1 o5") == "W2"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_w2_when_all_are_placed_the_first_player_opens(seats):
    position = placed(seats)
    assert all(None not in fleet for fleet in position.fleets)
    assert (position.phase, position.coming) == (Phase.GAP, 0)
    assert {line[0] for line in lines(position) if " empties " in line} == {"1"}
    position = placed(seats, second_player_opens=True)
    assert {line[0] for line in lines(position) if " empties " in line} == {"2"}


def test_w2_somebody_can_always_place():
    position = start(Setting(5))
    while position.phase is Phase.PLACE:
        moves = list(position.moves())
        assert moves
        position = position.after(moves[-1])


# ------------------------------------------------------------------------------------------ turn


def test_w3_a_field_with_an_own_ship_is_emptied_of_all_ships():
    position = at("o3 green.small.1 red.large.1", "o5 red.small.1", "i2 green.large.2")
    assert lines(position) == {"1 empties o3", "1 empties i2"}
    refusal = position.refusal(parse("1 empties o5"))
    assert (refusal.rule, refusal.sites) == ("W3", {"o5"})
    position = play(position, "1 empties o3")
    assert standing(position) == {"o5": {"red.small.1"}, "i2": {"green.large.2"}}
    assert set(position.group) == {"green.small.1", "red.large.1"}


def test_w3_a_turn_is_compulsory_and_moves_the_whole_group():
    position = at("o3 green.small.1 red.large.1", "o5 red.small.1")
    assert lines(position) == {"1 empties o3"}
    assert rule(position, "1 advances green.small.1 o3-o4") == "W3"
    assert rule(position, "1 lands green.small.1 o4") == "W3"


CROWD = "o3 green.small.1 red.large.1 green.medium.2 red.medium.1 green.medium.1"


def test_w4_bigger_ships_come_down_first_and_equal_ones_as_the_mover_likes():
    position = play(at(CROWD), "1 empties o3")
    assert rule(position, "1 lands green.small.1 o4") == "W4"
    assert rule(position, "1 lands green.medium.1 o4") == "W4"
    position = play(position, "1 lands red.large.1 o4")
    assert lines(position) == {"1 lands green.medium.1 o5", "1 lands red.medium.1 o5"}
    position = play(position, "1 lands red.medium.1 o5", "1 lands green.medium.1 o6")
    assert lines(position) == {"1 lands green.medium.2 h2"}
    assert rule(position, "1 lands green.small.1 h2") == "W4"


def test_w4_ships_alike_go_by_their_numbers():
    position = play(at("o3 green.large.2 green.large.3", "o5 red.small.1"), "1 empties o3")
    assert lines(position) == {"1 lands green.large.2 o4"}
    assert rule(position, "1 lands green.large.3 o4") == "W4"
    assert rule(start(Setting(2)), "1 places green.large.2 o1") == "W4"
    step = at("o3 green.large.2 green.large.3", "o5 red.small.1", phase=Phase.STEP)
    assert lines(step) == {"1 advances green.large.2 o3-o4"}
    assert rule(step, "1 advances green.large.3 o3-o4") == "W4"


def test_w4_nothing_else_is_done_before_all_ships_are_down():
    position = play(at(CROWD, "i2 green.large.1", "i3 red.small.1"), "1 empties o3")
    assert rule(position, "1 empties i2") == "W4"
    assert rule(position, "1 advances green.large.1 i2-i3") == "W4"
    assert rule(position, "1 lands green.large.1 o4") == "W4"


def test_w5_one_two_three_fields_on():
    position = at("o1 green.large.1 green.medium.1 red.medium.1 red.small.1")
    position = play(position, "1 empties o1", "1 lands green.large.1 o2")
    position = play(position, "1 lands red.medium.1 o3", "1 lands green.medium.1 o4")
    position = play(position, "1 lands red.small.1 o5")
    assert standing(position) == {
        "o2": {"green.large.1"},
        "o3": {"red.medium.1"},
        "o4": {"green.medium.1"},
        "o5": {"red.small.1"},
    }


def test_w5_a_ship_put_elsewhere_is_shown_its_field():
    position = play(at("o3 green.small.1", "o5 red.small.1"), "1 empties o3")
    for field in {*PLANETS, *HOLES} - {"o4"}:
        refusal = position.refusal(parse(f"1 lands green.small.1 {field}"))
        assert (refusal.rule, refusal.sites) == ("W5", {"o4"})


@pytest.mark.parametrize(
    "seats, way",
    [
        (2, "h1 o1 o2 o3 o4 o5 o6 h2 i1 i2 i3 i4 i5 i6 h1"),
        (3, "h1 o1 o2 o3 o4 o5 o6 h2 o8 o9 o10 o11 o12 o13 h3 o15 o16 o17 o18 o19 o20 h1"),
    ],
)
def test_w5_ships_travel_clockwise_round_their_orbit(seats, way):
    fields = way.split()
    ahead = start(Setting(seats)).terms.chart.ahead
    assert ahead == dict(pairwise(fields))


def test_w5_holes_count_and_a_long_group_goes_round():
    ships = [f"green.{s}.{n}" for s in ("large", "medium", "small") for n in (1, 2, 3)]
    ships += [f"red.{s}.{n}" for s in ("large", "medium", "small") for n in (1, 2)]
    position = play(at(f"i3 {' '.join(ships)}", "i5 red.large.3"), "1 empties i3")
    fields = []
    while position.phase is Phase.LAND:
        move = next(iter(position.moves()))
        fields.append(move.field)
        position = position.after(move)
    assert " ".join(fields) == "i4 i5 i6 h1 o1 o2 o3 o4 o5 o6 h2 i1 i2 i3 i4"
    assert len(standing(position)["i4"]) == 2 and len(standing(position)["i3"]) == 1


def test_w6_a_ship_that_ends_on_a_hole_is_lost():
    position = play(at("o6 green.small.1", "o3 green.large.1", "o5 red.small.1"), "1 empties o6")
    (move,) = position.moves()
    assert str(move) == "1 lands green.small.1 h2" and move.touches == {"h2"}
    position = position.after(move)
    assert "green.small.1" not in {n for names in standing(position).values() for n in names}
    assert position.scores()[0] == 4 + 8


def test_w6_passing_over_a_hole_is_harmless_and_sizes_may_meet():
    position = at("o6 green.large.1 green.medium.1", "i1 red.medium.1")
    position = play(position, "1 empties o6", "1 lands green.large.1 h2")
    position = play(position, "1 lands green.medium.1 i1")
    assert standing(position) == {"i1": {"green.medium.1", "red.medium.1"}}


def test_w6_a_lost_ship_does_not_come_back():
    position = at("o3 green.large.1", "o5 red.small.1")
    assert rule(position, "1 places green.small.1 o4") == "W6"


def test_w6_who_brings_back_anothers_lost_ship_is_told_that_it_is_lost():
    """It is not its owner who is out of turn."""
    position = play(at("o3 green.large.1", "o5 red.small.1"), "1 empties o3")
    tried = [*position.attempts(frozenset({Site("i1")}))]
    against = {position.refusal(move).words for move in tried if "places red" in str(move)}
    assert against == {"space_walk.lost"} and {move.seat for move in tried} == {0}


# ---------------------------------------------------------------------------------------- tokens

OPEN = ("o2 green.small.1 green.large.1", "o10 red.small.1", "o16 grey.small.1", *CALM)
GREEN_HAS_MOVED = ("1 empties o2", "1 lands green.large.1 o3", "1 lands green.small.1 o4")
RED_MOVES = ("2 empties o10", "2 lands green.large.3 o11", "2 lands red.small.1 o12")


def gap(**terms):
    """Three players; the first has just had his turn."""
    return play(at(*OPEN, seats=3, **terms), *GREEN_HAS_MOVED)


def test_w7_one_token_a_round():
    position = play(gap(), "3 spends", "3 advances grey.small.1 o16-o17")
    assert position.tokens == (4, 4, 3)
    assert rule(position, "3 spends") == "W7"
    position = play(position, *RED_MOVES, "3 empties o17", "3 lands grey.small.1 o18")
    assert rule(position, "3 spends") == "W7"  # the gap after the last turn is of the old round
    position = play(position, "1 empties o4", "1 lands green.small.1 o5")
    assert rule(position, "3 spends") is None


def test_w7_a_token_out_of_turn_is_announced_and_what_it_did_too():
    """Whose turn it is does not change by it, and a ship has moved all the same."""
    before, told = gap(), []
    for line in ("3 spends", "3 advances grey.small.1 o16-o17"):
        after = play(before, line)
        told.append(after.news(before, parse(line)))
        before = after
    names = teller(GAME, GAME.drawing(before), ("Ada", "Bob", "Robot 3"))
    left = before.tokens[2]
    spent, moved = map(names.say, told)
    assert spent == f"Robot 3 has spent a token: {left} left."
    assert moved == "Robot 3 has used a token: the grey small ship has moved to o17."


def test_w7_a_second_turn_is_no_new_turn_of_the_round():
    position = play(gap(), "3 spends", "3 advances grey.small.1 o16-o17", "1 spends")
    position = play(position, "1 empties o4", "1 lands green.small.1 o5")
    assert rule(position, "1 spends") == rule(position, "3 spends") == "W7"


def test_w7_rounds_begin_with_who_opened_the_movement():
    position = at(*OPEN, seats=3, options="second_player_opens", turn=2)
    position = play(position, "2 empties o11", "2 lands red.large.3 o12", "2 spends")
    position = play(position, "2 advances red.large.3 o12-o13")
    position = play(position, "3 empties o16", "3 lands grey.small.1 o17", *GREEN_HAS_MOVED)
    assert rule(position, "2 spends") == "W7"
    position = play(position, "2 empties o13", "2 lands red.large.3 h3")
    assert rule(position, "2 spends") is None


def test_w7_who_has_none_left_cannot_spend():
    position = gap(tokens=(0, 1, 4))
    assert rule(position, "1 spends") == "W7"
    assert position.actors == {1, 2}
    position = play(position, "2 spends", "2 advances red.small.1 o10-o11")
    assert position.tokens == (0, 0, 4)


def test_w7_the_count_may_run_from_own_turn_to_own_turn():
    position = play(gap(options="token_reset_own_turn"), "2 spends")
    position = play(position, "2 advances red.small.1 o10-o11", "3 spends")
    position = play(position, "3 advances grey.small.1 o16-o17", "2 empties o11")
    position = play(position, "2 lands red.large.3 o12", "2 lands red.small.1 o13")
    assert rule(position, "2 spends") is None and rule(position, "3 spends") == "W7"
    position = play(position, "3 empties o17", "3 lands grey.small.1 o18")
    assert rule(position, "3 spends") is None


def test_w8_after_his_own_turn_a_player_may_take_a_second_one():
    position = play(gap(), "1 spends")
    assert position.actors == {0}
    assert lines(position) == {
        *("1 empties o3", "1 empties o4", "1 empties o10"),
        *("1 advances green.large.1 o3-o4", "1 advances green.small.1 o4-o5"),
        "1 advances green.large.3 o10-o11",
    }
    position = play(
        position, "1 empties o10", "1 lands green.large.3 o11", "1 lands red.small.1 o12"
    )
    assert position.phase is Phase.GAP and position.coming == 1
    assert "2 empties o12" in lines(position)


def test_w8_or_advance_one_own_ship():
    position = play(gap(), "1 spends", "1 advances green.small.1 o4-o5")
    assert "green.small.1" in standing(position)["o5"] and position.coming == 1
    position = play(gap(), "1 spends")
    for line in (
        "1 advances green.small.1 o4-o6",
        "1 advances green.small.1 o3-o4",
        "2 advances red.small.1 o10-o11",
        "1 advances red.small.1 o10-o11",
    ):
        assert rule(position, line) == "W8"
    assert rule(position, "1 empties o11") == "W3"
    assert rule(position, "2 empties o11") == "W1"


def test_w8_a_second_turn_needs_a_token_first_and_is_for_nobody_else():
    assert rule(gap(), "1 empties o4") == "W8"
    position = play(gap(), "3 spends")
    assert rule(position, "3 empties o16") == "W9"


def test_w8_still_when_another_token_was_spent_in_the_gap():
    position = play(gap(), "3 spends", "3 advances grey.small.1 o16-o17", "1 spends")
    assert "1 empties o4" in lines(position)


def test_w9_in_a_gap_anybody_may_advance_one_own_ship():
    position = gap()
    assert position.actors == {0, 1, 2}
    assert {line for line in lines(position) if "spends" in line} == {
        f"{n} spends" for n in (1, 2, 3)
    }
    assert rule(position, "3 advances grey.small.1 o16-o17") == "W9"
    position = play(position, "3 spends")
    assert lines(position) == {
        "3 advances grey.small.1 o16-o17",
        "3 advances grey.large.3 o12-o13",
    }
    assert rule(position, "3 advances grey.small.1 o16-o18") == "W9"
    assert rule(position, "2 advances red.small.1 o10-o11") == "W9"
    assert rule(position, "2 spends") == "W9"
    position = play(position, "3 advances grey.small.1 o16-o17")
    assert position.phase is Phase.GAP and position.actors == {0, 1}


def test_w9_the_next_player_may_spend_before_he_begins():
    position = play(gap(), "2 spends", "2 advances red.small.1 o10-o11")
    assert "2 empties o11" in lines(position)


def test_w9_the_gap_closes_when_the_next_player_begins():
    position = play(gap(), RED_MOVES[0])
    assert position.actors == {1} and rule(position, "3 spends") == "W9"


def test_w9_a_token_may_be_spent_before_the_very_first_turn():
    assert rule(start(Setting(3)), "1 spends") == "W9"
    position = placed(3)
    assert position.phase is Phase.GAP and position.actors == {0, 1, 2}
    for seat in (1, 2, 3):
        spent = play(position, f"{seat} spends")
        assert all(" advances " in line for line in lines(spent)), "there was no turn to repeat"


def test_w9_a_token_before_the_first_turn_belongs_to_no_round():
    position = play(placed(3), "3 spends")
    position = position.after(position.moves()[0])
    assert rule(position, "3 spends") == "W7"
    position = position.after(position.moves()[0])
    while position.phase is not Phase.GAP:
        position = position.after(position.moves()[0])
    assert rule(position, "3 spends") is None


def test_w9_another_players_ship_in_a_gap_is_not_taken_for_a_lost_one():
    position = gap(spent=frozenset({Seat(2)}))
    assert None in position.fleets[1], "a ship of somebody's who may act is lost"
    out_of_a_crowd = frozenset({Site("o10"), Site("o13")})
    refusals = map(position.refusal, position.attempts(out_of_a_crowd))
    assert {refusal.rule for refusal in refusals if refusal} <= {"W3", "W8", "W9"}


def test_w8_who_goes_on_after_his_turn_has_forgotten_his_token():
    position = gap()
    assert rule(position, "1 advances green.large.1 o3-o4") == "W8"
    attempts = list(position.attempts(frozenset({Site("o3")})))
    assert attempts[0] == parse("1 empties o3") and position.refusal(attempts[0]).rule == "W8"
    assert rule(position, "2 empties o3") == "W3"


def test_w3_in_a_gap_a_turn_that_moves_one_ship_far_is_a_turn_done_wrong():
    assert rule(gap(), "2 advances red.small.1 o10-o15") == "W3"
    assert rule(gap(), "2 advances red.small.1 o10-o11") == "W9"


def credited(position, line, seat=0):
    return position.after(parse(line)).credits(position, Seat(seat))


def test_w6_a_ship_that_falls_into_a_hole_is_what_the_points_are_lost_for():
    position = play(at("o5 green.small.1", "o6 red.small.1", "o3 red.small.2"), "1 empties o5")
    assert credited(position, "1 lands green.small.1 h2") == ("W6", "W11")
    position = play(at("o6 green.small.1", "o3 green.small.2 red.small.1"), "1 empties o6")
    assert credited(position, "1 lands green.small.1 h2") == ("W6",)


def test_w8_a_token_after_the_own_turn_is_paid_by_w8():
    assert credited(gap(), "1 spends") == ("W8",)


def test_w9_a_token_in_another_gap_is_paid_by_w9():
    assert credited(gap(), "3 spends", 2) == ("W9",)
    assert credited(placed(3), "3 spends", 2) == ("W9",)


def test_w11_a_ship_that_is_placed_counts():
    assert credited(start(Setting(2)), "1 places green.large.1 o1") == ("W11",)


def test_w9_an_advance_into_a_hole_loses_the_ship():
    position = at("o2 green.small.1", "o6 red.small.1", "i3 red.large.1")
    position = play(position, "1 empties o2", "1 lands green.small.1 o3", "2 spends")
    assert parse("2 advances red.small.1 o6-h2").touches == {"h2"}
    position = play(position, "2 advances red.small.1 o6-h2")
    assert "o6" not in standing(position) and position.outcome is None


# ------------------------------------------------------------------------------------------- end


def test_w10_the_game_ends_when_a_player_has_no_ship_in_orbit():
    position = play(at("o3 green.small.1", "o6 red.small.1"), "1 empties o3")
    position = play(position, "1 lands green.small.1 o4", "2 empties o6", "2 lands red.small.1 h2")
    assert position.outcome.winners == {0}
    assert position.actors == frozenset() and lines(position) == set()
    assert rule(position, "1 empties o4") == rule(position, "1 spends") == "W10"


def test_w10_only_after_the_group_in_hand_is_down():
    position = at("o6 red.large.1 green.medium.1 green.small.1", "o2 green.large.1")
    position = play(position, "1 empties o6", "1 lands red.large.1 h2")
    assert position.outcome is None and lines(position) == {"1 lands green.medium.1 i1"}
    position = play(position, "1 lands green.medium.1 i1", "1 lands green.small.1 i2")
    assert position.outcome.winners == {0}


def test_w10_a_ship_in_the_hand_is_not_lost_yet():
    position = at("o6 red.large.1 green.medium.1 red.small.1", "o2 green.large.1")
    position = play(position, "1 empties o6", "1 lands red.large.1 h2", "1 lands green.medium.1 i1")
    position = play(position, "1 lands red.small.1 i2")
    assert position.outcome is None


def test_w10_an_advance_can_end_it():
    position = play(at("o3 green.small.1", "o6 red.small.1"), "1 empties o3")
    position = play(
        position, "1 lands green.small.1 o4", "2 spends", "2 advances red.small.1 o6-h2"
    )
    assert position.outcome.winners == {0}


def test_w11_ships_in_orbit_and_tokens_count():
    position = at(
        "o3 green.large.1 green.medium.1 green.small.1 green.small.2",
        "o6 red.small.1",
        tokens=(3, 4),
    )
    assert position.scores() == (4 + 3 + 1 + 1 + 6, 1 + 8)


def test_w11_who_has_no_ship_scores_nothing_tokens_included():
    position = play(at("o3 green.small.1", "o6 red.small.1", turn=2), "2 empties o6")
    position = play(position, "2 lands red.small.1 h2")
    assert position.outcome.scores == (1 + 8, 0)


def test_w11_ties_are_shared():
    position = at("o3 green.small.1", "o10 red.small.1", "o6 grey.small.1", seats=3, turn=3)
    position = play(position, "3 empties o6", "3 lands grey.small.1 h2")
    assert position.outcome.winners == {0, 1} and position.outcome.scores == (9, 9, 0)


def test_w11_several_may_be_out_at_once():
    grey = [f"grey.{size}.{n}" for size in ("medium", "small") for n in (1, 2, 3)]
    position = at(f"o20 green.large.1 {' '.join(grey)} red.small.1", seats=3)
    position = play(position, "1 empties o20", "1 lands green.large.1 h1")
    for ship, field in zip(grey, ("o1", "o2", "o3", "o4", "o5", "o6"), strict=True):
        position = play(position, f"1 lands {ship} {field}")
    position = play(position, "1 lands red.small.1 h2")
    assert position.outcome.winners == {2} and position.outcome.scores == (0, 0, 12 + 8)


# ----------------------------------------------------------------------------------------- cards


def cards(*fields, **terms):
    return at(
        *(fields or ("o3 green.small.1 green.large.1", "o5 red.small.1")),
        **terms,
        options="action_cards",
    )


def test_w12_eight_cards_each_and_no_tokens():
    position = start(Setting(3, options={"action_cards": True}))
    assert position.tokens == (0, 0, 0)
    assert position.hand(1) == (
        *("group.red.1", "group.red.2", "group.red.3", "group.red.4"),
        *("double.red", "copy.red", "step.red", "rest.red"),
    )
    assert len(set(GAME.pieces(position))) == 3 * (9 + 8)
    assert placed(3, action_cards=True).phase is Phase.CARD


def test_w12_a_card_is_played_before_anything_moves_and_only_one():
    position = cards()
    assert rule(position, "1 empties o3") == "W12"
    assert rule(position, "1 advances green.small.1 o3-o4") == "W12"
    assert rule(position, "1 spends") == "W12"
    assert rule(position, "2 plays rest.red") == "W1"
    position = play(position, "1 plays group.green.2")
    assert rule(position, "1 plays group.green.1") == "W12"
    assert position.cards.piles[0] == ("group.green.2",)
    assert position.layout()["card"][0].name == "group.green.2"


def test_w12_group_moves_a_group():
    position = play(cards(), "1 plays group.green.1")
    assert lines(position) == {"1 empties o3"}
    assert rule(position, "1 advances green.small.1 o3-o4") == "W12"
    position = play(
        position, "1 empties o3", "1 lands green.large.1 o4", "1 lands green.small.1 o5"
    )
    assert (position.phase, position.actors) == (Phase.CARD, {1})


def test_w12_step_advances_one_own_ship_one_field():
    position = play(cards(), "1 plays step.green")
    assert lines(position) == {f"1 advances green.{s}.1 o3-o4" for s in ("small", "large")}
    assert rule(position, "1 empties o3") == "W12"
    assert rule(position, "1 advances green.small.1 o3-o5") == "W12"
    assert play(position, "1 advances green.small.1 o3-o4").actors == {1}


def test_w12_rest_moves_nothing():
    position = play(cards(), "1 plays rest.green")
    assert position.actors == {1} and position.fleets == cards().fleets
    assert {line.split(".")[0] for line in lines(position)} == {
        f"2 plays {kind}" for kind in ("group", "double", "copy", "step", "rest")
    }


def test_w12_there_are_no_cards_in_the_game_with_tokens():
    assert rule(at("o3 green.small.1", "o5 red.small.1"), "1 plays rest.green") == "W12"
    assert rule(start(Setting(2, options={"action_cards": True})), "1 plays rest.green") == "W2"


def test_w12_a_hand_is_shown_to_its_owner_only_and_piles_to_all():
    position = play(cards(), "1 plays rest.green")
    seen = position.seen_by(1)
    assert (
        seen.hand(1) == position.hand(1) and set(seen.hand(0)) == {"?"} and len(seen.hand(0)) == 7
    )
    assert position.public().cards.piles == (("rest.green",), ())
    assert set(position.public().hand(1)) == {"?"}


def test_w13_a_card_stays_on_the_pile_until_all_eight_are_played():
    position = cards("o3 green.small.1 green.large.1 green.large.2", "o5 red.small.1")
    position = play(position, "1 plays rest.green", "2 plays rest.red")
    assert rule(position, "1 plays rest.green") == "W13"


def test_w13_who_has_played_all_takes_them_back():
    position = cards()
    hand = position.hand(0)
    position = at(
        "o3 green.small.1",
        "o5 red.small.1",
        options="action_cards",
        cards=type(position.cards)((("rest.green",), position.hand(1)), (hand[:-1], ())),
    )
    position = play(position, "1 plays rest.green")
    assert position.hand(0) == hand and position.cards.piles[0] == ()


def test_w14_copy_does_what_the_card_before_did():
    position = play(cards(), "1 plays step.green", "1 advances green.small.1 o3-o4")
    position = play(position, "2 plays copy.red")
    assert lines(position) == {"2 advances red.small.1 o5-o6"}


def test_w14_copy_of_a_double_is_two_groups():
    position = play(cards(), "1 plays double.green", "1 empties o3", "1 lands green.large.1 o4")
    position = play(
        position, "1 lands green.small.1 o5", "1 empties o4", "1 lands green.large.1 o5"
    )
    position = play(position, "2 plays copy.red", "2 empties o5", "2 lands green.large.1 o6")
    assert position.cards.again


def test_w14_a_copied_copy_does_what_that_one_did():
    position = cards("o3 green.small.1", "o9 red.small.1", "o16 grey.small.1", seats=3)
    position = play(position, "1 plays step.green", "1 advances green.small.1 o3-o4")
    position = play(
        position, "2 plays copy.red", "2 advances red.small.1 o9-o10", "3 plays copy.grey"
    )
    assert lines(position) == {"3 advances grey.small.1 o16-o17"}


def test_w14_with_nothing_to_copy_it_does_nothing():
    position = play(cards(), "1 plays copy.green")
    assert position.actors == {1} and position.phase is Phase.CARD
    assert play(position, "2 plays copy.red").actors == {0}


def test_w15_the_second_group_is_chosen_after_the_first_and_may_be_the_same_field():
    position = play(
        cards("o3 green.large.1", "o5 red.small.1", "o6 green.small.1"), "1 plays double.green"
    )
    position = play(position, "1 empties o3", "1 lands green.large.1 o4")
    assert lines(position) == {"1 empties o4", "1 empties o6"}
    assert rule(position, "1 empties o5") == "W3"
    position = play(position, "1 empties o4", "1 lands green.large.1 o5")
    assert position.actors == {1} and position.phase is Phase.CARD


def test_w15_it_lapses_when_the_game_has_ended():
    position = cards("o6 green.large.1 red.small.1", "o2 red.large.1")
    position = play(position, "1 plays double.green", "1 empties o6", "1 lands green.large.1 h2")
    assert position.outcome is None
    position = play(position, "1 lands red.small.1 i1")
    assert position.outcome.winners == {1} and lines(position) == set()
