"""Astron, rule by rule."""

import msgspec
import pytest
from msgspec.structs import replace

from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.games.astron.board import CARD, CELLS
from controller.games.astron.moves import Phase, parse
from controller.games.astron.rules import start
from controller.values import Piece, Seat
from controller.words import say
from tests.astron import at, landed, lines, play, rule


def dealt(position):
    """The first cards of the pile, until somebody can play."""
    while position.phase is Phase.DEAL:
        position = position.after(next(iter(position.moves())))
    return position


# ----------------------------------------------------------------------------------------- setup


def test_a1_ships_take_off_from_the_first_row_over_earth():
    position = start(Setting(6))
    assert position.offset == 0
    assert position.ships == ("b1", "c1", "d1", "f1", "g1", "h1")
    assert all(position.letter(Seat(seat)) == "E" for seat in range(6))


def test_a1_a_player_picks_a_ship_and_any_free_take_off_cell():
    position = start(Setting(2, picks={"ship": ("5", "2"), "cell": ("b1", "h1")}))
    assert position.ships == ("b1", "h1")
    assert position.layout()["b1"] == (Piece("ship5", Seat(0)),)
    assert position.layout()["h1"] == (Piece("ship2", Seat(1)),)
    assert position.scene()["b1"].colour == position.box.ships[4].colour


def test_a1_who_picks_only_a_ship_flies_it_from_its_own_cell():
    assert start(Setting(2, picks={"ship": ("5",)})).ships == ("g1", "c1")


def test_a1_whose_ship_or_cell_is_picked_by_another_takes_the_first_that_is_left():
    position = start(Setting(3, picks={"ship": ("2",), "cell": ("d1",)}))
    assert position.fleet == (1, 0, 2)
    assert position.ships == ("d1", "b1", "c1")


def test_a1_the_picked_ships_survive_the_journal():
    position = start(Setting(2, picks={"ship": ("5", "2"), "cell": ("b1", "h1")}))
    assert SHELF["astron"].thaw(msgspec.json.encode(position)) == position


def test_a1_a_game_that_was_begun_before_ships_were_picked_goes_on():
    old = msgspec.json.decode(msgspec.json.encode(start(Setting(3))))
    del old["fleet"]
    assert SHELF["astron"].thaw(msgspec.json.encode(old)).order == (0, 1, 2)


def test_a3_the_number_of_the_ship_is_the_place_in_the_order_of_play():
    position = dealt(start(Setting(3, picks={"ship": ("6", "4", "1")})))
    assert position.order == (2, 1, 0)
    turns = []
    while len(turns) < 6:
        if position.phase is Phase.CARD:
            turns.append(position.turn)
        position = position.after(next(iter(position.moves())))
    assert turns == [2, 1, 0, 2, 1, 0]


def test_a1_players_may_be_grouped_in_teams():
    position = start(Setting(4, teams=((0, 2), (1, 3))))
    assert position.teams == ((0, 2), (1, 3))


@pytest.mark.parametrize(
    "setting",
    [
        Setting(1),
        Setting(7),
        Setting(4, teams=((0, 1), (2,))),
        Setting(2, teams=((0, 1), (1,))),
        Setting(2, teams=((0, 1), ())),
        Setting(2, teams=((0, 5),)),
        Setting(2, options={"warp": True}),
    ],
    ids=["one", "seven", "left out", "twice", "empty team", "stranger", "unknown option"],
)
def test_a1_what_cannot_be_set_up_is_misuse(setting):
    with pytest.raises(Misuse):
        SHELF["astron"].start(setting)


def by_hand(seats, **picks):
    return start(Setting(seats, options={"takeoff_by_hand": True}, picks=picks))


def test_a1_ships_may_be_set_on_any_free_take_off_cell_at_the_board():
    position = by_hand(2, ship=("4", "2"))
    assert position.ships == (None, None) and position.actors == {1}, "the lower number first"
    assert say(position.asks()) == "Ship 2: put it on any free take-off cell."
    assert rule(position, "1 starts b1") == "A3"
    assert rule(position, "2 starts a1") == "A1"
    assert rule(position, "1 lays F1.1") == "A1"
    position = play(position, "2 starts h1")
    assert lines(position) == {f"1 starts {cell}" for cell in ("b1", "c1", "d1", "f1", "g1")}
    assert rule(position, "1 starts h1") == "A7"
    position = play(position, "1 starts b1")
    assert (position.ships, position.phase, position.turn) == (("b1", "h1"), Phase.DEAL, 1)
    assert rule(position, "1 starts c1") == "A1"


def test_a1_who_picked_a_cell_before_stands_there_already():
    position = by_hand(2, cell=("", "d1"))
    assert position.ships == (None, "d1") and position.actors == {0}
    assert "1 starts d1" not in lines(position)


@pytest.mark.parametrize("seats, cards", [(2, 5), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_a2_six_cards_each_five_among_two_or_three(seats, cards):
    position = dealt(start(Setting(seats)))
    assert {len(hand) for hand in position.hands} == {cards}
    assert len(position.pile) == 60 - seats * cards
    assert (position.phase, position.turn) == (Phase.CARD, 0)


def test_a2_cards_go_round_the_table_one_by_one():
    position = start(Setting(3))
    assert "deal 1 F1.1" in lines(position) and rule(position, "deal 2 F1.1") == "A2"
    position = play(position, "deal 1 F1.1", "deal 2 F1.2", "deal 3 F1.3", "deal 1 F1.4")
    assert position.hands == (("F1.1", "F1.4"), ("F1.2",), ("F1.3",))


def test_a2_nobody_plays_before_all_hands_are_dealt():
    position = play(start(Setting(2)), "deal 1 F1.1")
    assert rule(position, "1 lays F1.1") == "A2"
    assert rule(position, "1 flies b1-b2") == "A2"
    assert rule(position, "2 turns +1") == "A2"


# ----------------------------------------------------------------------------------------- round


def test_a3_ships_play_in_the_order_of_their_numbers():
    position = at("b1 d1 f1", "F1.1", "F1.2", "F1.3")
    assert rule(position, "2 lays F1.2") == "A3"
    assert rule(position, "2 flies d1-d2") == "A3"
    position = play(position, "1 lays F1.1")
    assert rule(position, "2 flies d1-d2") == "A3"
    position = play(position, "1 flies b1-b2")
    assert position.actors == {1}


def test_a3_a_ship_out_of_play_has_no_turn():
    position = play(at("b1 - f1", "F1.1", "", "F1.3"), "1 lays F1.1", "1 flies b1-b2")
    assert position.actors == {2}


def test_a4_when_all_have_played_the_base_moves_one_row():
    position = play(at("b1 d1", "F1.1", "F1.2"), "1 lays F1.1", "1 flies b1-b2")
    assert rule(position, "2 turns +1") == "A4"
    position = play(position, "2 lays F1.2", "2 flies d1-d2")
    assert position.phase is Phase.BASE
    assert rule(position, "1 turns +2") == "A4"
    assert rule(position, "1 turns -1") == "A4"
    assert rule(position, "1 lays F1.1") == "A4"
    assert rule(position, "2 turns +1") == "A3"
    assert play(position, "1 turns +1").offset == 21


def test_a4_then_each_remaining_player_is_dealt_one_card():
    hands = ("F1.1 F2.1 F2.2 F2.3 F2.4", "", "F1.2 B1.1 B1.2 B1.3 B1.4")
    position = play(at("b5 - f5", *hands), "1 lays F1.1", "1 flies b5-b6")
    position = play(position, "3 lays F1.2", "3 flies f5-f6", "1 turns +1")
    assert rule(position, "1 lays F2.1") == "A4"
    assert rule(position, "deal 3 S1.1") == "A4"
    position = play(position, "deal 1 S1.1")
    position = play(position, "deal 3 S1.2")
    assert [len(hand) for hand in position.hands] == [5, 0, 5]
    assert position.actors == {0}
    assert rule(position, "deal 1 S1.3") == "A4"


def test_a5_the_discards_become_the_pile_when_it_is_empty():
    hands = ("F1.1 F2.1 F2.2 F2.3 F2.4", "F1.2 B1.1 B1.2 B1.3 B1.4")
    position = at("b5 f5", *hands, pile=("S1.1",), discard=("S2.2", "S2.1"))
    position = play(position, "1 lays F1.1", "1 flies b5-b6", "2 lays F1.2", "2 flies f5-f6")
    position = play(position, "1 turns +1")
    assert lines(position) == {"deal 1 S1.1"} and position.layout()[CARD] == (Piece("F1.2"),)
    assert rule(position, "deal 1 S2.1") == "A5"
    position = play(position, "deal 1 S1.1")
    assert position.pile == ("F1.1", "F1.2", "S2.1", "S2.2") and position.discard == ()
    assert CARD not in position.layout()
    assert rule(position, "deal 2 S1.1") == "A5"


# ------------------------------------------------------------------------------------------ turn


@pytest.mark.parametrize(
    "card, ends",
    [
        ("F3.1", {"e8"}),
        ("B2.1", {"e3"}),
        ("S1.1", {"d5", "f5"}),
        ("S4.1", {"a5", "i5"}),
    ],
)
def test_a6_a_ship_moves_exactly_as_its_card_says(card, ends):
    position = play(at("e5 a1", card), f"1 lays {card}")
    assert lines(position) == {f"1 flies e5-{end}" for end in ends}
    for cell in set(CELLS) - ends - {"e5", "a1"}:
        assert rule(position, f"1 flies e5-{cell}") == "A6"


def test_a6_a_card_is_played_before_the_ship_moves():
    assert rule(at("e5 a1", "F1.1"), "1 flies e5-e6") == "A6"


def test_a6_the_card_comes_from_the_own_hand_face_up_on_the_discards():
    position = at("e5 a1", "F1.1", "F2.1")
    assert rule(position, "1 lays F2.1") == "A6"
    assert rule(position, "1 discards F2.1") == "A6"
    position = play(position, "1 lays F1.1")
    assert position.hands[0] == () and position.discard == ("F1.1",)
    assert position.layout()[CARD] == (Piece("F1.1"),)


def test_a6_one_card_a_turn():
    position = play(at("e5 a1", "F1.1 F2.1"), "1 lays F1.1")
    assert rule(position, "1 lays F2.1") == "A6"
    assert rule(position, "1 discards F2.1") == "A6"


def test_a7_no_ship_is_passed_over_forwards_or_backwards():
    position = at("e5 e6 e4", "F2.1 B2.1 S1.1")
    for card in ("F2.1", "B2.1"):
        refusal = position.refusal(parse(f"1 lays {card}"))
        assert refusal.rule == "A7" and refusal.sites < {"e6", "e4"}


def test_a7_a_ship_may_be_passed_over_sideways():
    position = play(at("e5 f5", "S2.1"), "1 lays S2.1")
    assert lines(position) == {"1 flies e5-c5", "1 flies e5-g5"}


def test_a7_the_end_is_empty_and_inside():
    position = at("a12 b12 a9", "F1.1 B3.1 S1.1 B2.1 S2.1", "")
    assert rule(position, "1 lays F1.1") == "A7"
    assert rule(position, "1 lays B3.1") == "A7"
    assert rule(position, "1 lays S1.1") == "A7"
    assert lines(position) == {"1 lays B2.1", "1 lays S2.1"}


def test_a7_the_ship_in_the_way_is_named():
    position = play(at("e5 f5", "S1.1"), "1 lays S1.1")
    refusal = position.refusal(parse("1 flies e5-f5"))
    assert (refusal.rule, refusal.sites) == ("A7", {"f5"})


def test_a8_who_can_play_must():
    position = at("a12 b12", "F1.1 S2.1")
    assert rule(position, "1 discards F1.1") == "A8"
    assert lines(position) == {"1 lays S2.1"}


def test_a8_who_can_play_nothing_loses_a_point_and_a_card_of_his_choice():
    position = at("a12 b12", "F1.1 F2.1")
    assert rule(position, "1 lays F1.1") == "A8"
    assert lines(position) == {"1 discards F1.1", "1 discards F2.1"}
    position = play(position, "1 discards F2.1")
    assert position.points == (-1, 0) and position.actors == {1}
    assert position.hands[0] == ("F1.1",) and position.discard == ("F2.1",)


COMET = {25: "....C....."}


def test_a8_even_suicide_is_a_play_that_must_be_made():
    position = at("e5 a1", "F1.1", ground=COMET)
    assert lines(position) == {"1 lays F1.1"}
    assert rule(position, "1 discards F1.1") == "A8"


def test_a8_unless_it_is_agreed_that_nobody_is_forced_to_it():
    position = at("e5 a1", "F1.1 F2.1", ground=COMET, no_forced_suicide=True)
    assert lines(position) == {
        f"1 {verb} {c}" for verb in ("lays", "discards") for c in ("F1.1", "F2.1")
    }
    assert play(position, "1 discards F1.1").points == (-1, 0)
    safe = replace(position, hands=(("F1.1", "B1.1"), ()))
    assert rule(safe, "1 discards F1.1") == "A8"


def test_a8_an_upheaval_can_be_suicide_too():
    position = at("e5 a1", "U+2.1", ground={26: "....R....."}, no_forced_suicide=True)
    assert lines(position) == {"1 lays U+2.1", "1 discards U+2.1"}


def test_a9_an_upheaval_moves_the_base_and_is_the_whole_turn():
    position = play(at("e5 a1", "U+2.1"), "1 lays U+2.1")
    assert lines(position) == {"1 turns +2"}
    assert rule(position, "1 turns +1") == "A9"
    assert rule(position, "1 flies e5-e6") == "A9"
    position = play(position, "1 turns +2")
    assert position.offset == 22 and position.ships == ("e5", "a1") and position.actors == {1}


def test_a9_an_upheaval_is_not_playable_when_the_base_cannot_move():
    position = at("e5 a1", "U-2.1 F1.1", offset=0)
    assert rule(position, "1 lays U-2.1") == "A9"
    assert lines(position) == {"1 lays F1.1"}


# ---------------------------------------------------------------------------------- exhaust heat


def test_a10_the_ship_behind_moves_back_one_cell():
    position = play(at("c5 e4", "S2.1"), "1 lays S2.1", "1 flies c5-e5")
    assert position.phase is Phase.HEAT and position.actors == {1}
    assert lines(position) == {"2 yields e4-e3"}
    assert rule(position, "2 yields e4-d4") == "A10"
    assert rule(position, "1 flies e5-e6") == "A10"
    assert rule(position, "2 lays F1.1") == "A10"
    assert rule(position, "1 yields e5-e6") == "A10"
    position = play(position, "2 yields e4-e3")
    assert position.ships == ("e5", "e3") and position.phase is Phase.CARD


def test_a10_from_the_edge_it_moves_sideways_and_its_owner_chooses():
    position = play(at("c2 e1", "S2.1"), "1 lays S2.1", "1 flies c2-e2")
    assert lines(position) == {"2 yields e1-d1", "2 yields e1-f1"}


def test_a10_with_the_cell_behind_occupied_it_moves_sideways():
    position = play(at("c5 e4 e3", "S2.1"), "1 lays S2.1", "1 flies c5-e5")
    assert lines(position) == {"2 yields e4-d4", "2 yields e4-f4"}


def test_a10_sideways_it_goes_to_the_nearest_empty_column_without_a_ship_in_front():
    position = play(at("c2 e1 d1 f2", "S2.1"), "1 lays S2.1", "1 flies c2-e2")
    assert lines(position) == {"2 yields e1-c1", "2 yields e1-g1"}
    position = play(at("e3 a1 b2", "B1.1"), "1 lays B1.1", "1 flies e3-e2")
    assert position.phase is Phase.CARD
    position = play(at("c2 a1 b2", "S2.1"), "1 lays S2.1", "1 flies c2-a2")
    assert lines(position) == {"2 yields a1-c1"}


def test_a10_at_the_far_edge_nothing_is_in_front():
    position = play(at("e12 a11 a10 b12", "B1.1"), "1 lays B1.1", "1 flies e12-e11")
    assert position.phase is Phase.CARD


def test_a10_a_pushed_ship_suffers_what_it_moves_on_to():
    ground = {22: "....m....."}
    position = play(at("c5 e4", "S2.1", ground=ground), "1 lays S2.1", "1 flies c5-e5")
    assert play(position, "2 yields e4-e3").points == (0, -1)
    ground = {22: "....R....."}
    position = play(at("c5 e4", "S2.1", ground=ground), "1 lays S2.1", "1 flies c5-e5")
    assert lines(play(position, "2 yields e4-e3")) == {"2 leaves e3"}


def test_a10_nobody_is_pushed_out_of_time():
    assert rule(at("e5 e4", "F1.1"), "2 yields e4-e3") == "A10"


def test_a11_a_pushed_ship_pushes_in_turn():
    position = play(at("c5 e4 e2", "S2.1"), "1 lays S2.1", "1 flies c5-e5", "2 yields e4-e3")
    assert lines(position) == {"3 yields e2-e1"}
    position = play(position, "3 yields e2-e1")
    assert position.ships == ("e5", "e3", "e1")


def test_a11_moving_up_behind_a_ship_pushes_nobody():
    position = play(at("e3 e5", "F1.1"), "1 lays F1.1", "1 flies e3-e4")
    assert position.phase is Phase.CARD and position.ships == ("e4", "e5")


def test_a11_unless_it_is_agreed_that_the_mover_is_pushed_back():
    position = play(at("e3 e5", "F1.1", heat_symmetric=True), "1 lays F1.1", "1 flies e3-e4")
    assert lines(position) == {"1 yields e4-e3"}


def test_a11_between_two_ships_the_rear_one_yields_first_then_the_mover():
    position = at("c4 e5 e3", "S2.1", heat_symmetric=True)
    position = play(position, "1 lays S2.1", "1 flies c4-e4", "3 yields e3-e2")
    position = play(position, "1 yields e4-e3", "3 yields e2-e1")
    assert position.ships == ("e3", "e5", "e1") and position.actors == {1}


# --------------------------------------------------------------------------------------- landing

STATION = {25: "....3....."}


def test_a12_a_ship_lands_where_its_player_places_it():
    position = play(at("e5 a1", "F1.1", ground=STATION), "1 lays F1.1", "1 flies e5-e6")
    assert position.landed == landed(s3=(0,)) and position.points == (5, 0)


def test_a12_a_ship_lands_where_the_base_halts():
    position = play(at("e4 a1", "U+2.1", ground=STATION), "1 lays U+2.1", "1 turns +2")
    assert position.landed == landed(s3=(0,))


def test_a12_a_station_that_passes_beneath_is_no_landing():
    position = play(at("e5 a1", "U+2.1", ground=STATION), "1 lays U+2.1", "1 turns +2")
    assert position.landed == landed()
    position = play(at("e5 a1", "F2.1", ground=STATION), "1 lays F2.1", "1 flies e5-e7")
    assert position.landed == landed()


def test_a12_a_push_on_to_a_station_is_no_landing():
    ground = {22: "....3....."}
    position = play(at("c5 e4", "S2.1", ground=ground), "1 lays S2.1", "1 flies c5-e5")
    position = play(position, "2 yields e4-e3")
    assert position.landed == landed() and position.points == (0, 0)


@pytest.mark.parametrize("earlier, points", [(0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (5, 0)])
def test_a13_a_landing_scores_less_for_every_ship_before(earlier, points):
    position = at(
        "e5 a1 b1 c1 d1 f1", "F1.1", ground=STATION, landed=landed(s3=tuple(range(1, earlier + 1)))
    )
    assert play(position, "1 lays F1.1", "1 flies e5-e6").points[0] == points


def test_a13_no_ship_scores_twice_but_it_may_land_again():
    position = at("e5 a1", "F1.1", ground=STATION, landed=landed(s3=(0,)))
    position = play(position, "1 lays F1.1", "1 flies e5-e6")
    assert position.points == (0, 0) and position.landed == landed(s3=(0,))


def test_a13_ships_brought_there_by_the_same_base_movement_share_the_prize():
    ground = {25: "...888...."}
    position = at("a1 d4 e4 f4", "U+2.1", ground=ground, landed=landed(s8=(3,)))
    position = play(position, "1 lays U+2.1", "1 turns +2")
    assert position.points == (0, 4, 4, 0)


# ------------------------------------------------------------------------------------------ Base


def test_a14_the_base_moves_row_by_row():
    ground = {25: "....m.....", 26: "....c....."}
    position = play(at("e5 a1", "U+3.1", ground=ground), "1 lays U+3.1", "1 turns +3")
    assert position.points == (-2, 0)


@pytest.mark.parametrize("deadly", ["R", "C"])
def test_a14_a_ring_or_comet_on_the_way_loses_the_ship(deadly):
    ground = {25: f"....{deadly}....."}
    position = play(at("e5 a1", "U+3.1", ground=ground), "1 lays U+3.1", "1 turns +3")
    assert lines(position) == {"1 leaves e5"}


def test_a14_land_counts_only_where_the_base_halts():
    ground = {25: "....L.....", 26: "....L....."}
    position = play(at("e5 a1", "U+3.1", ground=ground), "1 lays U+3.1", "1 turns +3")
    assert position.points == (0, 0) and not position.grounded
    position = play(at("e5 a1", "U+2.1", ground=ground), "1 lays U+2.1", "1 turns +2")
    assert position.points == (-1, 0) and position.grounded == {0}


def test_a15_a_longer_movement_is_cut_short():
    position = play(at("e5 a1", "U-2.1", offset=1), "1 lays U-2.1")
    assert rule(position, "1 turns -2") == "A15"
    assert play(position, "1 turns -1").offset == 0
    position = play(at("e5 a1", "U+3.1", offset=54), "1 lays U+3.1")
    assert play(position, "1 turns +1").offset == 55


def test_a15_the_base_never_goes_beyond_its_ends_whatever_is_due():
    assert rule(at("e5 a1", "F1.1", offset=0), "1 turns -1") == "A15"
    assert rule(at("e5 a1", "F1.1", offset=53), "1 turns +3") == "A15"


# --------------------------------------------------------------------------------------- planets

MOON = {25: "...LLL....", 26: "...L2L...."}


def test_a16_a_stellar_station_is_reached_directly_from_space():
    position = play(at("e5 a1", "F2.1", ground=MOON), "1 lays F2.1", "1 flies e5-e7")
    assert position.points == (5, 0) and not position.grounded


def test_a16_or_by_the_base_from_space():
    position = play(at("e5 a1", "U+2.1", ground=MOON), "1 lays U+2.1", "1 turns +2")
    assert position.points == (5, 0)


def test_a16_a_bad_landing_costs_a_point_and_grounds():
    position = play(at("e5 a1", "F1.1", ground=MOON), "1 lays F1.1", "1 flies e5-e6")
    assert position.points == (-1, 0) and position.grounded == {0}


def test_a16_a_push_on_to_land_is_a_bad_landing():
    ground = {22: "....S....."}
    position = play(at("c5 e4", "S2.1", ground=ground), "1 lays S2.1", "1 flies c5-e5")
    position = play(position, "2 yields e4-e3")
    assert position.points == (0, -1) and position.grounded == {1}


def grounded(hand, **changes):
    return at(
        "e6 a1", hand, ground=MOON | changes.pop("ground", {}), grounded=frozenset({0}), **changes
    )


def test_a16_a_grounded_ship_may_only_fly_into_space():
    position = grounded("F1.1 S1.1 B1.1 U+2.1")
    assert lines(position) == {"1 lays B1.1"}
    assert rule(position, "1 lays F1.1") == "A16"
    assert rule(position, "1 lays S1.1") == "A16"
    assert rule(position, "1 lays U+2.1") == "A16"
    assert rule(position, "1 discards F1.1") == "A16"
    position = play(position, "1 lays B1.1", "1 flies e6-e5")
    assert not position.grounded and position.points == (0, 0)


def test_a16_a_sideways_card_out_of_the_land_leads_out_only_on_its_open_side():
    position = grounded("S2.1", ground={25: "..LLLL...."})
    position = play(position, "1 lays S2.1")
    assert lines(position) == {"1 flies e6-g6"}
    assert rule(position, "1 flies e6-c6") == "A16"


def test_a16_hazards_are_space_to_a_grounded_ship_but_rings_and_comets_are_not():
    assert lines(grounded("B1.1", ground={24: "....m....."})) == {"1 lays B1.1"}
    assert lines(grounded("B1.1", ground={24: "....R....."})) == {"1 discards B1.1"}
    assert lines(grounded("B1.1", ground={24: "....C....."})) == {"1 discards B1.1"}


def test_a16_with_no_way_out_the_turn_is_missed_and_no_further_point_lost():
    position = grounded("F1.1 S1.1")
    assert lines(position) == {"1 discards F1.1", "1 discards S1.1"}
    assert rule(position, "1 lays F1.1") == "A16"
    position = play(position, "1 discards S1.1")
    assert position.points == (0, 0) and position.grounded == {0} and position.actors == {1}


def turned(position, rows):
    return position.after(parse(f"2 turns {rows:+}"))


def test_a16_the_base_carrying_the_land_away_frees_the_ship():
    position = grounded("", turn=Seat(1), phase=Phase.BASE, rows=2)
    assert turned(position, 2).grounded == frozenset()
    assert turned(position, 2).points == (0, 0)


def test_a16_while_grounded_nobody_scores_on_a_stellar_station():
    position = turned(grounded("", turn=Seat(1), phase=Phase.BASE, rows=1), 1)
    assert position.points == (0, 0) and position.landed == landed() and position.grounded == {0}


def test_a16_land_that_stays_costs_a_grounded_ship_no_second_point():
    moon = {26: "....L....."}
    position = grounded("", ground=moon, turn=Seat(1), phase=Phase.BASE, rows=1)
    assert turned(position, 1).points == (0, 0) and turned(position, 1).grounded == {0}


def test_a16_who_has_landed_on_a_planet_moves_on_its_land_freely():
    position = at("e7 a1", "S1.1 B1.1", ground=MOON, landed=landed(s2=(0,)))
    position = play(position, "1 lays B1.1", "1 flies e7-e6")
    assert position.points == (0, 0) and not position.grounded
    elsewhere = at("e7 a1", "B1.1", ground={25: "....N....."}, landed=landed(s2=(0,)))
    assert play(elsewhere, "1 lays B1.1", "1 flies e7-e6").grounded == {0}


def test_a16_from_a_station_it_was_pushed_on_to_a_ship_does_not_come_from_space():
    ground = {25: "....88...."}
    position = play(at("e6 a1", "S1.1", ground=ground), "1 lays S1.1", "1 flies e6-f6")
    assert position.points == (0, 0) and position.phase is Phase.CARD and position.actors == {1}


def test_a16_passing_over_land_and_standing_on_earth_are_harmless():
    ground = {23: "....L.....", 25: "EEEEEEEEEE"}
    position = play(at("e3 a1", "F3.1", ground=ground), "1 lays F3.1", "1 flies e3-e6")
    assert position.points == (0, 0) and not position.grounded


def test_a9_a_grounded_ships_player_may_not_play_an_upheaval():
    assert rule(grounded("B1.1 U+2.1"), "1 lays U+2.1") == "A16"


def test_a9_unless_it_is_agreed_that_he_need_not_wait():
    agreed = {"grounded_upheaval": True}
    assert start(Setting(2, options=agreed)).grounded_upheaval
    position = grounded("B1.1 F1.1 U+2.1", **agreed)
    assert lines(position) == {"1 lays B1.1", "1 lays U+2.1"}
    assert rule(position, "1 lays F1.1") == "A16"
    assert lines(grounded("F1.1 U+2.1", **agreed)) == {"1 lays U+2.1"}, "a play must be made (A8)"
    stuck = grounded("F1.1 U-2.1", offset=0, ground={5: "....L.....", 6: "....L....."}, **agreed)
    assert lines(stuck) == {"1 discards F1.1", "1 discards U-2.1"}
    assert rule(stuck, "1 lays U-2.1") == "A9"
    assert play(position, "1 lays U+2.1", "1 turns +2").turn == 1


# --------------------------------------------------------------------------------------- hazards


@pytest.mark.parametrize("letter", "mcea")
def test_a17_a_hazard_costs_a_point_landed_on_or_passed_through(letter):
    ground = {25: f"....{letter}....."}
    for card, end in (("F1.1", "e6"), ("F2.1", "e7")):
        position = play(at("e5 a1", card, ground=ground), f"1 lays {card}", f"1 flies e5-{end}")
        assert position.points == (-1, 0)


def test_a17_every_patch_costs_one_however_wide():
    ground = {25: "....m.....", 26: ".....m....", 27: "....m.....", 28: "....e....."}
    position = play(at("e5 a1", "F4.1", ground=ground), "1 lays F4.1", "1 flies e5-e9")
    assert position.points == (-2, 0)


def test_a17_equal_hazards_that_do_not_touch_are_two():
    ground = {25: "....m.....", 27: "....m....."}
    position = play(at("e5 a1", "F4.1", ground=ground), "1 lays F4.1", "1 flies e5-e9")
    assert position.points == (-2, 0)


def test_a17_the_patch_a_ship_stands_in_costs_nothing_more():
    ground = {24: "....m.....", 25: "...m......", 26: "....m....."}
    position = play(at("e5 a1", "F2.1", ground=ground), "1 lays F2.1", "1 flies e5-e7")
    assert position.points == (0, 0)


def test_a17_under_the_base_every_row_is_a_start_of_its_own():
    ground = {24: "....m.....", 25: "...m......", 26: "....m....."}
    position = play(at("e5 a1", "U+2.1", ground=ground), "1 lays U+2.1", "1 turns +2")
    assert position.points == (-1, 0)


def test_a17_a_push_sideways_passes_through_hazards_too():
    ground = {20: "...m.m...."}
    position = at("c2 e1 d1 f1", "S2.1", ground=ground)
    position = play(position, "1 lays S2.1", "1 flies c2-e2", "2 yields e1-c1")
    assert position.points == (0, -1, 0, 0)


@pytest.mark.parametrize("card, end", [("F1.1", "e6"), ("F2.1", "e7")], ids=["on", "over"])
def test_a18_a_comet_loses_the_ship_landed_on_or_passed_over(card, end):
    position = play(at("e5 a1", card, ground=COMET), f"1 lays {card}", f"1 flies e5-{end}")
    assert position.phase is Phase.LEAVE and lines(position) == {f"1 leaves {end}"}


def test_a18_rings_are_crossed_by_a_card_that_ends_off_them():
    ground = {25: "....R....."}
    position = play(at("e5 a1", "F2.1", ground=ground), "1 lays F2.1", "1 flies e5-e7")
    assert position.ships == ("e7", "a1") and position.phase is Phase.CARD
    position = play(at("e5 a1", "F1.1", ground=ground), "1 lays F1.1", "1 flies e5-e6")
    assert lines(position) == {"1 leaves e6"}


def test_a18_a_lost_ship_keeps_its_score_and_its_hand_is_discarded():
    position = at("e5 a1", "F1.1 F2.1 B1.1", "S1.1", ground=COMET, points=(7, 0))
    position = play(position, "1 lays F1.1", "1 flies e5-e6")
    assert "e6" in position.layout()
    assert rule(position, "2 lays S1.1") == "A18"
    assert rule(position, "2 leaves a1") == "A18"
    position = play(position, "1 leaves e6")
    assert position.points == (7, 0) and position.ships == (None, "a1")
    assert position.hands == ((), ("S1.1",))
    assert set(position.discard) == {"F1.1", "F2.1", "B1.1"}
    assert position.actors == {1} and "e6" not in position.layout()
    assert [said.key for said in position.tallies(Seat(0))] == ["astron.gone"]
    assert position.tallies(Seat(1)) == ()


def test_a18_a_lost_ship_burns_nobody():
    position = play(at("e5 e6 a1", "S1.1"), "1 lays S1.1", "1 flies e5-d5")
    assert position.phase is Phase.CARD
    ground = {25: "...R......"}
    position = play(at("e6 d5", "S1.1", ground=ground), "1 lays S1.1", "1 flies e6-d6")
    position = play(position, "1 leaves d6")
    assert position.phase is Phase.CARD and position.ships == (None, "d5")


def test_a18_hazards_before_the_comet_count_and_those_beyond_do_not():
    ground = {25: "....m.....", 26: "....C.....", 27: "....e....."}
    position = play(at("e5 a1", "F4.1", ground=ground), "1 lays F4.1", "1 flies e5-e9")
    assert position.points == (-1, 0)


def test_a18_ships_lost_together_may_be_taken_off_in_any_order():
    ground = {25: "RRRRRRRRRR"}
    position = play(at("e5 c5 a1", "U+2.1", ground=ground), "1 lays U+2.1", "1 turns +2")
    assert lines(position) == {"1 leaves e5", "2 leaves c5"} and position.actors == {0, 1}
    assert play(position, "2 leaves c5", "1 leaves e5").actors == {2}


def test_a18_no_ship_leaves_without_need():
    assert rule(at("e5 a1", "F1.1"), "1 leaves e5") == "A18"


# ------------------------------------------------------------------------------------------- end

SATURN = {25: "....88...."}


def test_a19_landing_on_saturn_scores_and_withdraws_the_ship():
    position = play(at("e5 e7", "F1.1 F2.1", ground=SATURN), "1 lays F1.1", "1 flies e5-e6")
    assert position.points == (5, 0) and lines(position) == {"1 leaves e6"}
    position = play(position, "1 leaves e6")
    assert position.ships == (None, "e7") and position.hands[0] == ()
    assert set(position.discard) == {"F1.1", "F2.1"}


def test_a19_a_ship_that_arrives_burns_nobody():
    position = play(at("d6 e5", "S1.1", ground=SATURN), "1 lays S1.1", "1 flies d6-e6")
    assert play(position, "1 leaves e6").phase is Phase.CARD


def test_a20_the_game_stops_when_game_over_shows():
    position = play(at("e5 a1", "U+3.1", offset=53), "1 lays U+3.1", "1 turns +2")
    assert position.phase is Phase.OVER and position.outcome and not position.actors
    assert rule(position, "1 lays F1.1") == "A20"
    assert rule(position, "1 flies e5-e6") == "A20"
    assert rule(position, "1 turns -1") == "A20"


def test_a20_the_landings_of_the_last_movement_count():
    ground = {59: "....7....."}
    position = at("e5 a1", "U+2.1", offset=53, ground=ground)
    position = play(position, "1 lays U+2.1", "1 turns +2")
    assert position.points == (6, 1)


def test_a20_the_game_stops_when_no_ship_is_left():
    position = play(at("e5 -", "F1.1", ground=COMET), "1 lays F1.1", "1 flies e5-e6", "1 leaves e6")
    assert position.outcome.scores == (0, 0)


def test_a21_who_is_free_in_space_scores_a_point_for_surviving():
    ground = {59: "....S....."}
    position = at("e5 a1 -", "U+2.1", offset=53, ground=ground, points=(0, 3, 5))
    position = play(position, "1 lays U+2.1", "1 turns +2")
    assert position.outcome.scores == (-1, 4, 5)


def test_a21_who_is_caught_on_the_rings_does_not():
    ground = {59: "....R....."}
    position = at("e5 a1", "U+2.1", offset=53, ground=ground)
    position = play(position, "1 lays U+2.1", "1 turns +2", "1 leaves e5")
    assert position.outcome.scores == (0, 1)


def ended(points, teams=()):
    cells = " ".join("bcdfgh"[seat] + "1" for seat in range(len(points)))
    return at(cells, teams=teams, points=points, phase=Phase.OVER).outcome


def test_a22_the_highest_total_wins():
    assert ended((3, 7, -2)).winners == {1}


def test_a22_a_teams_total_is_the_sum_of_its_ships():
    assert ended((9, 5, 0, 5), teams=((0, 2), (1, 3))).winners == {1, 3}


def test_a22_ties_are_shared_and_totals_may_be_negative():
    assert ended((-2, -1, -1)).winners == {1, 2}
    assert ended((4, 2, 0, 2), teams=((0, 2), (1, 3))).winners == {0, 1, 2, 3}


# ------------------------------------------------------------------------------ what points are for


def credited(position, *lines, seat=0):
    """The rules by which the last of these moves has changed that seat's points."""
    *earlier, last = lines
    before = play(position, *earlier)
    return before.after(parse(last)).credits(before, Seat(seat))


def test_a8_the_point_of_who_can_play_nothing_is_lost_by_a8():
    assert credited(at("e12 a1", "F1.1"), "1 discards F1.1") == ("A8",)


def test_a13_a_landing_that_pays_is_paid_by_a13():
    ground = {25: "....1....."}
    position = at("e5 a1", "F1.1", ground=ground)
    assert credited(position, "1 lays F1.1", "1 flies e5-e6") == ("A13",)


def test_a13_a_landing_that_pays_nothing_is_no_reason_for_a_loss():
    ground = {24: "....e.....", 25: "....m.....", 26: "....1....."}
    position = at("e5 a1 b1 c1 d1 f1", "F2.1", ground=ground, landed=landed(s1=(1, 2, 3, 4, 5)))
    assert credited(position, "1 lays F2.1", "1 flies e5-e7") == ("A17",)


def test_a16_the_point_of_a_bad_landing_is_lost_by_a16():
    position = at("e5 a1", "F1.1", ground=MOON)
    assert credited(position, "1 lays F1.1", "1 flies e5-e6") == ("A16",)


def test_a16_a_bad_landing_through_meteors_is_told_apart_from_them():
    ground = {25: "....m.....", 26: "....L....."}
    position = at("e5 a1", "F2.1", ground=ground)
    assert credited(position, "1 lays F2.1", "1 flies e5-e7") == ("A16", "A17")


def test_a17_the_point_of_a_hazard_is_lost_by_a17():
    position = at("e5 a1", "F1.1", ground={25: "....m....."})
    assert credited(position, "1 lays F1.1", "1 flies e5-e6") == ("A17",)
    position = at("e5 a1", "U+2.1", ground={26: "....m....."})
    assert credited(position, "1 lays U+2.1", "1 turns +2") == ("A17",)


def test_a21_the_point_of_survival_is_told_beside_the_others():
    position = at("e5 a1", "U+2.1", offset=53, ground={59: "....7....."})
    assert credited(position, "1 lays U+2.1", "1 turns +2") == ("A13", "A21")
    assert credited(position, "1 lays U+2.1", "1 turns +2", seat=1) == ("A21",)
