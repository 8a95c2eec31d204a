"""Zylatron, rule by rule: setup, moving and cargo."""

import pytest
from msgspec.structs import replace

from controller.app.setup.start_game import partners_at_seat
from controller.errors import Misuse
from controller.game import Setting
from controller.games.zylatron import GAME
from controller.games.zylatron.board import POINTS, SITES, distance
from controller.values import CHANCE, Seat
from tests.zylatron import at, goals, lines, numbers, play, rule, shoot, where

FAR = "green-warrior1 x5"  # somebody to play against, out of everybody's way

# ----------------------------------------------------------------------------------- Z1, Z2, Z3


@pytest.mark.parametrize("seats, planets", [(2, "red green"), (3, "red blue green")])
def test_z1_each_player_takes_a_planet_with_its_fifteen_pieces_and_ten_zys(seats, planets):
    position = GAME.start(Setting(seats))
    assert position.money == (10,) * seats
    assert len(position.layout()) == 15 * seats
    standing = where(position)
    assert {name.partition("-")[0] for name in standing.values()} == set(planets.split())
    assert standing["d25"] == "red-warrior1" and standing["h25"] == "red-star1"
    assert standing["x5"] == "green-warrior1" and standing["v9"] == "green-star2"


def test_z1_the_lot_says_who_begins_and_turns_go_clockwise():
    position = GAME.start(Setting(4))
    assert position.actors == {CHANCE} and len(lines(position)) == 4
    assert rule(position, "1 ends") == "Z1"
    assert rule(position, "1 moves red-warrior1 d25-d26") == "Z1"
    position = play(position, "lot green x5")
    assert rule(position, "lot red d25") == "Z2"
    turns = []
    for _ in range(5):
        turns.append(position.turn)
        position = play(position, f"{position.turn + 1} ends")
    assert turns == [2, 3, 0, 1, 2]


def corners(*planets, seats=2):
    return GAME.start(Setting(seats, picks={"planet": planets}))


def test_z1_each_player_picks_a_planet():
    position = corners("blue", "red")
    assert {name.partition("-")[0] for name in where(position).values()} == {"blue", "red"}
    assert position.layout()["x25"][0].seat == 0 and position.layout()["d25"][0].seat == 1
    assert position.commands == position.holders == (1, 0, CHANCE, CHANCE)
    assert lines(position) == {"lot red d25", "lot blue x25"}
    assert play(position, "lot blue x25").turn == 0


def test_z1_who_picks_nothing_has_the_usual_corner_or_what_is_left():
    assert corners("green").box.home == (2, 0)
    assert corners("", "violet", seats=3).box.home == (0, 3, 2)


def test_z1_turns_go_clockwise_by_the_corners_whoever_sits_there():
    position = play(corners("violet", "green", "blue", "red", seats=4), "lot violet d5")
    turns = []
    for _ in range(5):
        turns.append(position.turn)
        position = play(position, f"{position.turn + 1} ends")
    assert turns == [0, 3, 2, 1, 0], "violet, red, blue, green"


@pytest.mark.parametrize(
    "picks", [{"planet": ("red", "red")}, {"planet": ("mauve",)}, {"corner": ("red",)}]
)
def test_z1_a_planet_is_one_players(picks):
    with pytest.raises(Misuse):
        GAME.start(Setting(2, picks=picks))


def test_z1_a_team_of_two_shares_a_planet_and_its_purse():
    assert GAME.partners == 2 and partners_at_seat(GAME, ("Ada", "Grace")).name == "Ada and Grace"
    with pytest.raises(Misuse, match="for two at most"):
        partners_at_seat(GAME, ("Ada", "Grace", "Alan"))


def test_z1_nobody_begins_from_a_planet_that_is_not_played():
    assert rule(GAME.start(Setting(2)), "lot blue x25") == "Z1"


@pytest.mark.parametrize(
    "setting",
    [Setting(1), Setting(5), Setting(2, options={"warp": True}), Setting(2, teams=((0,), (1,)))],
    ids=["one", "five", "unknown option", "teams"],
)
def test_z1_what_cannot_be_set_up_is_misuse(setting):
    with pytest.raises(Misuse):
        GAME.start(setting)


def test_z2_three_different_pieces_move_once_each():
    position = play(GAME.start(Setting(2)), "lot red d25")
    position = play(position, "1 moves red-fighter1 c26-c29", "1 moves red-fighter2 d26-d29")
    assert rule(position, "1 moves red-fighter1 c29-c28") == "Z2"
    position = play(position, "1 moves red-star1 h25-h29")
    assert rule(position, "1 moves red-warrior2 c25-b25") == "Z2"
    assert not lines(position, "moves ")
    assert rule(position, "2 ends") == "Z2"
    position = play(position, "1 ends")
    assert rule(position, "1 moves red-warrior2 c25-b25") == "Z2"
    assert rule(position, "2 moves red-warrior2 c25-b25") == "Z2"
    assert position.moved == frozenset()


def test_z2_what_else_is_done_may_come_between_the_moves():
    position = at("red-fighter1 a29", "red-star1 h29", "green-fighter1 b28", FAR)
    position = play(position, "1 moves red-star1 h29-g29")
    position = shoot(position, "red-fighter1", "green-fighter1", "MISS.1")
    position = play(position, "1 chooses beam", "1 cancels", "1 moves red-fighter1 a29-a27")
    assert len(position.moved) == 2 and position.phase.value == "play"


def test_z2_a_turn_may_be_empty():
    assert play(at("red-warrior1 d25", FAR), "1 ends").turn == 1


def test_z3_enemies_never_share_a_point_and_are_not_passed_over():
    wall = ("green-fighter1 c29", "green-fighter2 b28", "green-fighter3 b27", "green-fighter4 a27")
    position = at("red-fighter1 a29", *wall, FAR)
    assert rule(position, "1 moves red-fighter1 a29-c29") == "Z3"
    assert rule(position, "1 moves red-fighter1 a29-d29") == "Z3"
    assert goals(position, "red-fighter1") == {"b29", "a28"}
    refusal = position.refusal(GAME.parse("1 moves red-fighter1 a29-c29"))
    assert refusal.sites == {"c29"}


def test_z3_a_piece_put_upon_an_enemy_by_mistake_stands_upon_him():
    position = at("red-fighter1 a29", "green-fighter1 b29", "green-warrior1 x5")
    wrong = position.after(GAME.parse("1 moves red-fighter1 a29-b29"))
    assert where(wrong) == {"b29": "green-fighter1 red-fighter1", "x5": "green-warrior1"}


def test_z3_own_pieces_may_be_passed_over():
    wall = ("red-warrior1 b25", "red-warrior2 b24", "red-warrior3 b26")
    assert "c25" in goals(at("red-warrior4 a25", *wall, FAR), "red-warrior4")


def test_z3_a_missile_flies_over_everything():
    wall = ("green-fighter1 c28", "green-fighter2 d27", "green-fighter3 b28", "green-fighter4 d29")
    position = play(at("red-missile1 c27", *wall, FAR), "1 chooses launch")
    assert rule(position, "1 launches red-missile1 c27-e29") is None


# ----------------------------------------------------------------------------------- Z4, Z5


@pytest.mark.parametrize(
    "place, farthest",
    [("red-star1 n29", 6), ("red-fighter1 n29", 6), ("red-warrior1 n15", 4)],
    ids=["star", "fighter", "warrior"],
)
def test_z4_a_piece_moves_up_to_its_distance_any_way(place, farthest):
    name, site = place.split()
    position = at(place, FAR)
    near = {s for s in SITES if 0 < distance(POINTS[site], POINTS[s]) <= farthest}
    ground = {s for s in near if name != "red-star1" or not position.on_land(POINTS[s])}
    assert goals(position, name) == ground
    assert rule(position, f"1 moves {name} {site}-a1") == "Z4"


def test_z4_a_star_keeps_to_space_and_a_warrior_to_land():
    position = at("red-star1 h25", "red-warrior1 g25", "red-fighter1 h29", FAR)
    assert rule(position, "1 moves red-star1 h25-f25") == "Z4"
    assert rule(position, "1 moves red-warrior1 g25-h26") == "Z4"
    assert not any(position.on_land(POINTS[site]) for site in goals(position, "red-star1"))
    assert all(position.on_land(POINTS[site]) for site in goals(position, "red-warrior1"))
    assert {"f25", "j26"} <= goals(position, "red-fighter1")


def test_z4_a_way_round_foreign_ground_counts_in_full():
    position = at("red-star1 g21", "red-fighter1 g20", FAR)
    assert distance(POINTS["g21"], POINTS["k21"]) == 4
    assert distance(POINTS["g21"], POINTS["l21"]) == 5
    assert rule(position, "1 moves red-star1 g21-l21") == "Z4"
    assert play(position, "1 moves red-star1 g21-k21").left == 0
    assert play(position, "1 moves red-fighter1 g20-k20").left == 2


def test_z4_a_piece_stops_where_it_likes_but_moves():
    assert rule(at("red-fighter1 n29", FAR), "1 moves red-fighter1 n29-n29") == "Z4"
    assert "o29" in goals(at("red-fighter1 n29", FAR), "red-fighter1")


def test_z5_a_piece_that_is_let_go_stays():
    position = play(at("red-fighter1 n29", FAR), "1 moves red-fighter1 n29-o29")
    assert rule(position, "1 moves red-fighter1 o29-p29") == "Z5"
    assert not goals(position, "red-fighter1")


def test_z5_a_stop_to_do_something_is_no_letting_go():
    position = at("red-fighter1 n29", "green-fighter1 q29", FAR)
    position = play(position, "1 moves red-fighter1 n29-o29")
    position = shoot(position, "red-fighter1", "green-fighter1", "MISS.1")
    assert rule(position, "1 moves red-fighter1 o29-o25") is None
    assert rule(position, "1 moves red-fighter1 o29-n23") == "Z4"


def test_z5_without_touch_move_a_piece_goes_on_while_it_can():
    position = at("red-fighter1 n29", FAR, options=("touch_move=off",))
    position = play(position, "1 moves red-fighter1 n29-q29", "1 moves red-fighter1 q29-t29")
    assert rule(position, "1 moves red-fighter1 t29-u29") == "Z4"
    assert len(position.moved) == 1


# ----------------------------------------------------------------------------------- Z6, Z7, Z8


def test_z6_a_carrier_takes_aboard_what_it_comes_to_and_goes_on():
    position = at("red-fighter1 h25", "red-warrior1 d25", FAR)
    position = play(position, "1 moves red-fighter1 h25-d25")
    assert where(position)["d25"] == "red-fighter1 red-warrior1"
    position = play(position, "1 moves red-fighter1 d25-b25")
    assert where(position) == {"b25": "red-fighter1 red-warrior1", "x5": "green-warrior1"}
    assert rule(position, "1 moves red-fighter1 b25-c25") == "Z4"


def test_z6_cargo_is_left_on_its_own_ground_and_the_carrier_goes_on():
    carried = ("red-fighter1 h25", "red-warrior1 on red-fighter1")
    position = at(*carried, FAR)
    assert rule(position, "1 leaves red-warrior1") == "Z6"
    position = play(position, "1 moves red-fighter1 h25-f25", "1 leaves red-warrior1")
    position = play(position, "1 moves red-fighter1 f25-h25")
    assert where(position)["f25"] == "red-warrior1" and where(position)["h25"] == "red-fighter1"
    assert rule(position, "1 leaves red-warrior1") == "Z6"


LADEN = ("red-fighter1 h29", "red-warrior1 on red-fighter1")  # six steps from d25


def test_z6_cargo_is_left_at_the_last_step_too():
    position = play(at(*LADEN, FAR), "1 moves red-fighter1 h29-d25")
    assert rule(position, "1 moves red-fighter1 d25-c25") == "Z4"
    position = play(position, "1 leaves red-warrior1")
    assert where(position)["d25"] == "red-fighter1 red-warrior1", "side by side"
    assert rule(position, "1 leaves red-warrior1") == "Z6"
    position = play(position, "1 ends", "2 ends", "1 moves red-fighter1 d25-e25")
    assert where(position)["d25"] == "red-warrior1" and where(position)["e25"] == "red-fighter1"


def test_z6_what_was_put_off_at_the_last_step_acts_at_once():
    position = play(at(*LADEN, FAR), "1 moves red-fighter1 h29-d25", "1 leaves red-warrior1")
    position = play(position, "1 moves red-warrior1 d25-c25")
    assert where(position)["d25"] == "red-fighter1" and where(position)["c25"] == "red-warrior1"


def test_z6_where_a_carrier_stops_for_good_is_its_last_step():
    position = at("red-fighter1 f25", "red-warrior1 on red-fighter1", FAR)
    untouched = play(position, "1 leaves red-warrior1", "1 ends", "2 ends")
    untouched = play(untouched, "1 moves red-fighter1 f25-e25")
    assert where(untouched)["e25"] == "red-fighter1 red-warrior1", "it had not come"
    position = play(position, "1 moves red-fighter1 f25-d25", "1 leaves red-warrior1", "1 ends")
    position = play(position, "2 ends", "1 moves red-fighter1 d25-e25")
    assert where(position)["d25"] == "red-warrior1" and where(position)["e25"] == "red-fighter1"


def test_z6_what_was_put_off_beside_its_carrier_can_be_taken_aboard_again():
    position = play(at(*LADEN, FAR), "1 moves red-fighter1 h29-d25", "1 leaves red-warrior1")
    position = play(position, "1 shifts red-warrior1 to red-fighter1 d25", "1 ends", "2 ends")
    position = play(position, "1 moves red-fighter1 d25-e25")
    assert where(position)["e25"] == "red-fighter1 red-warrior1"


def test_z6_what_was_put_off_beside_its_carrier_is_not_lost_with_it():
    position = play(at(*LADEN, "green-fighter1 d27", FAR), "1 moves red-fighter1 h29-d25")
    position = play(position, "1 leaves red-warrior1", "1 ends")
    position = shoot(position, "green-fighter1", "red-fighter1", "HIT.1")
    position = play(position, "2 removes red-fighter1 d25")
    assert where(position)["d25"] == "red-warrior1" and not position.ashore


def test_z6_the_carrier_goes_on_when_what_was_put_off_has_acted_all_of_it_one_move():
    crew = ("red-fighter1 h25", "red-warrior1 on red-fighter1", "red-star1 n29")
    position = play(at(*crew, FAR), "1 moves red-fighter1 h25-f25", "1 leaves red-warrior1")
    position = play(position, "1 moves red-fighter1 f25-g25", "1 moves red-warrior1 f25-d25")
    assert goals(position, "red-fighter1") and position.moved == numbers(
        position, "red-fighter1 red-warrior1"
    )
    assert rule(position, "1 moves red-fighter1 g25-k25") == "Z4", "three steps are gone"
    position = play(position, "1 moves red-fighter1 g25-j25")
    assert len(position.moved) == 2 and rule(position, "1 moves red-star1 n29-o29") is None
    assert rule(position, "1 moves red-warrior1 d25-c25") == "Z2", "its move was over"


def test_z6_it_goes_on_too_when_what_it_put_off_has_gone_before_it():
    position = at("red-fighter1 h25", "red-warrior1 on red-fighter1", FAR)
    position = play(position, "1 moves red-fighter1 h25-f25", "1 leaves red-warrior1")
    position = play(position, "1 moves red-warrior1 f25-d25", "1 moves red-fighter1 f25-f29")
    assert where(position)["f29"] == "red-fighter1" and position.left == 0


def test_z6_carriers_within_carriers_go_on_one_after_the_other():
    crew = ("red-fighter1 on red-star1", "red-warrior1 on red-fighter1")
    position = play(at("red-star1 h29", *crew, FAR), "1 moves red-star1 h29-h28")
    position = play(position, "1 moves red-fighter1 h28-g25", "1 moves red-warrior1 g25-d25")
    assert [craft for craft, _ in position.resting] == sorted(
        numbers(position, "red-star1 red-fighter1")
    )
    both = play(position, "1 moves red-fighter1 g25-h25", "1 moves red-star1 h28-i28")
    assert rule(both, "1 moves red-fighter1 h25-i25") == "Z2", "the star has gone on without it"
    assert where(both)["i28"] == "red-star1" and len(both.moved) == 3


def test_z6_a_carrier_does_not_go_on_after_somebody_elses_move():
    crew = ("red-fighter1 h25", "red-warrior1 on red-fighter1", "red-star1 n29")
    position = play(at(*crew, FAR), "1 moves red-fighter1 h25-f25", "1 moves red-star1 n29-o29")
    assert rule(position, "1 moves red-fighter1 f25-g25") == "Z2"


def test_z6_only_the_named_piece_is_left_with_all_it_carries():
    crew = (
        "red-fighter1 on red-star1",
        "red-fighter2 on red-fighter1",
        "red-missile1 on red-fighter2",
    )
    position = play(at("red-star1 n29", *crew, FAR), "1 moves red-star1 n29-o29")
    one = play(position, "1 leaves red-fighter2", "1 moves red-star1 o29-p29")
    assert where(one)["o29"] == "red-fighter2 red-missile1"
    assert where(one)["p29"] == "red-star1 red-fighter1", "no carrier is left with it"
    top = play(position, "1 leaves red-missile1", "1 moves red-star1 o29-p29")
    assert where(top)["o29"] == "red-missile1"
    other = play(position, "1 leaves red-missile1", "1 moves red-fighter2 o29-q29")
    assert where(other)["o29"] == "red-star1 red-fighter1", "another moved: nothing is left"
    assert where(other)["q29"] == "red-fighter2 red-missile1"


def test_z6_what_is_to_be_left_stays_aboard_when_another_piece_moves():
    position = at("red-fighter1 f25", "red-warrior1 on red-fighter1", "red-star1 h29", FAR)
    position = play(position, "1 leaves red-warrior1", "1 moves red-star1 h29-i29")
    position = play(position, "1 moves red-fighter1 f25-h25")
    assert where(position)["h25"] == "red-fighter1 red-warrior1"


def test_z6_a_star_leaves_a_fighter_with_its_warrior_in_space():
    crew = (
        "red-fighter1 on red-star1",
        "red-warrior1 on red-fighter1",
        "red-missile1 on red-star1",
    )
    position = play(at("red-star1 n29", *crew, FAR), "1 moves red-star1 n29-p29")
    assert rule(position, "1 leaves red-warrior1") == "Z6"
    position = play(position, "1 leaves red-fighter1", "1 moves red-star1 p29-r29")
    assert where(position)["p29"] == "red-fighter1 red-warrior1"
    assert where(position)["r29"] == "red-star1 red-missile1"


def test_z6_a_warrior_does_not_board_by_itself_but_a_fighter_does():
    position = at("red-warrior1 d25", "red-fighter1 e25", "red-star1 h25", FAR)
    assert rule(position, "1 moves red-warrior1 d25-e25") == "Z6"
    assert rule(position, "1 boards red-warrior1 d25-e25") == "Z6"
    assert rule(position, "1 boards red-fighter1 e25-i25") == "Z6"
    position = play(position, "1 boards red-fighter1 e25-h25")
    assert where(position)["h25"] == "red-star1 red-fighter1"
    assert position.allowance(position.box.numbers["red-fighter1"]) == 0


def test_z7_one_bay_one_piece_and_a_carried_fighter_offers_its_own():
    position = at("red-fighter1 f25", "red-warrior1 on red-fighter1", "red-warrior2 d25", FAR)
    assert rule(position, "1 moves red-fighter1 f25-d25") == "Z7"
    crew = ("red-fighter2 on red-fighter1",)
    position = at("red-fighter1 f25", *crew, "red-warrior2 d25", FAR)
    position = play(position, "1 moves red-fighter1 f25-d25")
    assert where(position)["d25"] == "red-fighter1 red-fighter2 red-warrior2"
    assert position.aboard[position.box.numbers["red-warrior2"]] in numbers(
        position, "red-fighter2"
    )


def test_z7_a_bay_is_a_chain_of_fighters_topped_by_one():
    crew = ("red-fighter2 on red-fighter1", "red-warrior1 on red-fighter2")
    position = at("red-fighter1 c26", *crew, "red-fighter3 d26", "red-missile1 c27", FAR)
    assert rule(position, "1 moves red-fighter1 c26-c27") == "Z7"
    position = play(position, "1 moves red-fighter1 c26-d26")
    assert where(position)["d26"] == "red-fighter1 red-fighter2 red-fighter3 red-warrior1"
    assert position.tree(position.box.numbers["red-fighter3"])[1:] == tuple(
        numbers(position, "red-warrior1")
    )


def test_z7_a_star_has_three_bays():
    crew = ("red-warrior1 on red-star1", "red-missile1 on red-star1", "red-missile2 on red-star1")
    full = at("red-star1 h25", *crew, "red-fighter1 i25", "red-missile3 j25", FAR)
    assert rule(full, "1 moves red-star1 h25-j25") == "Z7"
    taken = play(full, "1 moves red-star1 h25-i25")
    assert where(taken)["i25"] == "red-star1 red-fighter1 red-warrior1 red-missile1 red-missile2"
    assert rule(full, "1 boards red-fighter1 i25-h25") is None
    loaded = at("red-star1 h25", *crew, "red-fighter1 i25", "red-warrior2 on red-fighter1", FAR)
    assert rule(loaded, "1 boards red-fighter1 i25-h25") == "Z7"


def test_z7_nothing_carries_a_star():
    position = at("red-fighter1 i25", "red-star1 h25", "red-star2 j25", FAR)
    assert rule(position, "1 moves red-fighter1 i25-h25") == "Z7"
    assert rule(position, "1 moves red-star2 j25-h25") == "Z7"


def test_z8_being_carried_is_no_move_and_the_carried_move_too():
    crew = ("red-fighter1 on red-star1", "red-warrior1 on red-fighter1")
    position = at("red-star1 a21", *crew, FAR)
    position = play(position, "1 moves red-star1 a21-e21")
    assert position.moved == numbers(position, "red-star1")
    position = play(position, "1 moves red-fighter1 e21-e23", "1 moves red-warrior1 e23-d25")
    assert where(position)["e21"] == "red-star1" and where(position)["e23"] == "red-fighter1"
    assert where(position)["d25"] == "red-warrior1" and len(position.moved) == 3


def test_z8_a_carried_warrior_steps_off_over_land_only():
    position = at("red-star1 h25", "red-warrior1 on red-star1", FAR)
    reached = goals(position, "red-warrior1")
    assert "g25" in reached and all(position.on_land(POINTS[site]) for site in reached)


def test_z8_cargo_is_stacked_anew_for_free_among_craft_that_travel_together():
    crew = ("red-fighter1 on red-star1", "red-missile1 on red-star1")
    position = at("red-star1 h25", *crew, "red-fighter2 i25", FAR)
    assert rule(position, "1 shifts red-missile1 to red-fighter2 h25") == "Z8"
    assert rule(position, "1 shifts red-fighter1 to red-star1 h25") == "Z7"
    position = play(position, "1 shifts red-missile1 to red-fighter1 h25")
    assert where(position)["h25"] == "red-star1 red-fighter1 red-missile1"
    assert not position.moved
    position = play(position, "1 moves red-fighter1 h25-h27")
    assert where(position)["h27"] == "red-fighter1 red-missile1"


def test_z8_two_loads_change_places_where_no_bay_is_free():
    crew = ("red-fighter1 on red-star1", "red-fighter2 on red-star1", "red-warrior2 on red-star1")
    tops = ("red-warrior1 on red-fighter1", "red-missile1 on red-fighter2")
    position = at("red-star1 h25", *crew, *tops, FAR)
    position = play(position, "1 shifts red-warrior1 to red-fighter2 h25")
    found = where(position)["h25"].split()
    assert found[found.index("red-fighter1") + 1] == "red-missile1"
    assert found[found.index("red-fighter2") + 1] == "red-warrior1"
    assert rule(position, "1 shifts red-warrior1 to red-star1 h25") == "Z7"


# --------------------------------------------------------------------------------------- Z9

BEAMED = ("red-star1 h25", "red-warrior1 f25", "red-warrior2 d25", "red-missile1 e27")


def test_z9_a_star_takes_up_warriors_and_missiles_within_three():
    position = play(at(*BEAMED, FAR), "1 chooses beam")
    assert rule(position, "1 beams red-warrior2 d25-h25 by red-star1") == "Z9"
    assert rule(position, "1 beams red-missile1 e27-h25 by red-star1") == "Z9"
    position = play(position, "1 beams red-warrior1 f25-h25 by red-star1")
    assert where(position)["h25"] == "red-star1 red-warrior1"
    assert not position.moved and position.phase.value == "play"


def test_z9_and_sets_them_down_on_a_free_point_of_their_ground():
    crew = ("red-warrior1 on red-star1", "red-missile1 on red-star1", "red-warrior2 g25")
    position = play(at("red-star1 h25", *crew, FAR), "1 chooses beam")
    assert rule(position, "1 beams red-warrior1 h25-i25 by red-star1") == "Z9"
    assert rule(position, "1 beams red-warrior1 h25-g25 by red-star1") == "Z9"
    assert rule(position, "1 beams red-warrior1 h25-d25 by red-star1") == "Z9"
    assert rule(position, "1 beams red-missile1 h25-i25 by red-star1") is None
    position = play(position, "1 beams red-warrior1 h25-e25 by red-star1")
    assert where(position)["e25"] == "red-warrior1"


def test_z9_from_another_craft_too_but_never_a_fighter():
    other = ("red-fighter1 f25", "red-warrior1 on red-fighter1")
    position = play(at("red-star1 h25", *other, FAR), "1 chooses beam")
    assert rule(position, "1 beams red-fighter1 f25-h25 by red-star1") == "Z9"
    assert rule(position, "1 moves red-fighter1 f25-g25") == "Z9"
    position = play(position, "1 beams red-warrior1 f25-h25 by red-star1")
    assert where(position)["f25"] == "red-fighter1"


def test_z9_on_to_another_own_craft_that_has_a_bay():
    crew = ("red-warrior1 on red-star1", "red-missile1 on red-star1")
    others = ("red-fighter1 i25", "red-fighter2 j25", "red-warrior2 on red-fighter2")
    start = at("red-star1 h25", *crew, *others, "red-warrior3 g25", "red-fighter3 n25", FAR)
    position = play(start, "1 chooses beam")
    assert rule(position, "1 beams red-warrior1 h25-j25 by red-star1") == "Z7"
    assert rule(position, "1 beams red-warrior1 h25-g25 by red-star1") == "Z9"
    assert rule(position, "1 beams red-warrior1 h25-n25 by red-star1") == "Z9"
    both = play(position, "1 beams red-warrior1 h25-i25 by red-star1")
    assert where(both)["i25"] == "red-fighter1 red-warrior1", "though it is over space"
    assert not both.moved and both.phase.value == "play"
    assert rule(position, "1 beams red-missile1 h25-i25 by red-star1") is None


def test_z9_from_star_to_star_the_able_one_that_takes_it_up_is_named():
    stars = ("red-star1 h25", "red-warrior1 on red-star1", "red-star2 j25")
    position = play(at(*stars, FAR), "1 chooses beam")
    assert rule(position, "1 beams red-warrior1 h25-j25 by red-star1") == "Z9"
    taken = play(position, "1 beams red-warrior1 h25-j25 by red-star2")
    assert where(taken)["j25"] == "red-star2 red-warrior1"
    hurt = at(*stars, FAR)
    hurt = play(replace(hurt, damaged=numbers(hurt, "red-star2")), "1 chooses beam")
    given = play(hurt, "1 beams red-warrior1 h25-j25 by red-star1")
    assert where(given)["j25"] == "red-star2 red-warrior1"


def test_z9_needs_a_star_and_a_free_bay():
    assert rule(at("red-fighter1 h25", FAR), "1 chooses beam") == "Z9"
    crew = ("red-warrior2 on red-star1", "red-missile1 on red-star1", "red-missile2 on red-star1")
    position = play(at("red-star1 h25", *crew, "red-warrior1 g25", FAR), "1 chooses beam")
    assert rule(position, "1 beams red-warrior1 g25-h25 by red-star1") == "Z7"
    assert rule(position, "1 beams red-warrior1 g25-h25 by red-star2") == "Z9"
    assert position.actors == {Seat(0)}
