"""Situation 7, rule by rule."""

from random import Random

import pytest
from msgspec.structs import replace

from controller.app.setup.start_game import partners_at_seat
from controller.errors import Misuse
from controller.game import Setting
from controller.games.situation7 import GAME
from controller.games.situation7.files import own_box
from controller.games.situation7.moves import Equipment, Lay, Phase, Stop, parse
from controller.games.situation7.rules import start
from controller.robots.players import player_named
from controller.scene import RED, Glow, Light
from controller.sitting.flow import Stage
from controller.values import Piece, Refusal, standing
from controller.words import say
from sims.bench.rig import Rig
from tests.panels import load_panel
from tests.situation7 import BASES, at, lines, play, rule, side, spaces, turned

ROCKETS, SATELLITES, ASTRONAUTS = (BASES[kind][0] for kind in ("rocket", "satellite", "astronaut"))
LAUNCHES = [("rocket", "S4", ROCKETS), ("satellite", "S5", SATELLITES)]
launches = pytest.mark.parametrize(
    ("kind", "number", "base"), LAUNCHES, ids=["s4-rocket", "s5-satellite"]
)
BORDER = "F1 F2 F3 F4 E3 E4"
"""Yellow's base line, joined to its whole astronaut base."""


def everything(but=""):
    """All spaces but these."""
    left = [space for space in own_box().board.spaces if space not in but.split()]
    return " ".join(left)


# ----------------------------------------------------------------------------------------- setup


@pytest.mark.parametrize(
    "setting",
    [
        Setting(1),
        Setting(3),
        Setting(4, teams=((0, 2), (1, 3))),
        Setting(2, teams=((0,), (1,))),
        Setting(2, options={"turns": True}),
    ],
    ids=["one", "three", "four seats", "teams", "unknown option"],
)
def test_what_cannot_be_set_up_is_misuse(setting):
    with pytest.raises(Misuse):
        GAME.start(setting)


def test_each_side_has_a_piece_for_every_space_and_nine_of_equipment():
    pieces = GAME.pieces(start(Setting(2)))
    assert len(pieces) == len(set(pieces)) == 2 * 96 + 2 * 9
    assert {"A0y", "F23g", "rocket1y", "satellite3g", "astronaut2y"} <= set(pieces)


@pytest.mark.parametrize(
    "space, near",
    [
        ("A0", "A1 A7 B0"),
        ("B3", "B2 B4 A3 C6 C7"),
        ("C0", "C15 C1 B0 D0"),
        ("D1", "D0 D2 C1 E1 E2"),
        ("D2", "D1 D3 C2 E3 E4"),
        ("E1", "E0 E2 D0 D1 F1"),
        ("E2", "E1 E3 D1 F2"),
        ("F0", "F23 F1 E0"),
    ],
)
def test_spaces_touch_along_a_row_and_across_a_circle_but_not_at_corners(space, near):
    board = own_box().board
    assert {*board.sites(board.beside[space])} == {*near.split()}
    for other in board.spaces:
        mutual = board.bit[space] & board.beside[other]
        assert bool(mutual) == (other in near.split())


# ----------------------------------------------------------------------------------------- start


def test_s1_play_begins_when_both_sides_are_ready():
    position = start(Setting(2))
    assert lines(position) == {"1 is ready", "2 is ready"} and position.actors == {0, 1}
    assert rule(position, "1 lays F0") == "S1"
    assert rule(position, "1 stops") == "S1"
    position = play(position, "2 is ready")
    assert position.actors == {0} and position.asks().key == "situation7.ready1"
    assert rule(position, "2 is ready") == "S1"
    assert rule(position, "2 lays F12") == "S1"
    position = play(position, "1 is ready")
    assert position.phase is Phase.PLAY and position.asks().key == "situation7.go"
    assert rule(position, "1 is ready") == "S1"


def test_s1_nobody_has_a_turn():
    position = at()
    for line in ("1 lays F0", "1 lays F1", "2 lays F12", "1 lays F2", "2 lays F13"):
        assert position.actors == {0, 1}
        position = play(position, line)


def test_s1_the_earlier_piece_keeps_the_space():
    position = at("F3", "F5")
    assert rule(position, "1 lays F4") is None and rule(position, "2 lays F4") is None
    position = play(position, "2 lays F4")
    assert rule(position, "1 lays F4") == rule(position, "2 lays F4") == "S1"
    assert position.refusal(parse("1 lays F4")).sites == {"F4"}


def test_s1_before_the_signal_the_table_says_that_nobody_arranges_pieces():
    waiting = start(Setting(2))
    assert "do not sort them yet" in say(waiting.asks())
    assert "Do not sort pieces" in say(play(waiting, "1 is ready").asks())


def test_s1_two_people_may_share_a_side_and_are_named_together():
    assert partners_at_seat(GAME, ("Ada", "Grace")).name == "Ada and Grace"
    with pytest.raises(Misuse, match="cannot share a seat of Situation 7: it is for two at most"):
        partners_at_seat(GAME, ("Ada", "Grace", "Alan"))


@pytest.mark.parametrize("lower", [0, 1])
@pytest.mark.parametrize("gap", [0.0, 0.02, 0.043, 0.06, 0.3])
def test_s1_of_two_pieces_the_lower_one_keeps_the_space_however_soon_the_other_comes(gap, lower):
    """The switch under the space feels nothing of the other."""
    position = at("F3", "F5")
    rig = Rig(position, load_panel("situation7"))
    rig.settle()
    sides = (lower, 1 - lower)
    first, second = (standing(position.after(Lay(s, "F4")).layout(), "F4")[0] for s in sides)
    rig.bench.put(first, "F4")
    rig.wait(gap)
    rig.bench.put(second, "F4")
    rig.wait(0.5)
    assert rig.table.history == [Lay(lower, "F4")] and rig.table.stage is Stage.WAITING
    rig.bench.lift("F4", first.name)
    rig.wait(0.5)
    assert rig.table.stage is Stage.MENDING and rig.lights()["F4"].colour == RED
    rig.bench.lift("F4", second.name)
    rig.bench.put(first, "F4")
    rig.wait(0.5)
    assert rig.table.stage is Stage.WAITING and rig.table.history == [Lay(lower, "F4")]


def test_s1_a_piece_that_its_side_might_not_lay_there_keeps_no_space():
    """The lawful one above it is felt once it is gone, and is laid anew: it did not come first."""
    position = at("F3", "F9")
    assert rule(position, "1 lays F4") is None and rule(position, "2 lays F4") == "S3"
    rig = Rig(position, load_panel("situation7"))
    rig.settle()
    yellow, green = (standing(position.after(Lay(s, "F4")).layout(), "F4")[0] for s in (0, 1))
    rig.bench.put(green, "F4")
    rig.bench.put(yellow, "F4")
    rig.wait(0.5)
    assert rig.table.notice.rule == "S3" and rig.lights()["F4"] == Light(RED, Glow.FAST)
    rig.bench.lift("F4", green.name)
    rig.wait(0.5)
    assert not rig.table.history and rig.lights()["F4"] == Light(RED, Glow.FAST)
    rig.bench.lift("F4", yellow.name)
    rig.wait(0.5)
    rig.bench.put(yellow, "F4")
    rig.wait(0.5)
    assert rig.table.history == [Lay(0, "F4")] and rig.table.stage is Stage.WAITING


def test_s1_what_one_side_does_changes_nothing_of_what_the_other_may():
    yellow = side(f"F0 {ROCKETS} {SATELLITES} {ASTRONAUTS}")
    position = at(yellow, "F12 F5")
    before = {line for line in lines(position) if line[0] == "2"}
    for kind in Equipment:
        armed = play(position, f"1 arms {kind.value}")
        assert {line for line in lines(armed) if line[0] == "2"} == before
    assert {line for line in lines(play(position, "1 stops")) if line[0] == "2"} == before


@pytest.mark.parametrize("seat", [0, 1])
def test_s2_the_first_piece_lies_on_the_own_base_line(seat):
    line = [{"F21", "F22", "F23", "F0", "F1", "F2"}, {"F9", "F10", "F11", "F12", "F13", "F14"}]
    position = at()
    assert spaces(position, seat) == line[seat]
    assert rule(position, f"{seat + 1} lays A0") == "S2"
    assert rule(position, f"{seat + 1} lays {min(line[1 - seat])}") == "S2"


def test_s2_a_line_that_the_other_has_taken_is_taken():
    assert spaces(at("", "F0 F1"), 0) == {"F21", "F22", "F23", "F2"}


def test_s3_further_pieces_lie_next_to_the_own():
    position = at("F0", "F12 F3")
    assert spaces(position, 0) == {"F1", "F23", "E0"}
    assert rule(position, "1 lays F21") == "S3", "the base line alone is no longer enough"
    assert rule(position, "1 lays E1") == "S3", "a corner is no touch"
    assert rule(position, "1 lays F4") == "S3", "next to the other's is not next to the own"
    assert spaces(play(position, "1 lays E0"), 0) == {"F1", "F23", "E1", "E23", "D0"}


# ------------------------------------------------------------------------------------- equipment


@launches
def test_s4_s5_the_whole_base_must_be_covered(kind, number, base):
    most = " ".join(base.split()[:-1])
    assert rule(at(f"F0 {most}", "F12"), f"1 arms {kind}") == number
    assert rule(at(f"F0 {base}", "F12"), f"1 arms {kind}") is None
    assert rule(at(f"F0 {base}", "F12"), f"2 arms {kind}") == number


@launches
def test_s4_s5_a_launch_lands_next_to_the_other_and_apart_from_the_own(kind, number, base):
    position = at(f"F0 {base}", "F12 F2 E12")
    assert rule(position, f"1 drops {kind} F11") == number, "nothing was said"
    position = play(position, f"1 arms {kind}")
    assert spaces(position, 0, "drops") == {"F11", "F13", "E11", "E13", "D8", "F3", "E2"}
    assert rule(position, f"1 drops {kind} F1") == number, "it joins F0"
    assert rule(position, f"1 drops {kind} A0") == number, "nobody is there"
    assert rule(position, f"1 drops {kind} F12") == "S1"
    position = play(position, f"1 drops {kind} F11")
    assert position.layout()["F11"] == (Piece("F11y", 0), Piece(f"{kind}1y", 0))
    assert position.sides[0].armed is None and not spaces(position, 0, "drops")


@launches
def test_s4_s5_more_pieces_join_the_foothold(kind, number, base):
    position = play(at(f"F0 {base}", "F12"), f"1 arms {kind}", f"1 drops {kind} F11")
    assert {"F10", "E11"} <= spaces(position, 0)
    play(position, "1 lays F10", "1 lays F9")


@launches
def test_s4_s5_three_of_each_and_no_more(kind, number, base):
    gear = [f"{kind} {space}" for space in base.split()[:2]]
    position = at(side(f"F0 {base}", gear), "F12")
    position = play(position, f"1 arms {kind}", f"1 drops {kind} F11")
    assert position.layout()["F11"][-1].name == f"{kind}3y"
    assert rule(position, f"1 arms {kind}") == number


@launches
def test_s4_s5_a_launch_may_be_thought_better_of(kind, number, base):
    position = at(f"F0 {base}", "F12")
    assert rule(position, f"1 disarms {kind}") == number
    armed = play(position, f"1 arms {kind}")
    assert rule(armed, f"1 arms {kind}") == number
    assert play(armed, f"1 disarms {kind}") == position


def test_s4_pieces_are_laid_while_a_launch_is_due_and_are_none():
    position = play(at(f"F0 {ROCKETS}", "F12"), "1 arms rocket", "1 lays F1")
    assert position.layout()["F1"] == (Piece("F1y", 0),)
    assert position.sides[0].armed is Equipment.ROCKET


def test_s5_another_key_changes_what_is_launched():
    position = at(f"F0 {ROCKETS} {SATELLITES}", "F12")
    position = play(position, "1 arms rocket", "1 arms satellite")
    assert rule(position, "1 drops rocket F11") == "S4"
    assert play(position, "1 drops satellite F11").sides[0].gear == ((Equipment.SATELLITE, "F11"),)


def test_s6_one_equipment_piece_to_a_puzzle_piece():
    position = at(side(BORDER, ["astronaut E3"]), "F12")
    position = play(position, "1 arms astronaut")
    assert rule(position, "1 mans E3") == "S6"
    assert position.refusal(parse("1 mans E3")).sites == {"E3"}
    position = at(side(BORDER, ["rocket F4"], armed=Equipment.ASTRONAUT), "F12")
    assert rule(position, "1 mans F4") == "S6"
    assert spaces(position, 0, "mans") == {"F1", "F2", "F3", "E3", "E4"}


def test_s6_equipment_once_placed_never_moves():
    position = at(side(BORDER, ["astronaut E3"]), "F12")
    for line in ("1 arms astronaut", "1 mans F3", "1 lays D2", "2 lays F13"):
        position = play(position, line)
        assert position.sides[0].gear[0] == (Equipment.ASTRONAUT, "E3")
        assert position.layout()["E3"] == (Piece("E3y", 0), Piece("astronaut1y", 0))
    assert position.layout()["F3"][-1].name == "astronaut2y"


def test_s7_the_whole_astronaut_base_must_be_covered():
    position = at("F1 F2 F3 F4 E3", "F12")
    assert rule(position, "1 arms astronaut") == "S7"
    assert rule(play(position, "1 lays E4"), "1 arms astronaut") is None


def test_s7_an_astronaut_goes_to_any_own_piece_he_reaches():
    position = at(BORDER, "F12")
    assert rule(position, "1 mans F1") == "S7", "nothing was said"
    position = play(position, "1 arms astronaut")
    assert spaces(position, 0, "mans") == {*BORDER.split()}
    assert rule(position, "1 mans F12") == "S7", "it is the other's"
    assert rule(position, "1 mans A0") == "S7", "nothing lies there"
    for nowhere in ("1 mans F12", "1 mans A0"):
        assert position.refusal(parse(nowhere)).words == "situation7.not-yours"
    position = play(position, "1 mans F1")
    assert position.sides[0].astronauts == ("F1",) and position.sides[0].armed is None


def test_s7_who_sends_an_astronaut_to_the_other_side_is_told_whose_it_is():
    position = play(at(BORDER, "F12"), "1 arms astronaut")
    rig = Rig(position, load_panel("situation7"))
    rig.settle()
    assert rig.say(parse("1 mans F12")).words == "situation7.not-yours"
    assert rig.table.notice == Refusal("S7", "situation7.not-yours")
    assert not rig.table.history


def test_s7_he_reaches_only_what_hangs_together_with_base_and_base_line():
    foothold = at(side(f"{BORDER} F11", armed=Equipment.ASTRONAUT), "F12")
    assert rule(foothold, "1 mans F11") == "S7"
    lonely = at(side(f"F0 {ASTRONAUTS}", armed=Equipment.ASTRONAUT), "F12")
    assert spaces(lonely, 0, "mans") == set()
    assert rule(lonely, "1 mans E3") == rule(lonely, "1 mans F0") == "S7"
    joined = play(lonely, "1 lays F1", "1 lays F2")
    assert spaces(joined, 0, "mans") == {"F0", *BORDER.split()}


def test_s7_three_astronauts_and_no_more():
    position = at(side(BORDER, ["astronaut E3", "astronaut E4", "astronaut F3"]), "F12")
    assert rule(position, "1 arms astronaut") == "S7"


def test_s8_the_other_side_may_not_lay_next_to_an_astronaut():
    position = at(side(BORDER, ["astronaut F4"]), "F12 F6 D3")
    assert rule(position, "2 lays F5") == "S8"
    assert position.refusal(parse("2 lays F5")).sites == {"F4"}
    assert rule(position, "2 lays E6") is None and rule(position, "2 lays E5") is None
    assert rule(position, "1 lays F5") is None, "the guarded side is not hindered"


@pytest.mark.parametrize("kind", ["rocket", "satellite"])
def test_s8_other_equipment_guards_nothing(kind):
    assert rule(at(side(BORDER, [f"{kind} F4"]), "F12 F6"), "2 lays F5") is None


def test_s8_drops_are_kept_away_too():
    green = side(f"F12 {BASES['rocket'][1]}", armed=Equipment.ROCKET)
    assert rule(at(side(BORDER), green), "2 drops rocket F5") is None
    assert rule(at(side(BORDER, ["astronaut F4"]), green), "2 drops rocket F5") == "S8"


def test_s8_an_astronaut_of_both_leaves_the_space_to_either():
    position = at(side(BORDER, ["astronaut F4"]), side("F12 F6 D3", ["astronaut F6"]))
    assert rule(position, "1 lays F5") is None and rule(position, "2 lays F5") is None
    assert rule(at(side(BORDER), side("F12 F6", ["astronaut F6"])), "1 lays F5") == "S8"


def test_s8_is_judged_space_by_space():
    position = at(side(BORDER, ["astronaut E4"]), side("F12 F5 D3", ["astronaut F5"]))
    assert rule(position, "2 lays E5") is None, "F5 stands next to E5 too"
    assert rule(position, "2 lays D2") == "S8", "E4 still guards D2"
    assert rule(position, "1 lays D2") is None


def test_s8_holds_for_a_first_piece():
    assert spaces(at("", side("F12 F3", ["astronaut F3"])), 0) == {"F21", "F22", "F23", "F0", "F1"}


def test_s9_what_does_not_count_is_not_on_the_board():
    position = at("F0", "F12")
    for line in ("1 lays A0", "2 lays F0", "1 lays F12"):
        assert rule(position, line) and set(position.layout()) == {"F0", "F12"}
    assert rule(position, "1 lays B9") == "S9", "there is no such space"


def test_s9_a_piece_laid_on_another_is_told_from_it():
    position = at("F0", "F12 F1")
    both = position.after(parse("2 lays F0")).layout()["F0"]
    assert {piece.name for piece in both} == {"F0y", "F0g"}
    attempts = [str(move) for move in position.attempts(frozenset({"F0"}))]
    assert attempts == ["1 takes F0", "2 lays F0"]


def test_s9_what_was_laid_lawfully_stays():
    position = play(at("F0", "F12"), "1 lays F1")
    laid = dict(position.layout())
    for line in ("2 lays F13", "1 lays F2", "1 stops"):
        position = play(position, line)
        assert laid.items() <= dict(position.layout()).items()


def test_s9_a_piece_lies_only_on_its_own_space_so_no_second_one_of_a_side_on_any():
    """A space that is taken cannot feel one more of the same side: no hand gets it to lie there."""
    luck = Random(9)
    board, yellow, green = own_box().board, "F0 F1 E0", "F12 F13 E12"
    rig = Rig(at(yellow, green), load_panel("situation7"))
    rig.settle()
    before = {site: [*stack] for site, stack in rig.bench.stacks.items()}
    for _ in range(24):
        sign, taken = luck.choice([("y", yellow), ("g", green)])
        space = luck.choice([s for s in board.spaces if s not in f"{yellow} {green}".split()])
        on = luck.choice(taken.split())
        rig.do(f"fetch {space}{sign}")
        with pytest.raises(Misuse, match=f"piece for {space} is cut for {space}: on {on} it does"):
            rig.do(f"put {on}")
        rig.do("away")
        with pytest.raises(Misuse, match="it does not fit"):
            rig.do(f"move {on} {space}")
        rig.wait(0.5)
        assert rig.bench.stacks == before
    rig.settle()
    assert rig.table.history == []


def test_s9_a_laid_piece_may_be_neither_lifted_nor_taken_back():
    position = at(side(BORDER, ["astronaut E3"]), "F12")
    assert rule(position, "1 takes E3") == rule(position, "2 takes F12") == "S9"
    assert "E3" not in position.after(parse("1 takes E3")).layout()
    assert parse("1 lays F0").reveals and parse("1 drops rocket F0").reveals
    assert not parse("1 mans F0").reveals and not parse("1 stops").reveals


def test_s10_a_base_with_an_opposing_piece_is_spoiled():
    position = at("F0 E19 F19 F20", "F12 E20")
    assert rule(position, "1 arms rocket") == "S10"
    assert position.refusal(parse("1 arms rocket")).sites == {"E20"}
    assert position.scores() == (0, 0)


def test_s10_who_covers_anothers_base_takes_its_points_but_no_equipment():
    position = at("F0", f"F12 {ROCKETS}")
    assert position.scores() == (0, 50)
    assert rule(position, "2 arms rocket") == "S4"
    assert rule(position, "1 arms rocket") == "S10"


# ------------------------------------------------------------------------------------------- end


def test_s11_it_ends_when_all_spaces_are_covered():
    position = at(everything("A0"), "")
    assert position.outcome is None
    position = play(position, "1 lays A0")
    assert position.outcome and position.actors == frozenset() and not lines(position)
    assert rule(position, "2 stops") == rule(position, "1 lays A0") == "S11"


def test_s11_it_ends_when_both_sides_stop():
    position = play(at("F0", "F12"), "2 stops")
    assert position.outcome is None and position.actors == {0, 1}
    assert rule(position, "2 stops") == "S11"
    position = play(position, "1 stops")
    assert position.outcome and position.asks().key == "situation7.over"
    assert rule(position, "1 lays F1") == "S11"


@pytest.mark.parametrize("line", ["1 lays F1", "1 arms rocket"])
def test_s11_a_side_that_plays_on_has_not_stopped(line):
    position = play(at(f"F0 {ROCKETS}", "F12"), "1 stops")
    assert position.sides[0].stopped and position.asks().key == "situation7.stopped1"
    position = play(position, line, "2 stops")
    assert position.outcome is None


def test_s12_a_sector_pays_only_whoever_has_all_of_it():
    assert at("B0", "").scores() == (0, 0)
    assert at("B0 A0", "").scores() == (50, 0)
    assert at("B0", "A0").scores() == (0, 0)
    assert at("", "C4 C5 D4 D5").scores() == (0, 50), "a sector, half a base, half a planet"


@pytest.mark.parametrize(
    "spaces, points",
    [
        (ROCKETS, 50),
        (SATELLITES, 50),
        (ASTRONAUTS, 50),
        ("E23 E0 F23 F0", 100),
        ("C15 C0 D15 D0", 100),
        ("D3 D4 E5 E6", 100),
        ("C1 C2", 50),
        ("F5 F6", 50),
        ("A0 A1 A2 A3 A4 A5 A6 A7", 200),
        *((space, 25) for space in ("E1", "E22", "C3")),
        *((space, 50) for space in ("B1", "D2")),
        ("B3", 75),
    ],
)
def test_s12_each_thing_pays_whoever_covers_all_of_it(spaces, points):
    opposite = " ".join(turned(space) for space in spaces.split())
    assert at(spaces, "").scores() == (points, 0)
    assert at("", opposite).scores() == (0, points)


@pytest.mark.parametrize("spaces", [ROCKETS, "E23 E0 F23 F0", "C1 C2", "A0 A1 A2 A3 A4 A5 A6 A7"])
def test_s12_what_both_have_covered_pays_nobody(spaces):
    first, rest = spaces.split(maxsplit=1)
    assert at(rest, first).scores() == at(first, rest).scores() == (0, 0)


def test_s12_everything_together_is_worth_3000():
    assert at(everything(), "").scores() == (3000, 0)
    assert sum(prize.points for prize in own_box().prizes) == 3000


@pytest.mark.parametrize(
    "yellow, green, winners",
    [("F0 B0 A0", "F12", {0}), ("F0", "F12 B4 A4", {1}), ("F0", "F12", {0, 1})],
    ids=["yellow", "green", "draw"],
)
def test_s12_more_points_win_and_equal_is_a_draw(yellow, green, winners):
    position = play(at(yellow, green), "1 stops", "2 stops")
    assert position.outcome.winners == winners
    assert position.outcome.scores == position.scores()


def test_s12_the_end_tells_points_and_sectors_of_each_side():
    told = play(at("F0 B0 A0", f"F12 {ROCKETS}"), "1 stops", "2 stops").asks().fields
    assert (told["one"], told["one_sectors"]) == (50, 1)
    assert told["other_sectors"] == 0


def test_the_keys_of_a_side_say_what_it_may_do_next():
    position = at(f"F0 {ROCKETS}", "F12")
    keys = frozenset({"key.rocket1", "key.stop2", "key.ready1"})
    assert {str(m) for m in position.attempts(keys)} == {"1 is ready", "1 arms rocket", "2 stops"}
    armed = replace(position.sides[0], armed=Equipment.ROCKET)
    again = at(armed, "F12").attempts(frozenset({"key.rocket1"}))
    assert [str(move) for move in again] == ["1 disarms rocket"]


def test_a_lifted_piece_points_at_itself_while_an_astronaut_is_due():
    position = at(BORDER, "F12")
    assert [str(m) for m in position.attempts(frozenset({"F3"}))] == ["1 takes F3", "2 lays F3"]
    armed = play(position, "1 arms astronaut").attempts(frozenset({"F3", "F12"}))
    assert {str(m) for m in armed} == {"1 mans F3", "2 lays F3", "1 lays F12", "2 takes F12"}


# ----------------------------------------------------------------------------- what a robot thinks


@pytest.mark.parametrize("seed", range(20))
def test_a_promise_is_the_same_from_the_other_side_of_the_table(seed):
    luck, spaces_left = Random(seed), [str(space) for space in own_box().board.spaces]
    chosen = luck.sample(spaces_left, 30)
    one, other = chosen[: luck.randrange(1, 20)], chosen[20:]
    here = at(" ".join(one), " ".join(other))
    there = at(" ".join(map(turned, other)), " ".join(map(turned, one)))
    assert here.evaluate(0) == pytest.approx(there.evaluate(1))
    assert here.evaluate(1) == pytest.approx(there.evaluate(0))


def test_what_both_have_begun_promises_nobody_anything():
    """C15 and D15 are of one planet and one sector, and of nothing else."""
    assert at("C15", "F12").lead > at("", "F12").lead
    assert at("C15", "F12 D15").lead == at("", "F12").lead


def test_a_robot_likes_spaces_that_it_alone_may_cover_next():
    free, hemmed = at("E0", "F12"), at("E0", "F12 E1 F1")
    assert free.evaluate(0) - free.lead > hemmed.evaluate(0) - hemmed.lead


@pytest.mark.parametrize("seed", range(10))
def test_to_stop_is_vain_while_both_lay_on(seed):
    """To stop is vain as long as there is room and the other side goes on; then it may win."""
    luck, position = Random(seed), start(Setting(2))
    while position.phase is not Phase.OVER:
        stops = [move for move in position.moves() if isinstance(move, Stop)]
        for stop in stops:
            room = bool(spaces(position, stop.seat))
            alone = position.sides[1 - stop.seat].stopped
            assert position.vain(stop) is (room and not alone)
        position = position.after(luck.choice(list(position.moves())))


@pytest.mark.parametrize("seed", range(3))
def test_no_robot_stops_while_both_lay_on(seed):
    """Not even a cadet, who takes any of what is good."""
    luck, position = Random(seed), start(Setting(2))
    cadets = [player_named("cadet", Random(f"{seed} {seat}"), GAME) for seat in (0, 1)]
    while position.phase is not Phase.OVER:
        seat = luck.choice(sorted(position.actors))
        if move := cadets[seat](position.seen_by(seat), seat):
            lays_on = not position.sides[1 - seat].stopped and spaces(position, seat)
            assert not (isinstance(move, Stop) and lays_on)
            position = position.after(move)
