"""Astroplane, rule by rule."""

import pytest

from controller.errors import Misuse
from controller.game import Setting
from controller.games.astroplane import GAME
from controller.games.astroplane.moves import Phase, parse
from controller.games.astroplane.rules import start
from tests.astroplane import at, changed, lines, owners, play, rule

# ----------------------------------------------------------------------------------------- setup


def test_p1_three_craft_in_each_start_area_and_four_in_reserve():
    position = start(Setting(4))
    assert " ".join(f"{site}={owners(position, site)}" for site in position.board) == (
        "d1n=111 l1n=111 o1=1111 a12e=222 a4e=222 a1=2222 "
        "l15s=333 d15s=333 a15=3333 o4w=444 o12w=444 o15=4444"
    )
    crew = [craft for stack in position.board.values() for craft in stack]
    assert len(set(crew)) == 40


def test_p1_two_sit_opposite_and_three_leave_the_last_side_free():
    assert [fleet.name for fleet in start(Setting(2)).fleets] == ["south", "north"]
    assert [fleet.name for fleet in start(Setting(3)).fleets] == ["south", "west", "north"]


def test_p1_play_goes_round_clockwise():
    position, order = start(Setting(4)), []
    for _ in range(5):
        order.append(position.turn)
        first = str(position.moves()[0])
        position = play(position, first, f"{position.turn + 1} done")
    assert order == [0, 1, 2, 3, 0]


def test_p1_the_youngest_begins(tmp_path):
    (tmp_path / "match.toml").write_text("first = 3\ntotal = 40\n")
    assert start(Setting(4, box=tmp_path)).actors == {2}
    assert start(Setting(2, box=tmp_path)).actors == {0}, "two have no third"
    assert start(Setting(4)).actors == {0}


def test_p1_nobody_moves_out_of_turn():
    position = start(Setting(2))
    assert rule(position, "2 flies l15s-l13s") == "P1"
    assert rule(play(position, "1 flies d1n-d3n"), "2 done") == "P1"


def test_p1_craft_do_not_change_their_start_area():
    assert rule(start(Setting(2)), "1 flies d1n-l1n") == "P1"


@pytest.mark.parametrize(
    "setting",
    [
        Setting(1),
        Setting(5),
        Setting(4, teams=((0, 2), (1, 3))),
        Setting(2, options={"warp": True}),
    ],
    ids=["one", "five", "teams", "unknown option"],
)
def test_p1_what_cannot_be_set_up_is_misuse(setting):
    with pytest.raises(Misuse):
        GAME.start(setting)


# ------------------------------------------------------------------------------------------ turn


def test_p2_a_turn_is_two_moves_of_one_craft_or_of_two():
    once = play(start(Setting(2)), "1 flies d1n-d3n")
    assert once.actors == {0} and once.left == 1
    assert play(once, "1 flies d3n-d5e").actors == {1}
    assert play(once, "1 flies l1n-l3w").actors == {1}


def test_p2_squares_are_mixed_in():
    position = play(at("g4n=1 g4s=1 k6n=1"), "1 slides g4-h5", "1 flies k6n-k8n")
    assert position.actors == {1}


def test_p2_the_first_move_is_compulsory_and_the_rest_is_not():
    position = start(Setting(2))
    assert rule(position, "1 done") == "P2"
    assert play(position, "1 flies d1n-d3n", "1 done").actors == {1}


def test_p2_after_two_moves_only_what_is_free_is_left():
    position = play(at("n5s=1"), "1 flies n5s-n3w", "1 flies d1n-d3n")
    assert position.actors == {0} and position.left == 0
    assert rule(position, "1 flies d3n-d5n") == "P2"
    assert {line.split()[1] for line in lines(position)} == {"jumps", "done"}


def test_p2_who_can_only_jump_jumps_and_then_moves_if_he_can():
    position = at("n3e=1", home="2")
    assert lines(position) == {"1 jumps n3e-m2n", "1 jumps n3e-m2e", "1 jumps n3e-m2w"}
    position = play(position, "1 jumps n3e-m2n")
    assert rule(position, "1 done") == "P2" and "1 flies m2n-m4n" in lines(position)


def test_p2_who_has_jumped_and_can_make_no_move_may_end_the_turn():
    position = at("n3e=1 b3w=1 m4e=2 m4w=2", home="2")
    assert rule(position, "1 done") == "P2"
    position = play(position, "1 jumps n3e-m2n")
    assert not lines(position, "1 flies") and lines(position, "1 jumps b3w")
    assert play(position, "1 done").actors == {1}


# ---------------------------------------------------------------------------------- single moves


def test_p3_a_craft_leaves_by_its_corner_and_takes_one_of_the_other_three():
    position = at("d3n=1", home="2")
    assert lines(position) == {f"1 flies d3n-d5{apex}" for apex in "new"}
    assert rule(position, "1 flies d3n-d5s") == "P3"
    assert rule(position, "1 flies d3n-f3n") == "P3"
    assert rule(position, "1 flies d3n-d7n") == "P3"
    assert rule(position, "1 flies e6n-e8n") == "P3", "nothing stands there"


@pytest.mark.parametrize(
    "apex, ends", [("n", "g6new"), ("e", "i4nes"), ("s", "g2esw"), ("w", "e4nsw")]
)
def test_p3_every_corner_leads_its_own_way(apex, ends):
    space, apexes = ends[:2], ends[2:]
    position = at(f"g4{apex}=1", home="2")
    assert lines(position) == {f"1 flies g4{apex}-{space}{end}" for end in apexes}


def test_p3_from_a_start_area_into_its_entry_space():
    expected = {f"1 flies {area}" for area in ("d1n-d3n", "d1n-d3e", "d1n-d3w")}
    expected |= {f"1 flies {area}" for area in ("l1n-l3n", "l1n-l3e", "l1n-l3w")}
    assert lines(start(Setting(2))) == expected


def test_p3_only_the_top_of_a_stack_moves():
    position = at("d5e=11")
    top = position.board["d5e"][-1]
    after = play(position, "1 flies d5e-f5n")
    assert after.board["f5n"] == (top,) and owners(after, "d5e") == "1"


def test_p3_a_craft_may_point_off_the_board_and_then_cannot_move_singly():
    position = play(at("e4s=1"), "1 flies e4s-e2s")
    assert not lines(position, "1 flies e2s")
    assert rule(position, "1 flies e2s-e4n") == "P3"


def test_p4_an_empty_space_a_stack_or_the_opposite_half():
    position = at("d3n=1 d5e=2", home="2")
    assert lines(position) == {"1 flies d3n-d5e", "1 flies d3n-d5w"}
    assert rule(position, "1 flies d3n-d5n") == "P4"
    assert position.refusal(parse("1 flies d3n-d5n")).sites == {"d5e"}
    assert owners(play(position, "1 flies d3n-d5e"), "d5e") == "21"


def test_p4_a_stack_at_the_entry_corner_leaves_only_the_opposite_half():
    assert lines(at("d3n=1 d5s=2", home="2")) == {"1 flies d3n-d5n"}


def test_p4_no_turning_without_moving():
    position = at("d3n=1")
    assert rule(position, "1 flies d3n-d3e") == "P4"
    assert rule(position, "1 flies d3n-d3s") == "P4"


def test_p5_a_captive_cannot_move():
    position = at("d5e=12")
    assert not lines(position, "1 flies d5e")
    assert rule(position, "2 flies d5e-f5n") == "P5"
    assert rule(at("d5e=22"), "2 flies d5e-f5n") == "P1", "nobody is held there"


def test_p5_releasing_a_captive_earns_a_move_for_any_craft_or_square():
    position = play(at("d5e=21 g8n=1 k4n=1 k4s=1"), "1 flies d5e-f5n")
    assert position.left == 2
    assert play(position, "1 flies f5n-f7n", "1 slides k4-l5").actors == {1}


def test_p5_own_craft_earn_nothing():
    assert play(at("d5e=11"), "1 flies d5e-f5n").left == 1
    assert play(at("d5e=211"), "1 flies d5e-f5n").left == 1


def test_p5_landing_and_leaving_in_one_turn_earns_nothing():
    position = play(at("d3n=1 d5e=2"), "1 flies d3n-d5e", "1 flies d5e-f5n")
    assert position.actors == {1}


def test_p5_a_captive_kept_to_a_later_turn_earns():
    position = play(at("d3n=1 d5e=2"), "1 flies d3n-d5e", "1 done")
    assert rule(position, "1 flies d5e-f5n") == "P5", "north is on turn, and held"
    position = play(position, "2 flies l15s-l13s", "2 done", "1 flies d5e-f5n")
    assert position.left == 2


def test_p5_nobody_is_captive_in_the_singularity():
    assert rule(at("h9s=12"), "2 flies h9s-h7n") == "P1"
    assert rule(at("h9s=21"), "1 flies h9s-h7s") == "P17"


def test_p6_the_opposite_half_sends_a_foreign_stack_back():
    position = play(at("d3n=1 d5e=2"), "1 flies d3n-d5w")
    assert lines(position) == {"1 returns d5e-l15s", "1 returns d5e-d15s"}
    assert rule(position, "1 returns d5e-d1n") == "P6"
    assert rule(position, "1 flies d1n-d3n") == "P6"
    assert rule(position, "1 done") == "P6"
    position = play(position, "1 returns d5e-d15s")
    assert owners(position, "d15s") == "2" and "d5e" not in position.board
    assert position.left == 1 and position.actors == {0}
    assert rule(position, "1 returns d5w-d15s") == "P6"


def test_p6_the_movers_own_craft_go_too_and_each_has_its_own_choice():
    position = play(at("d3n=1 d5e=1212"), "1 flies d3n-d5w")
    position = play(position, "1 returns d5e-l15s", "1 returns d5e-l1n", "1 returns d5e-d15s")
    assert position.phase is Phase.RETURN and not position.squares(), "no Square in between"
    position = play(position, "1 returns d5e-d1n")
    assert [owners(position, site) for site in ("d1n", "l1n", "l15s", "d15s")] == [
        *("11", "1", "22", "2"),
    ]
    assert owners(position, "d5w") == "1"


def test_p7_an_own_stack_is_not_joined_by_its_opposite_half():
    position = at("d3n=1 d5e=11")
    assert rule(position, "1 flies d3n-d5w") == "P7"
    assert rule(position, "1 flies d3n-d5e") is None
    assert rule(at("d3n=1 d5e=12"), "1 flies d3n-d5w") is None


# --------------------------------------------------------------------------------------- Squares


def test_p8_two_own_craft_back_to_back_form_a_square():
    position = play(at("d3n=1 d5e=1"), "1 flies d3n-d5w")
    assert position.squares() == {"d5": 0} and position.phase is Phase.MOVE
    assert lines(position, "1 slides") == {f"1 slides d5-{to}" for to in ("c4", "c6", "e4", "e6")}


@pytest.mark.parametrize("board", ["n5s=1 n3e=1", "n5s=1 n3w=1"])
def test_p8_never_in_a_wormhole(board):
    other = {"e": "w", "w": "e"}[board[-3]]
    assert rule(at(board), f"1 flies n5s-n3{other}") == "P8"


def test_p8_in_hyperspace_firing_and_central_spaces_there_is_no_other_half():
    assert lines(at("n3s=1 n1n=1", home="2"), "1 flies n3s") == {"1 flies n3s-n1n"}
    assert lines(at("h3s=1 h1n=1", home="2"), "1 flies h3s") == {"1 flies h3s-h1n"}
    assert rule(at("h11s=1 h9s=1"), "1 flies h11s-h9n") == "P17"


def test_p9_a_square_goes_one_space_through_a_side():
    position = at("g4n=1 g4s=1")
    assert lines(position, "1 slides") == {f"1 slides g4-{to}" for to in ("f3", "f5", "h3", "h5")}
    assert rule(position, "1 slides g4-i6") == "P9"
    assert rule(position, "1 slides g4-g6") == "P9"
    after = play(position, "1 slides g4-h5")
    assert (owners(after, "h5n"), owners(after, "h5s")) == ("1", "1")
    assert (
        after.left == 1 and "g4n" not in after.board and after.board["h5n"] == position.board["g4n"]
    )


def test_p9_only_on_to_an_empty_ordinary_diamond():
    assert rule(at("g4n=1 g4s=1 h5e=1"), "1 slides g4-h5") == "P9"
    assert rule(at("g4n=1 g4s=1 h5e=2"), "1 slides g4-h5") == "P9", "first take it off"
    assert rule(at("m4n=1 m4s=1"), "1 slides m4-n3") == "P9", "a wormhole"
    assert rule(at("g6e=1 g6w=1"), "1 slides g6-h7") == "P9", "beside the Singularity"
    assert rule(at("g6e=1"), "1 slides g6-f5") == "P9", "no Square"
    assert rule(at("g6e=2 g6w=2"), "2 slides g6-f5") == "P1"


def test_p10_a_square_kills_at_any_distance_in_one_move():
    position = at("c4n=1 c4s=1 f7e=2")
    assert lines(position, "1 kills") == {"1 kills f7e"}
    position = play(position, "1 kills f7e")
    assert position.scores() == (3, 0) and lines(position) == {"1 slides c4-f7"}
    assert rule(position, "1 flies d1n-d3n") == "P10"
    assert rule(position, "1 kills d1n") == "P10"
    assert rule(position, "1 slides c4-d5") == "P10"
    position = play(position, "1 slides c4-f7")
    assert position.squares() == {"f7": 0} and position.left == 1


def test_p10_all_that_is_there_is_removed_and_only_foreign_craft_score():
    position = at("c4n=1 c4s=1 f7n=2122")
    position = play(position, "1 kills f7n")
    assert rule(position, "1 slides c4-f7") == "P10", "not before all are off"
    position = play(position, "1 kills f7n", "1 kills f7n", "1 kills f7n", "1 slides c4-f7")
    assert position.scores() == (9, 0) and owners(position, "f7n") == "1"


def test_p10_an_own_craft_on_top_does_not_protect_what_is_below():
    assert "1 kills f7n" in lines(at("c4n=1 c4s=1 f7n=21"))


@pytest.mark.parametrize(
    "board",
    [
        "c4n=1 c4s=1 d5e=1 f7e=2",
        "c4n=1 c4s=1 d5e=2 f7e=2",
        "c4n=1 c4s=1 f9e=2 f7e=1",
        "c4n=1 f7e=2",
        "f5n=1 f5s=1 f7e=2",
    ],
    ids=["own between", "foreign between", "own craft only", "no Square", "not sideways"],
)
def test_p10_nothing_in_between_and_something_foreign_there(board):
    assert rule(at(board), "1 kills f7e") == "P10"


def test_p10_not_over_what_is_no_ordinary_diamond():
    assert not lines(at("i6n=1 i6s=1 f9e=2"), "1 kills"), "the central spaces lie between"
    assert not lines(at("k6n=1 k6s=1 n3e=2"), "1 kills"), "a wormhole holds it"


def test_p10_two_squares_may_both_reach():
    position = play(at("c4n=1 c4s=1 i10n=1 i10s=1 f7e=2 f9n=2 h9s=2"), "1 kills f7e")
    assert lines(position) == {"1 slides c4-f7"}, "the other is beyond the centre"
    position = play(at("c4n=1 c4s=1 h5e=1 h5w=1 f7e=2"), "1 kills f7e")
    assert lines(position) == {"1 slides c4-f7", "1 slides h5-f7"}


def test_p10_a_kill_is_one_of_the_moves():
    position = at("c4n=1 c4s=1 f7e=2 n3w=1", left=0, begun=True, fresh=(9,))
    assert rule(position, "1 kills f7e") == "P2" == rule(position, "1 slides c4-d5")


def test_p11_a_square_is_never_landed_on_sent_back_or_killed():
    position = at("d3n=1 d5e=2 d5w=2 c4n=1 c4s=1")
    assert all(rule(position, f"1 flies d3n-d5{apex}") == "P11" for apex in "new")
    assert rule(position, "1 slides c4-d5") == "P11"
    assert rule(position, "1 kills d5e") == "P10"
    assert position.refusal(parse("1 slides c4-d5")).sites == {"d5e", "d5w"}
    own = at("d3n=1 d5e=1 d5w=1")
    assert rule(own, "1 flies d3n-d5e") == "P11"


def test_p12_no_square_ends_the_turn_beside_a_foreign_one():
    position = at("f5n=1 f5s=1 h7n=2 h5e=2 h5w=2")
    assert rule(position, "1 slides f5-g4") is None, "there is a second move"
    beside = play(position, "1 slides f5-g4")
    assert rule(beside, "1 done") == "P12"
    assert beside.refusal(parse("1 done")).sites == {"h5e", "h5w"}
    assert rule(beside, "1 flies d1n-d3n") == "P12", "that would leave it there"
    assert rule(beside, "1 slides g4-f3") is None
    assert rule(beside, "1 flies g4n-g6n") is None, "a half leaves: no Square is left"
    last = changed(position, left=1, begun=True, fresh=(9,))
    assert rule(last, "1 slides f5-g4") == "P12"
    assert rule(last, "1 slides f5-e4") is None


def test_p12_forming_a_square_counts_too():
    position = at("d3n=1 d5e=1 e6n=2 e6s=2", left=1, begun=True, fresh=(9,))
    assert rule(position, "1 flies d3n-d5w") == "P12"
    assert rule(changed(position, left=2), "1 flies d3n-d5w") is None


def test_p12_a_kill_must_leave_room_too():
    position = at("c4n=1 c4s=1 f7e=2 g8n=2 e8n=2 e8s=2", left=1, begun=True, fresh=(9,))
    assert rule(position, "1 kills f7e") == "P12"
    assert rule(changed(position, left=2), "1 kills f7e") is None


def test_p12_corners_may_touch_and_own_may_touch_own():
    corners = at("f5n=1 f5s=1 i4n=2 i4s=2", left=1, begun=True, fresh=(9,))
    assert rule(corners, "1 slides f5-g4") is None
    own = at("f5n=1 f5s=1 h5n=1 h5s=1", left=1, begun=True, fresh=(9,))
    assert rule(own, "1 slides f5-g4") is None


def test_p13_either_half_leaves_as_a_single_craft():
    position = at("g4n=1 g4s=1")
    assert lines(position, "1 flies g4") == {
        *("1 flies g4n-g6n", "1 flies g4n-g6e", "1 flies g4n-g6w"),
        *("1 flies g4s-g2e", "1 flies g4s-g2s", "1 flies g4s-g2w"),
    }
    after = play(position, "1 flies g4s-g2e")
    assert not after.squares() and owners(after, "g4n") == "1"


# ---------------------------------------------------------------------------------------- places


def test_p14_hyperspace_leads_on_at_once_and_free():
    position = play(at("h3s=1"), "1 flies h3s-h1n")
    assert lines(position) == {f"1 crosses h1n-{to}" for to in ("a8e", "h15s", "o8w")}
    assert rule(position, "1 done") == "P14"
    assert rule(position, "1 flies d1n-d3n") == "P14"
    assert rule(position, "1 crosses h1n-d3n") == "P14"
    position = play(position, "1 crosses h1n-a8e")
    assert position.left == 1 and "h1n" not in position.board
    assert lines(position, "1 flies a8e") == {f"1 flies a8e-c8{apex}" for apex in "nes"}
    assert rule(position, "1 crosses a8e-h1n") == "P14"


def test_p14_occupied_ones_are_landed_on():
    position = play(at("h3s=1 h1n=2 a8e=2"), "1 flies h3s-h1n", "1 crosses h1n-a8e")
    assert owners(position, "h1n") == "2" and owners(position, "a8e") == "21"
    position = play(position, "1 done")
    assert rule(position, "1 flies a8e-c8n") == "P5", "held captive"


def test_p15_a_wormhole_is_free_now_or_in_a_later_turn():
    position = play(at("n5s=1"), "1 flies n5s-n3w")
    jumps = {f"1 jumps n3w-m2{apex}" for apex in "new"}
    assert lines(position, "1 jumps") == jumps
    assert play(position, "1 jumps n3w-m2e").left == 1
    later = play(position, "1 done", "2 flies l15s-l13s", "2 done")
    assert lines(later, "1 jumps") == jumps
    assert play(later, "1 jumps n3w-m2n").left == 2


def test_p15_set_to_the_firing_position_or_back_on_to_the_grid():
    position = at("m2n=1")
    assert lines(position, "1 jumps") == {f"1 jumps m2n-n3{apex}" for apex in "nsw"}
    assert rule(position, "1 jumps m2n-n3e") == "P15"
    assert rule(position, "1 jumps m2n-b3n") == "P15"
    assert rule(position, "1 jumps d1n-n3n") == "P15"


def test_p15_the_next_move_is_an_ordinary_one():
    position = play(at("n3w=1"), "1 jumps n3w-m2e")
    assert rule(position, "1 jumps m2e-n3n") == "P15"
    position = play(position, "1 flies d1n-d3n", "1 done", "2 flies l15s-l13s", "2 done")
    assert rule(position, "1 jumps m2e-n3n") == "P15", "not in a later turn either"
    position = play(position, "1 flies m2e-o2w", "1 flies o2w-m2s")
    assert rule(position, "1 jumps m2s-n3n") is None, "it has moved since"


def test_p15_the_other_end_is_entered_like_any_space():
    position = at("n3w=1 m2e=2", home="2")
    assert lines(position, "1 jumps") == {"1 jumps n3w-m2e", "1 jumps n3w-m2w"}
    assert rule(position, "1 jumps n3w-m2n") == "P4"
    assert play(position, "1 jumps n3w-m2w").phase is Phase.RETURN


def test_p15_jumping_off_a_captive_releases_it():
    assert play(at("n3w=21"), "1 jumps n3w-m2n").left == 3


def test_p16_two_craft_of_one_corner_fly_to_the_far_centre_in_one_move():
    position = play(at("n1n=1 o2w=1"), "1 fires n1n+o2w")
    assert owners(position, "h9s") == "1" and owners(position, "g8e") == "1"
    assert position.left == 1 and not {"n1n", "o2w"} & position.board.keys()


@pytest.mark.parametrize(
    "guns, aims",
    [("b1n a2e", "h9s i8w"), ("b15s a14e", "h7n i8w"), ("n15s o14w", "h7n g8e")],
)
def test_p16_from_every_corner_to_its_far_side(guns, aims):
    one, other = guns.split()
    position = play(at(f"{one}=1 {other}=1"), f"1 fires {one}+{other}")
    assert all(owners(position, aim) == "1" for aim in aims.split())


def test_p16_mixed_owners_cannot_fire_nor_one_alone():
    position = at("n1n=1 o2w=2")
    assert rule(position, "1 fires n1n+o2w") == "P16"
    assert position.refusal(parse("1 fires n1n+o2w")).sites == {"n1n", "o2w"}
    assert rule(at("n1n=1"), "1 fires n1n+o2w") == "P16"
    assert rule(at("n1n=1 b1n=1"), "1 fires n1n+b1n") == "P16"
    assert rule(at("n1n=1 o2w=12"), "1 fires n1n+o2w") == "P16", "the top counts"
    assert rule(at("n1n=2 o2w=2"), "2 fires n1n+o2w") == "P1"


def test_p16_a_shot_needs_a_move():
    position = at("n3s=1 o2w=1 b3e=1")
    position = play(position, "1 flies d1n-d3n", "1 flies n3s-n1n")
    assert position.left == 0 and rule(position, "1 fires n1n+o2w") == "P2"
    loaded = play(at("n3s=1 o2w=1"), "1 flies n3s-n1n")
    assert play(loaded, "1 fires n1n+o2w").turn == 1


def test_p16_the_firing_position_lies_behind_its_own_end_of_the_wormhole():
    assert lines(at("n3s=1"), "1 flies n3s") == {"1 flies n3s-n1n"}
    assert lines(at("m2e=1"), "1 flies m2e") == {"1 flies m2e-o2w"}
    assert lines(at("n1n=1"), "1 flies n1n") == {f"1 flies n1n-n3{apex}" for apex in "new"}


@pytest.mark.parametrize("source", ["h11s", "f9e", "j9w"])
def test_p17_the_centre_is_entered_by_its_outer_corners_pointing_in(source):
    position = at(f"{source}=1")
    assert lines(position, f"1 flies {source}") == {f"1 flies {source}-h9s"}
    assert rule(position, f"1 flies {source}-h9e") == "P17"


def test_p17_it_stacks_and_never_moves_again():
    position = play(at("h11s=1 h9s=22"), "1 flies h11s-h9s")
    assert owners(position, "h9s") == "221"
    assert rule(position, "1 flies h9s-h7n") == "P17"
    assert not lines(position, "1 flies h9s")


def test_p17_one_reserve_craft_for_each_that_enters():
    position = at("h11s=1 o1=111")
    assert rule(position, "1 calls o1-d1n") == "P17"
    position = play(position, "1 flies h11s-h9s")
    assert lines(position, "1 calls") == {"1 calls o1-d1n", "1 calls o1-l1n"}
    assert rule(position, "1 calls o1-d3n") == "P17"
    called = play(position, "1 calls o1-l1n")
    assert owners(called, "l1n") == "1" and owners(called, "o1") == "11"
    assert rule(called, "1 calls o1-l1n") == "P17" and called.left == 1


def test_p17_two_after_a_shot():
    position = play(at("n1n=1 o2w=1 o1=111"), "1 fires n1n+o2w", "1 calls o1-l1n")
    assert rule(play(position, "1 calls o1-d1n"), "1 calls o1-d1n") == "P17"


def test_p17_nobody_has_to_and_it_lapses_with_the_turn():
    position = play(at("h11s=1 o1=1"), "1 flies h11s-h9s", "1 flies d1n-d3n")
    assert position.actors == {0} and position.left == 0, "the reserve is still open"
    position = play(position, "1 done", "2 flies l15s-l13s", "2 done")
    assert rule(position, "1 calls o1-d1n") == "P17"


def test_p17_an_empty_reserve_is_no_choice():
    position = play(at("h11s=1"), "1 flies h11s-h9s", "1 flies d1n-d3n")
    assert position.actors == {1}


# ------------------------------------------------------------------------------------------- end


def test_p18_on_top_of_all_four_wins_at_once():
    position = at("h11s=1 i8w=1 h7n=21 g8e=1 o1=1 h9s=2")
    position = play(position, "1 flies h11s-h9s")
    assert position.outcome.winners == {0} and position.outcome.scores == (8, 0)
    assert not position.moves() and not position.actors
    assert rule(position, "1 done") == "P19"


def test_p18_a_foreign_top_is_none():
    position = play(at("h11s=1 i8w=1 h7n=12 g8e=1"), "1 flies h11s-h9s")
    assert position.outcome is None


def test_p18_a_shot_may_bring_it():
    position = play(at("n1n=1 o2w=1 h7n=1 i8w=1"), "1 fires n1n+o2w")
    assert position.outcome.winners == {0}


def test_p19_a_game_of_two_ends_on_points_when_one_cannot_move():
    board = "h9s=12 g8e=1 e2s=2 g4n=1 g4s=1"
    position = play(at(board, home="1", kills=(1, 2)), "1 flies d1n-d3n", "1 done")
    assert position.phase is Phase.OVER
    assert position.outcome.scores == (3 + 1 + 2, 6 + 2) and position.outcome.winners == {1}


def test_p19_scores_show_all_along_and_ties_are_shared():
    position = at("h9s=121 g8e=2 e2s=2", home="1")
    assert position.scores() == (2 + 1, 2 + 1)
    assert play(position, "1 flies d1n-d3n", "1 done").outcome.winners == {0, 1}


def test_p19_who_is_held_captive_everywhere_cannot_move():
    position = play(at("d5e=21 k6n=1", home=""), "1 flies k6n-k8n", "1 done")
    assert position.outcome is not None


def test_p20_among_three_who_cannot_move_leaves_the_board():
    board = "e2s=2 g4e=21 k4n=321 h9s=2 a1=22"
    position = play(at(board, seats=3, home="13"), "1 flies d1n-d3n", "1 done")
    assert position.phase is Phase.LEAVE and position.actors == {1}
    assert lines(position) == {f"2 leaves {site}" for site in ("e2s", "g4e", "k4n", "a1")}
    assert rule(position, "2 leaves h9s") == "P20"
    assert rule(position, "3 flies l15s-l13s") == "P20"
    position = play(position, "2 leaves g4e", "2 leaves a1", "2 leaves k4n", "2 leaves e2s")
    assert position.phase is Phase.LEAVE
    position = play(position, "2 leaves a1")
    assert position.actors == {2} and owners(position, "k4n") == "31"
    assert owners(position, "h9s") == "2" and position.scores() == (0, 2, 0)
    assert rule(position, "3 leaves k4n") == "P20"


def test_p20_the_others_go_on_without_him_and_his_points_count():
    position = at("h9s=2 g8e=22", seats=3, home="13")
    position = play(position, "1 flies d1n-d3n", "1 done")
    assert position.out == (1,) and position.actors == {2}, "there was nothing to take off"
    position = play(position, "3 flies l15s-l13s", "3 done")
    assert position.actors == {0}
    alone = changed(position, board={s: c for s, c in position.board.items() if s != "l13s"})
    over = play(alone, "1 flies d3n-d5n", "1 done")
    assert over.outcome.scores == (0, 5, 0) and over.outcome.winners == {1}


def test_p21_a_match_goes_on_until_somebody_has_the_total():
    board = "h9s=1 g8e=1 i8w=1"
    position = at(board, home="1", match=True, totals=(25, 30))
    position = play(position, "1 flies d1n-d3n", "1 done")
    assert position.outcome is None and position.totals == (31, 30)
    assert lines(position) == {"2 sets up"} and position.actors == {1}
    assert rule(position, "1 flies d3n-d5n") == "P21" == rule(position, "1 sets up")
    again = play(position, "2 sets up")
    assert {s: owners(again, s) for s in again.board} == {
        s: owners(start(Setting(2)), s) for s in start(Setting(2)).board
    }
    assert again.actors == {1} and again.scores() == (31, 30) and again.kills == (0, 0)
    assert rule(again, "2 sets up") == "P21"
    over = at(board, home="1", match=True, totals=(34, 36))
    over = play(over, "1 flies d1n-d3n", "1 done")
    assert over.outcome.winners == {0} and over.outcome.scores == (40, 36)


def test_p21_a_true_win_counts_eight_and_nothing_for_the_others():
    board = "h11s=1 i8w=1 h7n=21 g8e=1 h9s=2"
    position = at(board, match=True, totals=(10, 12), kills=(2, 3))
    position = play(position, "1 flies h11s-h9s")
    assert position.totals == (18, 12) and position.phase is Phase.AGAIN


def test_p21_the_total_is_in_the_box(tmp_path):
    (tmp_path / "match.toml").write_text("first = 1\ntotal = 5\n")
    assert start(Setting(2, box=tmp_path)).box.total == 5
    assert start(Setting(2)).box.total == 40 and not start(Setting(2)).match
    assert start(Setting(2, options={"match": True})).match


def test_p21_craft_that_lie_where_they_belong_stay_there_for_the_next_round():
    position = changed(start(Setting(2)), phase=Phase.AGAIN, match=True)
    board = {site: stack for site, stack in position.board.items() if site != "d1n"}
    position = changed(position, board={**board, "d1n": (1,), "d3n": (0,)})
    again = play(position, "2 sets up")
    assert again.board["d1n"] == (1, 0, 2) and again.board["l1n"] == position.board["l1n"]


# ------------------------------------------------------------------------------ what points are for


@pytest.mark.parametrize(
    "board, line, rules",
    [
        ("c4n=1 c4s=1 f7e=2", "1 kills f7e", (("P10",), ())),
        ("h11s=1 h9s=2", "1 flies h11s-h9s", (("P19",), ("P19",))),
        ("h11s=1 i8w=1 h7n=21 g8e=1", "1 flies h11s-h9s", (("P18",), ("P21",))),
        ("d3n=1", "1 flies d3n-d5n", ((), ())),
    ],
    ids=["a kill", "a top covered", "a true win", "nothing"],
)
def test_points_are_told_by_their_rule(board, line, rules):
    before = at(board)
    after = play(before, line)
    assert tuple(after.credits(before, seat) for seat in (0, 1)) == rules


@pytest.mark.parametrize(
    "good, bad",
    [
        ("g6e=1", "d3n=1"),  # two moves from the Singularity, and four
        ("n1n=1 o2w=1", "n1n=1 n5s=1"),  # both firing positions of a corner, and one
        ("e2n=1", "e2s=1"),  # it points off the board
        ("g4n=1 g4s=1", "g4n=1 k6n=1"),  # a Square, and two by themselves
        ("g4n=1 g4s=1 i6n=2", "g4n=1 g4s=1 i8n=2"),  # in its line, and out of it
        ("g4n=1 g4s=1 i6n=22", "g4n=1 g4s=1 i6n=2"),  # two at one go
    ],
)
def test_a_robot_knows_what_promises_more(good, bad):
    assert at(good).evaluate(0) > at(bad).evaluate(0)


def test_a_kill_is_worth_more_to_a_robot_than_the_threat_of_it():
    before = at("g4n=1 g4s=1 i6n=2 k8n=2")
    after = play(before, "1 kills i6n", "1 slides g4-i6")
    assert after.evaluate(0) > before.evaluate(0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_fleets_begin_with_the_same_promise(seats):
    position = start(Setting(seats))
    assert len({round(position.evaluate(seat), 9) for seat in range(seats)}) == 1
