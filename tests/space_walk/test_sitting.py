"""Space Walk under people's hands: quick ones, on reeds that feel only something or nothing."""

from random import Random

import pytest
from msgspec.structs import replace

from controller.game import Setting, why
from controller.games.space_walk import GAME
from controller.games.space_walk.moves import Phase
from controller.games.space_walk.refusals import NONE_LEFT, ONE_A_ROUND, no_own_ship
from controller.reading.choose import Ask
from controller.reading.sources import robots_own
from controller.sitting.flow import Stage
from controller.sitting.keys import BACK, NEXT, YES
from controller.sitting.robots import RobotGuard
from controller.values import Seat
from controller.words import say
from sims.bench.rig import Rig
from sims.bench.showing import answer_question
from tests.panels import load_panel
from tests.space_walk import at

PANELS = ["space_walk", "space_walk_tags"]
every_panel = pytest.mark.parametrize("panel", PANELS)
LONE = ("o3 green.large.1", "i5 green.small.1", "i2 red.large.1")
CROWDS = (
    "o1 green.large.1 red.large.1 green.small.1",
    "o2 red.medium.1",
    "o3 red.small.1",
    "i2 red.large.2",
    "i3 green.large.2",
)


def sat(panel, *fields, **terms):
    rig = Rig(at(*fields, **terms), load_panel(panel))
    rig.settle()
    return rig


def record(rig):
    return [str(move) for move in rig.table.history]


@every_panel
@pytest.mark.parametrize("pause", [0.15, 0.3, 0.6, 2.0])
def test_a_lone_ship_is_carried_on_at_any_pace(panel, pause):
    rig = sat(panel, *LONE)
    ship = rig.bench.lift("o3")
    rig.wait(pause)
    rig.bench.put(ship, "o4")
    rig.wait(1.2)
    assert record(rig) == ["1 empties o3", "1 lands green.large.1 o4"]
    assert rig.table.stage is Stage.WAITING


@every_panel
@pytest.mark.parametrize("pause", [0.12, 0.25, 0.5, 1.0])
def test_a_group_is_sown_at_any_pace(panel, pause):
    rig = sat(panel, "o1 green.large.1 red.medium.1 green.small.2", *LONE[1:])
    ships = {piece.name: piece for piece in list(rig.bench.stacks["o1"])}
    for name in ships:
        rig.bench.lift("o1", name)
        rig.wait(pause / 2)
    for name, field in (("green.large.1", "o2"), ("red.medium.1", "o3"), ("green.small.2", "o4")):
        rig.wait(pause)
        rig.bench.put(ships[name], field)
    rig.wait(1.5)
    assert record(rig) == [
        "1 empties o1",
        "1 lands green.large.1 o2",
        "1 lands red.medium.1 o3",
        "1 lands green.small.2 o4",
    ]


def lifted(rig, field):
    ships = {}
    while rig.bench.stacks.get(field):
        ship = rig.bench.lift(field)
        ships[ship.name] = ship
    rig.wait(0.6)
    return ships


def test_what_nothing_feels_is_taken_as_made_on_yes():
    rig = sat("space_walk", *CROWDS)
    ships = lifted(rig, "o1")
    for first, field in (("red.large.1", "o2"), ("green.large.1", "o3"), ("green.small.1", "o4")):
        rig.bench.put(ships[first], field)
    rig.wait(1.0)
    assert isinstance(rig.table.state.decision, Ask), "which of the large ships came down first?"
    assert rig.table.stage is Stage.ASKING
    while (asked := rig.table.state.gesture).answers[asked.chosen % 2][0].ship != "red.large.1":
        rig.hand.press(NEXT)
    rig.hand.press(YES)
    rig.wait(1.0)
    assert record(rig) == [
        "1 empties o1",
        "1 lands red.large.1 o2",
        "1 lands green.large.1 o3",
        "1 lands green.small.1 o4",
    ], "the second large ship was the only one left, and the small one was felt"


def test_a_question_is_forgotten_when_the_move_before_it_is_taken_back():
    rig = sat("space_walk", *CROWDS)
    ships = lifted(rig, "o1")
    rig.hand.press(YES)
    rig.wait(1.0)
    assert rig.table.asks().key == "table.choose"
    rig.hand.press(BACK)
    for name in ("green.large.1", "red.large.1", "green.small.1"):
        rig.bench.put(ships[name], "o1")
    rig.wait(1.0)
    assert rig.table.stage is Stage.WAITING
    assert rig.table.asks().key == "space_walk.turn"


@pytest.mark.parametrize(
    ("touches", "rule"),
    [
        (["i2"], None),
        (["key.token2"], "W9"),
        (["i2", "key.token2"], "W9"),
        (["i2", "key.token1"], "W9"),
    ],
    ids=["a ship", "a key", "a ship and the other's key", "a ship and the own key"],
)
def test_what_is_touched_for_nothing_is_told_the_rule_against_that_and_no_other(touches, rule):
    rig = sat("space_walk", *LONE)
    for site in touches:
        if site.startswith("key."):
            rig.bench.press(site)
        else:
            ship = rig.bench.lift(site)
            rig.wait(0.1)
            rig.bench.put(ship, site)
            rig.wait(0.1)
    rig.wait(1.0)
    assert (rig.table.notice and rig.table.notice.rule) == rule
    assert rig.table.stage is Stage.WAITING and not record(rig)


def test_a_lawful_touch_is_not_reproached():
    rig = sat("space_walk", *LONE)
    ship = rig.bench.lift("o3")
    rig.wait(0.1)
    rig.bench.put(ship, "o3")
    rig.wait(5.0)
    assert rig.table.notice is None and rig.table.stage is Stage.WAITING


def test_a_landing_on_a_crowd_is_asked_for_by_light_and_confirmed_by_yes():
    rig = sat("space_walk", "o1 green.large.1", "o2 red.medium.1", "i3 green.large.2")
    ships = lifted(rig, "o1")
    assert record(rig) == ["1 empties o1"] and "o2" in rig.lights()
    rig.bench.put(ships["green.large.1"], "o2")
    rig.wait(3.0)
    assert record(rig) == ["1 empties o1"], "nothing was felt"
    rig.hand.press(YES)
    rig.wait(0.2)
    assert record(rig) == ["1 empties o1", "1 lands green.large.1 o2"]


def test_a_landing_on_a_crowd_is_taken_for_granted_when_the_next_player_begins():
    rig = sat("space_walk", "o1 green.large.1", "o2 red.medium.1", "i3 red.large.2")
    ships = lifted(rig, "o1")
    rig.bench.put(ships["green.large.1"], "o2")
    rig.wait(1.0)
    ship = rig.bench.lift("i3")
    rig.wait(0.7)
    rig.bench.put(ship, "i4")
    rig.wait(1.0)
    assert record(rig)[1:] == [
        "1 lands green.large.1 o2",
        "2 empties i3",
        "2 lands red.large.2 i4",
    ]


@every_panel
def test_a_ship_that_falls_into_a_hole_is_felt_by_its_beam(panel):
    rig = sat(panel, "o6 green.large.1", *LONE[1:])
    ship = rig.bench.lift("o6")
    rig.wait(0.5)
    rig.bench.put(ship, "h2")
    rig.wait(0.5)
    assert record(rig) == ["1 empties o6", "1 lands green.large.1 h2"]
    assert "h2" not in rig.bench.stacks


@every_panel
def test_a_ship_put_back_takes_the_choice_back(panel):
    rig = sat(panel, *LONE)
    ship = rig.bench.lift("o3")
    rig.wait(1.0)
    assert record(rig) == ["1 empties o3"]
    rig.bench.put(ship, "o3")
    rig.wait(1.0)
    assert not record(rig) and rig.table.stage is Stage.WAITING


# ---------------------------------------------------------------------------------------- trays


def placing(panel):
    rig = Rig(GAME.start(Setting(2)), load_panel(panel))
    rig.settle()
    return rig


@pytest.mark.parametrize("pause", [0.0, 0.3, 2.0])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_tray_tells_which_ship_was_taken_whichever_of_those_alike_it_is(number, pause):
    rig = placing("space_walk_trays")
    for seat, (colour, size) in enumerate([("green", "medium"), ("red", "small")], 1):
        ship = rig.bench.lift(f"tray{seat}.{size}", f"{colour}.{size}.{number}")
        rig.wait(pause)
        rig.bench.put(ship, f"o{seat}")
        rig.wait(0.6)
        assert rig.table.stage is Stage.WAITING
        assert record(rig)[-1] == f"{seat} places {colour}.{size}.1 o{seat}"


@pytest.mark.parametrize("second", ["green.small.2", "green.medium.1"])
def test_who_puts_two_ships_on_a_planet_in_one_go_is_told_of_no_other(second):
    """What no tag has told of has nothing to do with it."""
    rig = placing("space_walk_tags")
    for name in ("green.small.1", second):
        rig.do(f"fetch {name}")
        rig.do("put o3")
    rig.wait(2.0)
    assert rig.table.notice is None or rig.table.notice.owner in (None, 0)
    assert rig.table.stage is Stage.MENDING and "o3 off the board" in say(rig.table.asks())


def test_of_two_ships_taken_from_one_tray_one_is_put_back():
    rig = placing("space_walk_trays")
    ships = [rig.bench.lift("tray1.large") for _ in range(2)]
    rig.wait(1.0)
    assert record(rig) == []
    rig.bench.put(ships[1], "tray1.large")
    rig.wait(0.5)
    rig.bench.put(ships[0], "o1")
    rig.wait(1.0)
    assert record(rig) == ["1 places green.large.1 o1"]


def questions(panel):
    """How often the table asked while every ship was placed, each by the same luck."""
    rig, luck, asked = placing(panel), Random(4), 0
    while rig.table.position.phase is Phase.PLACE:
        move = luck.choice(list(rig.table.position.moves()))
        number = len(rig.table.moments)
        rig.hand.make(move, rig.table.position)
        rig.wait(1.0)
        if len(rig.table.moments) == number:
            asked += 1
            rig.hand.do(answer_question(move, rig.table, rig.hand.motions, number))
        rig.settle()
    return asked


def test_trays_ask_less_than_reeds_alone_and_tags_not_at_all():
    reeds, trays, tags = map(questions, ["space_walk", "space_walk_trays", "space_walk_tags"])
    assert reeds > 2 * trays > tags == 0


@every_panel
@pytest.mark.parametrize("opened", [False, True], ids=["first", "before"])
@pytest.mark.parametrize("ships", ["red.small.1", "red.large.1 red.small.1"], ids=["one", "two"])
def test_who_moves_a_robots_ship_in_a_gap_is_told_to_take_his_own(panel, ships, opened):
    """A rule of tokens is no answer to somebody whose ship it is not."""
    rig = sat(panel, "o3 green.large.1", f"o5 {ships}", phase=Phase.GAP, opened=opened)
    rig.table.state = replace(rig.table.state, robots=RobotGuard({Seat(1)}))
    ship = rig.bench.lift("o5", "red.small.1")
    rig.wait(0.5)
    rig.bench.put(ship, "o6")
    rig.wait(3.0)
    assert rig.table.notice in (no_own_ship("o5"), robots_own(frozenset({"o5"}), {}, Seat(1)))
    assert rig.table.stage is Stage.MENDING


@every_panel
def test_of_a_wrong_landing_it_is_said_where_the_next_one_comes_down(panel):
    """Reeds do not tell which ship it is: what is said is true of any."""
    rig = sat(panel, *LONE)
    ship = rig.bench.lift("o3")
    rig.wait(1.0)
    rig.bench.put(ship, "o6")
    rig.wait(3.0)
    assert rig.table.notice.rule == "W5"
    assert say(why(rig.table.notice)).endswith("The next one goes to o4.")


@every_panel
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("left", [0, 2])
def test_who_may_spend_no_token_is_told_the_rule_of_tokens(panel, seats, left):
    """He may not act in this gap, and the reason is the token, not the turn."""
    tokens = (left, *(2,) * (seats - 1))
    terms = {"phase": Phase.GAP, "tokens": tokens, "spent": frozenset({Seat(0)} if left else ())}
    rig = sat(panel, "o3 green.large.1", "o5 red.large.1", seats=seats, turn=2, **terms)
    rig.hand.press("key.token1")
    rig.wait(2.0)
    assert rig.table.notice == (ONE_A_ROUND if left else NONE_LEFT)


@pytest.mark.parametrize("panel", [path.stem for path in GAME.panels])
def test_w2_a_placed_ship_is_not_refused_as_another_that_was_placed_on_it(panel):
    """Held, put elsewhere and led back, it is answered with one rule, and that one stays."""
    rig = Rig(GAME.start(Setting(2)), load_panel(panel), seed=3)
    rig.settle()
    for line in ("1 places green.large.1 o1", "2 places red.large.1 o2"):
        rig.play(next(move for move in rig.table.position.moves() if str(move) == line))
        rig.wait(2.0)
    told = []
    for act in ("lift o1", "put i3", "lift i3"):
        rig.do(act)
        rig.wait(6.0)
        told.append(rig.table.notice and rig.table.notice.words)
    assert told == ["space_walk.place-first"] * 3
    rig.do("put o1")
    rig.wait(6.0)
    assert rig.table.stage is Stage.WAITING
