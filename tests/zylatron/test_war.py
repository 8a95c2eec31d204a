"""Zylatron, rule by rule: fire, missiles, money, conquest, and the short game."""

from random import Random

import pytest
from msgspec.structs import replace

from controller.game import Setting
from controller.games.zylatron import GAME, evaluation
from controller.games.zylatron.board import SITES
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.scene import IN_RANGE
from controller.games.zylatron.sheet import Kind, Works
from controller.robots import players
from controller.values import CHANCE, Seat
from tests.zylatron import at, goals, lines, numbers, play, rule, shoot, where

RED, GREEN = "red-warrior1 d25", "green-warrior1 x5"  # somebody at home on either side


def works(position, name):
    return position.works[position.box.works[name]]


# ------------------------------------------------------------------------------- Z10, Z11, Z12


@pytest.mark.parametrize(
    "place, laser",
    [("red-star1 a29", 4), ("red-fighter1 a29", 3), ("red-warrior2 a29", 2)],
    ids=["star", "fighter", "warrior"],
)
def test_z10_in_range_a_card_is_drawn_and_out_of_range_the_shot_is_spent(place, laser):
    name = place.split()[0]
    reached = {1: "b29", 2: "c29", 3: "d29", 4: "e29", 5: "f29"}
    near = at(place, f"green-fighter1 {reached[laser]}", GREEN)
    assert shoot(near, name, "green-fighter1").actors == {CHANCE}
    far = at(place, f"green-fighter1 {reached[laser + 1]}", GREEN)
    missed = shoot(far, name, "green-fighter1")
    assert missed.phase is Phase.PLAY and missed.fired == numbers(missed, name)
    assert len(missed.pile) == 40


def test_z10_each_piece_fires_once_a_turn():
    position = at("red-fighter1 a29", "red-fighter2 a27", "green-fighter1 b29", GREEN)
    position = shoot(position, "red-fighter1", "green-fighter1", "MISS.1")
    position = play(position, "1 chooses fire")
    assert rule(position, "1 aims red-fighter1 a29") == "Z10"
    position = play(position, "1 aims red-fighter2 a27", "1 fires-at green-fighter1 b29")
    position = play(position, "strike MISS.2")
    assert rule(position, "1 chooses fire") == "Z10"
    position = play(position, "1 ends")
    assert rule(position, "2 chooses fire") is None


def test_z10_carried_pieces_fire_and_missiles_have_no_laser():
    crew = (
        "red-fighter1 on red-star1",
        "red-warrior2 on red-fighter1",
        "red-missile1 on red-star1",
    )
    position = at("red-star1 a29", *crew, "green-fighter1 b29", GREEN)
    assert lines(play(position, "1 chooses fire"), "aims") == {
        f"1 aims {name} a29" for name in ("red-star1", "red-fighter1", "red-warrior2")
    }
    assert rule(play(position, "1 chooses fire"), "1 aims red-missile1 a29") == "Z10"
    assert rule(play(position, "1 chooses fire"), "1 aims green-fighter1 b29") == "Z2"


def test_z10_nothing_is_spent_until_the_target_is_named():
    position = at("red-fighter1 a29", "green-fighter1 b29", GREEN)
    aimed = play(position, "1 chooses fire", "1 aims red-fighter1 a29")
    assert rule(aimed, "1 moves red-fighter1 a29-c29") == "Z10"
    assert rule(aimed, "1 ends") == "Z10"
    assert play(aimed, "1 cancels") == position
    assert rule(position, "1 cancels") == "Z2"


@pytest.mark.parametrize("options, shown", [((), False), (("show_ranges",), True)])
def test_z10_ranges_show_beforehand_only_if_that_is_agreed(options, shown):
    near, far, own = "green-fighter1 b29", "green-fighter2 h29", "red-fighter2 c29"
    position = at("red-fighter1 a29", near, far, own, GREEN, options=options)
    aimed = play(position, "1 chooses fire", "1 aims red-fighter1 a29")
    aimed = replace(aimed, damaged=numbers(aimed, "red-fighter2"))  # not as bright as a target
    lit = {site for site, light in aimed.scene().items() if light == IN_RANGE} - {"a29"}
    assert lit == ({"b29"} if shown else set())
    assert IN_RANGE.colour in {light.colour for light in position.scene().values()}


def test_z11_hit_takes_the_piece_off_and_miss_does_nothing():
    position = at("red-fighter1 a29", "green-fighter1 b29", GREEN)
    missed = shoot(position, "red-fighter1", "green-fighter1", "MISS.1")
    assert where(missed) == where(position)
    hit = shoot(position, "red-fighter1", "green-fighter1", "HIT.1")
    assert hit.actors == {0} and lines(hit) == {"1 removes green-fighter1 b29"}
    assert rule(hit, "1 moves red-fighter1 a29-a27") == "Z11"
    assert rule(hit, "1 removes red-fighter1 a29") == "Z11"
    removed = play(hit, "1 removes green-fighter1 b29")
    assert "b29" not in where(removed) and removed.phase is Phase.PLAY


def test_z11_damage_puts_a_piece_out_of_action_and_twice_is_a_hit():
    position = at("red-fighter1 a29", "red-fighter2 a27", "green-fighter1 b29", GREEN)
    position = shoot(position, "red-fighter1", "green-fighter1", "DAMAGE.1")
    assert position.damaged == numbers(position, "green-fighter1")
    position = shoot(position, "red-fighter2", "green-fighter1", "DAMAGE.2")
    assert lines(position) == {"1 removes green-fighter1 b29"}


def test_z11_a_factory_is_damaged_or_destroyed():
    position = at("red-fighter1 s7", "red-fighter2 r9", GREEN)
    damaged = shoot(position, "red-fighter1", "green-factory2", "DAMAGE.1")
    assert works(damaged, "green-factory2") is Works.DAMAGED
    assert works(shoot(position, "red-fighter1", "green-factory2", "HIT.1"), "green-factory2") is (
        Works.DESTROYED
    )
    twice = shoot(damaged, "red-fighter2", "green-factory2", "DAMAGE.2")
    assert works(twice, "green-factory2") is Works.DESTROYED


def test_z11_a_card_lies_open_until_all_are_used_up():
    position = at("red-fighter1 a29", "red-fighter2 a27", "green-fighter1 b29", GREEN)
    position = replace(position, pile=("MISS.7",))
    assert rule(position, "strike MISS.7") == "Z10"
    drawn = shoot(position, "red-fighter1", "green-fighter1")
    assert lines(drawn) == {"strike MISS.7"} and rule(drawn, "strike HIT.1") == "Z11"
    assert rule(drawn, "1 moves red-fighter2 a27-a25") == "Z10"
    drawn = play(drawn, "strike MISS.7")
    assert drawn.pile == () and drawn.layout()["strike"][0].name == "MISS.7"
    again = shoot(drawn, "red-fighter2", "green-fighter1")
    assert len(again.pile) == 40 and "strike" not in again.layout()


def test_z12_targets_are_enemy_pieces_and_their_standing_factories():
    crew = ("green-fighter1 b29", "green-warrior2 on green-fighter1")
    position = at("red-fighter1 a29", RED, *crew, GREEN)
    ruined = replace(position, works=(Works.WORKING,) * 7 + (Works.DESTROYED,) + position.works[8:])
    aimed = play(ruined, "1 chooses fire", "1 aims red-fighter1 a29")
    pieces = {"green-fighter1 b29", "green-warrior2 b29", "green-warrior1 x5"}
    factories = {"green-factory1 y4", "green-factory3 p13"}
    assert lines(aimed, "fires-at") == {f"1 fires-at {name}" for name in pieces | factories}
    assert rule(aimed, "1 fires-at red-warrior1 d25") == "Z12"
    assert rule(aimed, "1 fires-at red-factory1 b26") == "Z12"
    assert rule(aimed, "1 fires-at green-factory2 s9") == "Z12"
    assert rule(aimed, "1 fires-at blue-factory1 y26") == "Z12"


def test_z12_cargo_is_lost_with_its_carrier():
    crew = ("green-fighter1 on green-star1", "green-warrior2 on green-fighter1")
    position = at(
        "red-fighter1 a29", "green-star1 b29", *crew, "green-missile1 on green-star1", GREEN
    )
    one = shoot(position, "red-fighter1", "green-fighter1", "HIT.1")
    one = play(one, "1 removes green-fighter1 b29")
    assert where(one)["b29"] == "green-star1 green-missile1"
    all_of_it = shoot(position, "red-fighter1", "green-star1", "HIT.1")
    all_of_it = play(all_of_it, "1 removes green-star1 b29")
    assert set(where(all_of_it)) == {"a29", "x5"}


def test_z12_damage_strikes_the_named_piece_only():
    crew = ("green-star1 b29", "green-fighter1 on green-star1")
    position = shoot(
        at("red-fighter1 a29", *crew, GREEN), "red-fighter1", "green-star1", "DAMAGE.1"
    )
    position = play(position, "1 ends")
    assert rule(position, "2 moves green-star1 b29-c29") == "Z14"
    assert rule(position, "2 moves green-fighter1 b29-c29") is None


# ------------------------------------------------------------------------------------ Z13, Z14


def test_z13_a_missile_is_launched_from_its_mark_or_a_carrier():
    fleet = (
        "red-missile1 c27",
        "red-missile2 d27",
        "red-fighter1 a29",
        "red-missile3 on red-fighter1",
    )
    position = at(*fleet, RED, GREEN)
    assert rule(position, "1 moves red-missile1 c27-c28") == "Z13"
    assert rule(position, "1 launches red-missile1 c27-c28") == "Z2"
    position = play(position, "1 chooses launch")
    assert rule(position, "1 launches red-missile2 d27-d28") == "Z13"
    assert rule(position, "1 launches red-missile1 c27-k27") is None
    assert rule(position, "1 launches red-missile1 c27-l27") == "Z13"
    assert rule(position, "1 launches red-missile3 a29-a28") is None
    assert rule(position, "1 moves red-fighter1 a29-a28") == "Z13"
    assert rule(at(RED, GREEN), "1 chooses launch") == "Z13"


def test_z13_every_piece_and_factory_in_the_blast_gets_a_card_friend_or_foe():
    fleet = (
        "red-missile1 c27",
        "red-fighter1 e29",
        "green-fighter1 e28",
        "green-warrior2 on green-fighter1",
    )
    position = play(at(*fleet, RED, GREEN), "1 chooses launch")
    position = play(position, "1 launches red-missile1 c27-f29")
    assert where(position)["f29"] == "red-missile1"
    names = {"red-fighter1 e29", "green-fighter1 e28", "green-warrior2 e28"}
    assert lines(position) == {f"1 blasts {name}" for name in names}
    assert rule(position, "1 blasts red-warrior1 d25") == "Z13"
    assert rule(position, "1 ends") == "Z13"
    position = play(position, "1 blasts green-warrior2 e28", "strike MISS.1")
    assert rule(position, "1 blasts green-warrior2 e28") == "Z13"
    position = play(position, "1 blasts green-fighter1 e28", "strike HIT.1")
    position = play(position, "1 removes green-fighter1 e28", "1 blasts red-fighter1 e29")
    position = play(position, "strike DAMAGE.1", "1 removes red-missile1 f29")
    assert where(position) == {"d25": "red-warrior1", "e29": "red-fighter1", "x5": "green-warrior1"}
    assert position.phase is Phase.PLAY and not position.moved


def test_z13_what_is_lost_with_its_carrier_is_not_named_again():
    fleet = ("red-missile1 c27", "green-fighter1 e28", "green-warrior2 on green-fighter1")
    position = play(at(*fleet, RED, GREEN), "1 chooses launch", "1 launches red-missile1 c27-f29")
    position = play(position, "1 blasts green-fighter1 e28", "strike HIT.1")
    position = play(position, "1 removes green-fighter1 e28")
    assert lines(position) == {"1 removes red-missile1 f29"}


def test_z13_factories_are_in_the_blast_too():
    position = play(at("red-missile1 c27", GREEN), "1 chooses launch")
    position = play(position, "1 launches red-missile1 c27-c25")
    assert lines(position) == {"1 blasts red-factory1 b26"}
    position = play(position, "1 blasts red-factory1 b26", "strike HIT.1")
    assert works(position, "red-factory1") is Works.DESTROYED


def test_z13_it_may_go_off_where_it_is_even_aboard():
    carried = ("red-star1 a29", "red-missile1 on red-star1")
    position = play(at(*carried, RED, GREEN), "1 chooses launch")
    position = play(position, "1 launches red-missile1 a29-a29")
    assert lines(position) == {"1 blasts red-star1 a29"}
    lost = play(position, "1 blasts red-star1 a29", "strike HIT.1", "1 removes red-star1 a29")
    assert lost.phase is Phase.PLAY and "a29" not in where(lost)
    kept = play(position, "1 blasts red-star1 a29", "strike MISS.1", "1 removes red-missile1 a29")
    assert where(kept)["a29"] == "red-star1"


def test_z13_it_comes_down_on_any_point_an_occupied_one_too():
    fleet = ("green-star1 e29", "green-fighter1 on green-star1", "red-fighter1 g29")
    position = play(at("red-missile1 c27", *fleet, RED, GREEN), "1 chooses launch")
    assert rule(position, "1 launches red-missile1 c27-g29") is None, "on a friend too"
    position = play(position, "1 launches red-missile1 c27-e29")
    assert where(position)["e29"] == "green-star1 green-fighter1 red-missile1"
    names = {"green-star1 e29", "green-fighter1 e29", "red-fighter1 g29"}
    assert lines(position) == {f"1 blasts {name}" for name in names}
    missed = play(position, "1 blasts green-star1 e29", "strike MISS.1")
    missed = play(missed, "1 blasts green-fighter1 e29", "strike MISS.2")
    missed = play(missed, "1 blasts red-fighter1 g29", "strike MISS.3")
    missed = play(missed, "1 removes red-missile1 e29")
    assert where(missed)["e29"] == "green-star1 green-fighter1" and missed.phase is Phase.PLAY
    hit = play(position, "1 blasts green-star1 e29", "strike HIT.1", "1 removes green-star1 e29")
    assert "e29" not in where(hit) and lines(hit) == {"1 blasts red-fighter1 g29"}
    done = play(hit, "1 blasts red-fighter1 g29", "strike MISS.1")
    assert done.phase is Phase.PLAY and "red-missile1" not in where(done).values()


FLEET = ("red-star1 a29", "red-missile2 on red-star1", "red-missile1 c27", "red-fighter1 h25")
HURT = "red-star1 red-missile1 red-fighter1"


def damaged(names, **changes):
    position = at(*FLEET, RED, GREEN, **changes)
    return replace(position, damaged=numbers(position, names))


def test_z14_a_damaged_piece_neither_moves_nor_fires_nor_beams_nor_launches():
    position = damaged(HURT)
    assert rule(position, "1 moves red-star1 a29-b29") == "Z14"
    assert rule(position, "1 chooses beam") == "Z9"
    assert rule(play(position, "1 chooses fire"), "1 aims red-star1 a29") == "Z14"
    assert rule(position, "1 chooses launch") == "Z13"
    position = play(damaged("red-star1"), "1 chooses launch")
    assert rule(position, "1 launches red-missile2 a29-b29") == "Z14"
    assert rule(position, "1 launches red-missile1 c27-c28") is None
    deep = at("red-star1 a29", "red-fighter1 on red-star1", "red-missile1 on red-fighter1", GREEN)
    deep = replace(deep, damaged=numbers(deep, "red-star1"))
    assert rule(deep, "1 chooses launch") == "Z13"
    position = play(damaged("red-missile1"), "1 chooses launch")
    assert rule(position, "1 launches red-missile1 c27-c28") == "Z14"


def test_z14_it_is_out_of_action_through_its_owners_next_turn():
    position = at("red-fighter1 a29", "green-fighter1 b29", RED, GREEN)
    position = shoot(position, "red-fighter1", "green-fighter1", "DAMAGE.1")
    position = play(position, "1 ends")
    assert rule(position, "2 moves green-fighter1 b29-c29") == "Z14"
    position = play(position, "2 ends", "1 ends")
    assert rule(position, "2 moves green-fighter1 b29-c29") is None


def test_z14_a_piece_damaged_in_its_own_turn_waits_through_the_next_one():
    position = damaged(HURT)
    position = play(replace(position, fresh=numbers(position, "red-fighter1")), "1 ends", "2 ends")
    assert position.damaged == numbers(position, "red-fighter1")
    assert not play(position, "1 ends").damaged


def test_z14_its_repair_is_paid_at_the_start_of_that_turn():
    position = damaged(HURT)
    chosen = play(position, "1 chooses repair")
    assert rule(chosen, "1 repairs red-warrior1 d25") == "Z14"
    assert rule(chosen, "1 moves red-warrior1 d25-d24") == "Z14"
    mended = play(chosen, "1 repairs red-star1 a29", "1 chooses repair")
    assert mended.money[0] == 2 and rule(mended, "1 repairs red-fighter1 h25") == "Z17"
    mended = play(mended, "1 repairs red-missile1 c27", "1 moves red-star1 a29-b29")
    assert mended.money[0] == 0
    late = play(position, "1 moves red-warrior1 d25-d24")
    assert rule(late, "1 chooses repair") == "Z14"


def test_z14_what_was_struck_in_this_turn_is_not_repaired_in_it():
    position = damaged("red-fighter1")
    assert rule(replace(position, fresh=position.damaged), "1 chooses repair") == "Z14"


# ------------------------------------------------------------------------------- Z15, Z16, Z17


def test_z15_a_turn_ends_with_one_zy_for_each_working_factory():
    assert play(at(RED, GREEN), "1 ends").money == (13, 10)


def test_z15_two_with_the_zylon_card():
    position = at(RED, GREEN, card=Seat(0))
    assert play(position, "1 ends", "2 ends").money == (16, 13)


def test_z16_a_damaged_factory_misses_one_collection():
    position = at(RED, GREEN)
    hurt = replace(position, works=(Works.DAMAGED, *position.works[1:]))
    once = play(hurt, "1 ends")
    assert once.money[0] == 12
    assert play(once, "2 ends", "1 ends").money[0] == 15


def test_z16_a_destroyed_factory_is_rebuilt_for_four():
    position = at(RED, GREEN)
    position = replace(position, works=(Works.DESTROYED, *position.works[1:]))
    assert play(position, "1 ends").money[0] == 12
    chosen = play(position, "1 chooses buy")
    assert rule(chosen, "1 rebuilds red-factory2 i21") == "Z16"
    assert rule(chosen, "1 rebuilds green-factory1 y4") == "Z16"
    built = play(chosen, "1 rebuilds red-factory1 b26")
    assert built.money[0] == 6 and play(built, "1 ends").money[0] == 9
    poor = replace(position, money=(3, 0))
    assert rule(poor, "1 chooses buy") == "Z17"


def test_z17_lost_pieces_are_bought_back_to_free_marks_of_their_kind():
    position = at(RED, "green-fighter1 c25", GREEN, bank="red-warrior2 red-warrior3 red-star1")
    chosen = play(position, "1 chooses buy")
    assert lines(chosen, "buys") == {
        f"1 buys red-warrior2 {mark}" for mark in ("e25", "c24", "d24")
    }
    assert rule(chosen, "1 buys red-warrior2 c25") == "Z17"
    assert rule(chosen, "1 buys red-warrior2 f25") == "Z17"
    assert rule(chosen, "1 buys red-warrior3 e25") == "Z17"
    assert rule(chosen, "1 buys red-star1 h25") == "Z17"
    assert rule(chosen, "1 moves red-warrior1 d25-d24") == "Z17"
    bought = play(chosen, "1 buys red-warrior2 e25")
    assert bought.money[0] == 2 and not bought.moved
    assert rule(bought, "1 moves red-warrior2 e25-f25") is None


def test_z17_who_has_lost_nothing_is_told_that_and_not_that_he_is_poor():
    whole, poor = at(RED, GREEN), replace(at(RED, GREEN, bank="red-star1"), money=(1, 0))
    buy = GAME.parse("1 chooses buy")
    assert whole.refusal(buy).words == "zylatron.none-lost"
    assert poor.refusal(buy).words == "zylatron.no-money"


def test_z17_a_missile_also_comes_on_to_a_craft_and_is_not_launched_then():
    fleet = ("red-star1 a29", "red-fighter1 h25", "red-warrior2 on red-fighter1")
    position = play(at(*fleet, RED, GREEN, bank="red-missile1"), "1 chooses buy")
    assert rule(position, "1 loads red-missile1 h25") == "Z7"
    marked = play(position, "1 buys red-missile1 c27", "1 chooses launch")
    assert rule(marked, "1 launches red-missile1 c27-c28") is None
    loaded = play(position, "1 loads red-missile1 a29")
    assert where(loaded)["a29"] == "red-star1 red-missile1" and loaded.money[0] == 4
    assert rule(loaded, "1 moves red-star1 a29-b29") is None
    assert rule(loaded, "1 chooses launch") == "Z17"
    later = play(loaded, "1 ends", "2 ends", "1 chooses launch")
    assert rule(later, "1 launches red-missile1 a29-b29") is None


def test_z17_pieces_of_a_player_who_was_taken_over_stay_lost():
    position = at(
        RED, bank="green-warrior1 red-warrior2", commands=(Seat(0), CHANCE, Seat(0), CHANCE)
    )
    position = replace(position, holders=position.commands, money=(50, 0))
    chosen = play(position, "1 chooses buy")
    assert rule(chosen, "1 buys green-warrior1 x5") == "Z17"
    assert rule(chosen, "1 buys red-warrior2 x5") is None


def test_z17_a_missile_is_bought_to_a_mark_of_its_own_planet_only():
    held = (Seat(0), CHANCE, Seat(0), CHANCE)
    position = at(RED, bank="red-missile1 red-warrior2", commands=held, holders=held)
    chosen = play(replace(position, money=(50, 0)), "1 chooses buy")
    assert lines(chosen, "buys red-missile1") == {
        f"1 buys red-missile1 {mark}" for mark in ("c27", "e27", "b24", "e24")
    }
    mark = SITES[chosen.box.marks[2][Kind.MISSILE][0]]
    assert rule(chosen, f"1 buys red-missile1 {mark}") == "Z17"


# ----------------------------------------------------------------------------- Z18, Z19, Z21


LANDING = ("green-warrior2 y5", "green-star1 t5", "blue-warrior1 x25", RED)


def won_by_red(position):
    """Red has taken over green, and blue plays on."""
    assert position.commands == (0, 1, 0, CHANCE) and position.holders == (0, 1, 0, CHANCE)
    assert position.money == (20, 10, 0) and position.players == [0, 1]
    return position.outcome is None


def test_z18_a_warrior_on_foot_takes_headquarters_and_all_that_goes_with_them():
    position = at("red-warrior2 w5", *LANDING, seats=3)
    taken = play(position, "1 moves red-warrior2 w5-x5")
    assert won_by_red(taken)
    assert rule(taken, "1 moves green-star1 t5-s5") is None
    ended = play(taken, "1 ends")
    assert ended.money[0] == 26 and ended.turn == 1
    assert play(ended, "2 ends").turn == 0


def test_z18_or_unloaded_but_not_carried():
    position = at("red-fighter1 w5", "red-warrior2 on red-fighter1", *LANDING, seats=3)
    over = play(position, "1 moves red-fighter1 w5-x5")
    assert over.players == [0, 1, 2]
    kept = play(over, "1 leaves red-warrior2", "1 moves red-warrior1 d25-d24")
    assert kept.players == [0, 1, 2]
    assert won_by_red(play(over, "1 leaves red-warrior2", "1 moves red-fighter1 x5-w5"))


def test_z18_or_unloaded_at_the_carriers_last_step():
    position = at("red-fighter1 x11", "red-warrior2 on red-fighter1", *LANDING, seats=3)
    over = play(position, "1 moves red-fighter1 x11-x5")
    assert over.players == [0, 1, 2]
    assert won_by_red(play(over, "1 leaves red-warrior2"))
    stopped = at("red-fighter1 w5", "red-warrior2 on red-fighter1", *LANDING, seats=3)
    stopped = play(stopped, "1 moves red-fighter1 w5-x5", "1 leaves red-warrior2", "1 ends")
    assert stopped.players == [0, 1] and stopped.money == (26, 10, 0)


def test_z18_what_is_taken_as_a_turn_ends_is_told_beside_the_income():
    before = at("red-fighter1 w5", "red-warrior2 on red-fighter1", *LANDING, seats=3)
    before = play(before, "1 moves red-fighter1 w5-x5", "1 leaves red-warrior2")
    after = play(before, "1 ends")
    assert after.credits(before, Seat(0)) == ("Z18", "Z15")
    assert after.credits(before, Seat(2)) == ("Z18",)
    two = at("red-fighter1 w5", "red-warrior2 on red-fighter1", "green-warrior1 v7")
    two = play(two, "1 moves red-fighter1 w5-x5", "1 leaves red-warrior2")
    over = play(two, "1 ends")
    assert over.outcome and over.money[0] > sum(two.money), "with that the game ends"
    assert over.credits(two, Seat(0)) == ("Z18", "Z15")


def test_z18_or_beamed():
    position = at("red-star1 u8", "red-warrior2 on red-star1", *LANDING, seats=3)
    position = play(position, "1 moves red-star1 u8-v9", "1 chooses beam")
    assert rule(position, "1 beams red-warrior2 v9-x5 by red-star1") == "Z9"
    position = at("red-star1 x9", "red-warrior2 on red-star1", *LANDING, seats=3)
    box = replace(position.box, sheet=replace(position.box.sheet, beam=4))
    position = play(replace(position, box=box), "1 chooses beam")
    assert won_by_red(play(position, "1 beams red-warrior2 x9-x5 by red-star1"))


def test_z18_a_damaged_warrior_takes_nothing():
    position = at("red-star1 x9", "red-warrior2 on red-star1", *LANDING, seats=3)
    box = replace(position.box, sheet=replace(position.box.sheet, beam=4))
    position = replace(position, box=box, damaged=numbers(position, "red-warrior2"))
    position = play(position, "1 chooses beam", "1 beams red-warrior2 x9-x5 by red-star1")
    assert where(position)["x5"] == "red-warrior2" and position.players == [0, 1, 2]


def test_z18_an_empty_corner_has_nothing_to_take():
    position = play(at("red-warrior2 w25", RED, GREEN), "1 moves red-warrior2 w25-x25")
    assert position.players == [0, 1] and position.holders == (0, CHANCE, 1, CHANCE)


def test_z19_landing_on_zylon_gives_its_card_until_another_lands_there():
    position = at("red-warrior2 n16", "green-warrior2 n14", RED, GREEN)
    position = play(position, "1 moves red-warrior2 n16-n15")
    assert position.card == 0
    position = play(position, "1 ends")
    assert position.money[0] == 16
    assert rule(position, "2 moves green-warrior2 n14-n15") == "Z3"
    position = play(position, "2 ends", "1 moves red-warrior2 n15-n17")
    assert position.card == 0
    position = play(position, "1 ends", "2 moves green-warrior2 n14-n15")
    assert position.card == 1


def test_z19_a_damaged_warrior_gets_the_card_too():
    position = at("red-fighter1 n16", "red-warrior2 on red-fighter1", RED, GREEN, card=Seat(1))
    position = replace(position, damaged=numbers(position, "red-warrior2"))
    over = play(position, "1 moves red-fighter1 n16-n15")
    assert over.card == 1, "it has not landed yet"
    landed = play(over, "1 leaves red-warrior2", "1 moves red-fighter1 n15-n14")
    assert landed.card == 0 and play(landed, "1 ends").money[0] == 16, "it counts at once"


def test_z19_only_another_players_warrior_takes_the_card_away():
    position = at("red-warrior2 n16", "green-fighter1 n13", RED, GREEN)
    position = play(position, "1 moves red-warrior2 n16-n15", "1 moves red-warrior1 d25-d24")
    position = play(position, "1 ends", "2 ends", "1 moves red-warrior2 n15-n17", "1 ends")
    position = play(position, "2 moves green-fighter1 n13-n15")
    assert position.card == 0, "no Warrior"
    lost = shoot(position, "green-fighter1", "red-warrior2", "HIT.1")
    assert play(lost, "2 removes red-warrior2 n17").card == 0, "he need not live"


def test_z21_a_third_player_takes_a_captured_planets_factories_and_marks():
    held = (Seat(0), Seat(1), Seat(0), CHANCE)
    fleet = ("blue-warrior1 w5", "green-warrior2 y5", "blue-warrior2 x25", RED)
    position = at(*fleet, seats=3, bank="blue-warrior3", commands=held, holders=held)
    position = play(position, "1 ends")
    assert position.money[0] == 16
    position = play(position, "2 moves blue-warrior1 w5-x5")
    assert position.holders == (0, 1, 1, CHANCE) and position.commands == held
    assert rule(play(position, "2 chooses buy"), "2 buys blue-warrior3 w5") is None
    assert play(position, "2 ends").money[1] == 16


# ------------------------------------------------------------------------------------ Z20, Z22


def bereft(money, *others, seats=2, **changes):
    """Green has just lost its last Warrior to red, and it is green's turn."""
    fleet = ("red-fighter1 v4", "green-warrior1 x5", "green-fighter1 y3", RED)
    position = at(*fleet, *others, seats=seats, bank="green-warrior2", **changes)
    position = replace(position, money=(10, *(money,) * (seats - 1)))
    position = shoot(position, "red-fighter1", "green-warrior1", "HIT.1")
    return play(position, "1 removes green-warrior1 x5")


def test_z20_who_has_no_warrior_must_buy_one_in_his_next_turn():
    position = play(bereft(8), "1 ends")
    assert position.turn == 1 and position.asks().key == "zylatron.bereft"
    assert rule(position, "2 ends") == "Z20"
    moved = play(position, "2 moves green-fighter1 y3-y2")
    saved = play(moved, "2 chooses buy", "2 buys green-warrior1 x5")
    assert saved.money[1] == 0
    assert play(saved, "2 ends").players == [0, 1]


def test_z20_and_pays_for_nothing_else_before():
    position = play(bereft(30), "1 ends")
    position = replace(position, works=(*position.works[:6], Works.DESTROYED, *position.works[7:]))
    position = play(position, "2 chooses buy")
    assert rule(position, "2 rebuilds green-factory1 y4") == "Z20"
    position = play(position, "2 buys green-warrior1 x5", "2 chooses buy")
    assert rule(position, "2 rebuilds green-factory1 y4") is None


def test_z20_who_cannot_is_out_and_the_slayer_inherits_all_but_the_money():
    position = play(bereft(7, "blue-warrior1 x25", seats=3), "1 ends", "2 ends")
    assert position.players == [0, 1] and position.turn == 0
    assert position.commands == (0, 1, 0, CHANCE) and position.holders == (0, 1, 0, CHANCE)
    assert position.money == (13, 10, 0)
    assert rule(position, "1 moves green-fighter1 y3-y2") is None


def test_z20_who_finds_no_free_mark_is_out_when_his_turn_ends():
    marks = ("x5", "y5", "w5", "x6", "w6")
    squatters = [f"red-{unit} {mark}" for unit, mark in zip(SQUATTERS, marks, strict=True)]
    start = at("red-warrior5 d25", "green-fighter1 y3", *squatters, bank="green-warrior1")
    position = play(replace(start, slayers=(CHANCE, Seat(0))), "1 ends")
    assert position.turn == 1 and position.bereft
    position = play(position, "2 ends")
    assert position.outcome.winners == {0}


SQUATTERS = ("fighter1", "fighter2", "fighter3", "fighter4", "warrior2")


def test_z20_who_took_his_own_last_warrior_leaves_with_everything():
    fleet = ("green-warrior1 x5", "green-fighter1 y3", "blue-warrior1 x25", "blue-star1 t25", RED)
    position = at(*fleet, seats=3, slayers=(CHANCE, Seat(1), CHANCE))
    position = replace(position, at=tuple(-1 if n == 21 else p for n, p in enumerate(position.at)))
    assert position.box.names[21] == "blue-warrior1"
    position = play(replace(position, money=(0, 7, 0)), "1 ends")
    assert lines(position) == {"3 removes blue-star1 t25"} and position.turn == 2
    position = play(position, "3 removes blue-star1 t25")
    assert position.players == [0, 2] and position.phase is Phase.PLAY
    assert position.holders == (0, CHANCE, 2, CHANCE)


def test_z22_the_last_player_in_the_game_wins():
    position = play(at("red-warrior2 w5", RED, "green-warrior2 y5"), "1 moves red-warrior2 w5-x5")
    assert position.outcome.winners == {0} and position.outcome.scores == (20, 0)
    assert position.actors == frozenset() and not list(position.moves())
    assert rule(position, "1 ends") == "Z22"


# ----------------------------------------------------------------------------------------- Z23


def test_z23_the_short_game_has_fighters_and_warriors_only_and_no_damage():
    position = GAME.start(Setting(2, options={"short_game": True}))
    assert {name.split("-")[1][:-1] for name in where(position).values()} == {"fighter", "warrior"}
    assert len(where(position)) == 18
    assert len(position.pile) == 30 and not any("DAMAGE" in card for card in position.pile)


def test_z23_two_moves_and_ten_steps_for_a_fighter():
    position = at("red-fighter1 a29", RED, GREEN, options=("short_game",))
    assert {"k29", "a19"} <= goals(position, "red-fighter1")
    assert rule(position, "1 moves red-fighter1 a29-l29") == "Z4"
    position = play(position, "1 moves red-fighter1 a29-k29", "1 moves red-warrior1 d25-d28")
    assert not lines(position, "moves ")


def test_z23_no_star_or_missile_can_be_bought():
    position = GAME.start(Setting(2, options={"short_game": True}))
    position = replace(play(position, "lot red d25"), money=(99, 99))
    assert rule(position, "1 chooses buy") == "Z17"
    assert rule(position, "1 chooses beam") == "Z9"
    assert rule(position, "1 chooses launch") == "Z13"


# -------------------------------------------------------------------------------- rules of thumb


def test_a_warrior_nearer_to_headquarters_promises_more_and_winning_most():
    far = at("red-warrior2 d24", RED, GREEN)
    near = at("red-warrior2 w5", RED, "green-warrior2 y5")
    won = play(near, "1 moves red-warrior2 w5-x5")
    assert far.evaluate(Seat(0)) < near.evaluate(Seat(0)) < won.evaluate(Seat(0))
    assert won.evaluate(Seat(1)) < near.evaluate(Seat(1))


def robots_turn(position, monkeypatch):
    """What a robot without whims does, up to the end of its turn or to a card."""
    monkeypatch.setattr(players, "WHIM", 0.0)
    robot, seat, made = players.greedy(Random(1)), position.turn, []
    while position.actors == {seat} and len(made) < 12:
        made.append(robot(position, seat))
        position = position.after(made[-1])
    return [str(move) for move in made], position


def test_a_robot_repairs_before_it_does_anything_else(monkeypatch):
    start = at("red-fighter1 a29", RED, "red-star1 h25", GREEN)
    hurt = replace(start, damaged=numbers(start, "red-fighter1"), money=(40, 10))
    made, after = robots_turn(hurt, monkeypatch)
    assert made[:2] == ["1 chooses repair", "1 repairs red-fighter1 a29"]
    assert not after.damaged


def test_a_robot_s_missile_comes_down_among_foes_and_not_among_friends(monkeypatch):
    foes = ("green-fighter1 h19", "green-fighter2 i19", "green-star1 i20", GREEN)
    start = at("red-star1 h25", "red-missile1 on red-star1", "red-fighter1 k19", RED, *foes)
    made, after = robots_turn(start, monkeypatch)
    assert any(" launches red-missile1 " in line for line in made), made
    struck = {*after.victims, after.target} - {""}
    assert struck and all(name.startswith("green") for name in struck)


def test_a_missile_that_harms_nobody_and_a_beam_for_its_own_sake_are_vain():
    start = at("red-star1 h25", "red-missile1 on red-star1", RED, "green-fighter1 h19", GREEN)
    launch, beam = play(start, "1 chooses launch"), play(start, "1 chooses beam")
    vain = {str(move): launch.vain(move) for move in launch.moves()}
    assert vain["1 launches red-missile1 h25-h25"] and not vain["1 launches red-missile1 h25-h19"]
    down = [move for move in beam.moves() if " beams red-missile1 " in str(move)]
    assert down and all(map(beam.vain, down))


def test_a_robot_shoots_the_guard_of_headquarters_that_a_warrior_can_storm():
    start = at("red-fighter1 v5", "red-warrior2 on red-fighter1", RED, GREEN, "green-warrior2 w6")
    aimed = play(start, "1 chooses fire", "1 aims red-fighter1 v5")
    shots = [move for move in aimed.moves() if " fires-at " in str(move)]
    best = max(shots, key=lambda shot: aimed.after(shot).evaluate(Seat(0)))
    assert "green-warrior1" in str(best)


def test_what_is_remembered_of_a_side_is_what_it_would_be_anew():
    position, luck = GAME.start(Setting(3)), Random(7)
    for _ in range(200):
        position = position.after(luck.choice(list(position.moves())))
        known = position.stances
        for remembered in (evaluation.muster, evaluation.covered, evaluation.crowds):
            remembered.cache_clear()
        assert known == evaluation.stances(replace(position))


def test_money_changes_by_the_rules_that_say_so():
    start = at("red-warrior2 w5", "red-fighter1 a29", RED, "green-warrior2 y5", bank="red-warrior3")
    start = replace(start, damaged=numbers(start, "red-fighter1"))
    start = replace(start, works=(Works.DESTROYED, *start.works[1:]), money=(40, 10))
    mended = play(start, "1 chooses repair", "1 repairs red-fighter1 a29")
    bought = play(start, "1 chooses buy", "1 buys red-warrior3 c25")
    built = play(start, "1 chooses buy", "1 rebuilds red-factory1 b26")
    assert [after.credits(start, Seat(0)) for after in (mended, bought, built)] == [
        ("Z14",),
        ("Z17",),
        ("Z16",),
    ]
    assert play(start, "1 ends").credits(start, Seat(0)) == ("Z15",)
    won = play(start, "1 moves red-warrior2 w5-x5")
    assert won.credits(start, Seat(0)) == won.credits(start, Seat(1)) == ("Z18",)
    assert start.credits(start, Seat(0)) == ()


def test_who_is_expelled_loses_his_money_by_z20():
    before = bereft(7, "blue-warrior1 x25", seats=3)
    before = play(before, "1 ends")
    assert play(before, "2 ends").credits(before, Seat(2)) == ("Z20",)
    poor = at("green-warrior1 x5", "blue-warrior1 x25", seats=3, money=(7, 0, 0))
    poor = replace(poor, turn=Seat(2))
    assert play(poor, "3 ends").credits(poor, Seat(0)) == ("Z20",)
