"""A simulated board has a hand of its own: it does what was said, and undoes what is taken back."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from controller.app.hosting.host import Host
from controller.games import SHELF
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.values import Seat, Trace, standing
from controller.web.gallery import Gallery
from controller.web.mailbox import Mailbox
from controller.web.pages import table_page
from controller.words import say
from tests.often import seeds
from tests.test_hints import begun, go_round, house, running
from tests.zylatron import at as galaxy
from tests.zylatron import play as at_war
from tests.zylatron import shoot

HUMAN = Seat(0)
WAITS = 400  # times round that a robot or a hand may take


def until_asked(table):
    """Whatever robots and luck do before the person is to move again."""
    for _ in range(WAITS):
        go_round(table, 5)
        ready = table.table.stage is Stage.WAITING and not table.twin.busy
        if table.table.position.outcome or (ready and HUMAN in table.table.position.actors):
            return
    raise AssertionError(table.table.asks())


def stands_right(table):
    """Every piece stands where the game has it, in whatever order."""
    layout, eyes = table.table.position.layout(), table.twin.eyes().pieces
    sites = [site for site, content in layout.items() if not isinstance(content, int)]
    felt = {s for s in sites if not table.wiring.senses[s].momentary}
    alike = all({*eyes.get(site, ())} == {*standing(layout, site)} for site in felt)
    return alike and not table.twin.eyes().held


@pytest.mark.parametrize("name", [name for name in SHELF if name != "situation7"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_taken_back_goes_back_by_itself(name, seed):
    luck, taken = Random(f"{name} {seed}"), 0
    table = running(begun(name, seed=seed, players=("human", "robot"), free_takeback=True))
    until_asked(table)
    for _ in range(8):
        if table.table.position.outcome:
            break
        own = [move for move in table.table.position.moves() if move.seat == HUMAN]
        table.make(luck.choice(own))
        until_asked(table)
        known = len(table.table.history)
        table.press("back")
        go_round(table, 40)
        taken += len(table.table.history) < known
        assert table.table.stage in (Stage.WAITING, Stage.OVER), table.table.asks()
        assert stands_right(table)
    assert taken


@pytest.mark.parametrize("name", [name for name in SHELF if name != "situation7"])
def test_a_move_that_is_said_again_and_again_is_made_once(name):
    """As a phone says it on which somebody taps until something happens."""
    luck = Random(name)
    table = running(begun(name, seed=2, players=("human", "robot")))
    until_asked(table)
    known = len(table.table.history)
    move = luck.choice([move for move in table.table.position.moves() if move.seat == HUMAN])
    for _ in range(WAITS):
        if len(table.table.history) > known:
            break
        table.say(move)
        go_round(table, 1)
    assert table.table.history[known:] and str(table.table.history[known]) == str(move)


@pytest.mark.parametrize("name", SHELF)
def test_what_only_a_robot_can_do_is_asked_of_nobody(name):
    """Who reads the page meanwhile is told that it thinks, and what it does."""
    host, luck, robots = Host(house(), Gallery(), Mailbox()), Random(name), 0
    host.sit(begun(name, seed=2, players=("human", "robot")))
    for _ in range(300):
        host.turn()
        table, page = host.table, table_page(host.gallery.view)
        actors, still = table.position.actors, table.stage is Stage.WAITING
        if still and actors == {Seat(1)}:
            robots += 1
            assert table.asks().key in ("table.thinks", "table.acts")
            assert page["next"] == "" and not page["asks"].startswith("Player")
        elif still and actors == {HUMAN} and not table.wish:
            assert table.asks() == table.position.public().asks()
            table.say(luck.choice([m for m in table.position.moves() if m.seat == HUMAN]))
    host.close()
    assert robots or name == "situation7"


@pytest.mark.parametrize("robot", [Seat(0), Seat(1)])
def test_what_a_robot_is_about_to_place_is_told_to_nobody(robot):
    """In Situation 7, where both sides play at once; that it has stopped is news for all."""
    luck, spared = Random(1), 0
    for seed in range(4):
        position = begun("situation7", seed=seed).start
        while position.outcome is None:
            told = position.asks_people(frozenset({robot})).key
            spared += told != position.asks().key
            of_robot = told.endswith(str(robot + 1)) and position.sides[0].ready
            assert not of_robot or "stopped" in told or not position.sides[1].ready
            position = position.after(luck.choice([*position.moves()]))
    assert spared


def test_what_somebody_still_holds_when_a_robot_plays_goes_where_it_belongs():
    """A bench has one hand: a robot's must not be full of a person's cargo."""
    terms = begun("zylatron", players=("human", "robot"))
    craft = ("red-star1 n25", "red-missile1 on red-star1", "red-warrior1 c25")
    start = galaxy(*craft, "green-star1 v9", "green-warrior1 y5")
    table = running(replace(terms, start=start))
    table.twin.obey("lift n25 red-missile1", lambda sentence: None)
    go_round(table, 20)
    assert table.twin.held == ("red-missile1",) and table.table.stage is Stage.WAITING
    table.say(terms.game.parse("1 ends"))
    while not table.table.history:
        go_round(table)
    until_asked(table)
    assert len(table.table.history) > 1 and stands_right(table)


@pytest.mark.parametrize("name", SHELF)
def test_what_a_person_says_is_done_for_him(name):
    """Whether it is shown with pieces or not; a real board has no such hand."""
    luck = Random(name)
    table = running(begun(name, seed=2, players=("human", "human")))
    for _ in range(6):
        position, known = table.table.position, len(table.table.history)
        move = luck.choice([m for m in position.moves() if m.seat in position.due])
        assert table.say(move) is None
        while len(table.table.history) == known:
            go_round(table, 5)
        assert move in table.table.history[known:]
        while table.table.stage is not Stage.WAITING or table.twin.busy:
            go_round(table, 5)
        assert stands_right(table) or table.twin.eyes().held


def unfelt(table, move):
    """Other pieces stand somewhere after it, and no cell reads otherwise."""
    before, after = table.table.position.layout(), table.table.position.after(move).layout()
    felt = Trace.of(before, after, table.wiring.senses, move.touches).changes
    others = any({*standing(before, site)} != {*standing(after, site)} for site in after)
    return others and not felt.keys() - move.touches


LADEN = ("red-star1 n25", "red-missile1 on red-star1", "red-star2 p25", "red-fighter1 on red-star2")
FOES = ("green-star1 n22", "green-fighter1 on green-star1", "green-warrior1 y5")
STACKS = galaxy(*LADEN, *FOES, bank="red-missile2")


@pytest.mark.parametrize(
    "start",
    [
        shoot(STACKS, "red-star1", "green-fighter1", "HIT.1"),
        at_war(STACKS, "1 chooses beam"),
        at_war(STACKS, "1 chooses launch"),
        at_war(STACKS, "1 chooses buy"),
    ],
    ids=["hit", "beam", "launch", "buy"],
)
def test_what_nothing_feels_is_done_for_him_too(start):
    """A piece that was said to leave a stack stayed there, and the table complained to the end."""
    terms = replace(begun("zylatron"), start=start)
    table = running(terms)
    hidden = [move for move in start.moves() if unfelt(table, move)]
    assert hidden
    for move in hidden[:3]:
        table = running(terms)
        assert table.say(move) is None
        go_round(table, 60)
        assert move in table.table.history and stands_right(table)


@pytest.mark.parametrize("load", [(), ("red-warrior5",), ("red-missile1",)])
@pytest.mark.parametrize("near", [(), ("red-fighter3 c23",), ("red-fighter3 c23", "red-star1 h25")])
def test_who_holds_a_craft_sees_where_it_may_go_and_is_asked_nothing(load, near):
    """With its load as without, and with others near upon which it could lie, unfelt."""
    laden = [f"{piece} on red-fighter4" for piece in load]
    foes = ("green-star1 v9", "green-warrior1 y5")
    start = galaxy("red-fighter4 d24", *laden, *near, "red-warrior1 c25", *foes)
    table = running(replace(begun("zylatron"), start=start))
    table.twin.obey("lift d24 all", lambda sentence: None)
    for _ in range(100):
        table.turn()
        table._clock.sleep(0.05)
    goals = {move.target for move in start.moves() if getattr(move, "piece", "") == "red-fighter4"}
    lit = {site for site, light in table.loop.scene.items() if light.glow is Glow.PULSE}
    assert table.table.stage is Stage.MOVING, table.table.asks()
    assert {goal for goal in goals if not standing(start.layout(), goal)} <= lit


def test_who_puts_a_missile_back_is_asked_before_it_goes_off_there():
    """It may be launched where it stands (Z13); mostly, somebody has thought better of it."""
    start = galaxy("red-missile3 b24", "red-warrior1 d25", "green-star1 v9", "green-warrior1 y5")
    table = running(replace(begun("zylatron"), start=at_war(start, "1 chooses launch")))
    asked = []
    for line in ("lift b24", "put b24 red-missile3", "press no", "press cancel"):
        table.twin.obey(line, lambda sentence: None)
        for _ in range(30):
            table.turn()
            table._clock.sleep(0.05)
        asked.append(table.table.stage is Stage.ASKING)
    assert asked == [False, True, False, False]
    assert [str(move) for move in table.table.history] == ["1 cancels"] and stands_right(table)


def lifted(table, luck):
    """Somebody holds a piece of his, and has not said what he means."""
    position = table.table.position
    before = position.layout()
    while True:
        move = luck.choice([m for m in position.moves() if m.seat in position.due])
        after = position.after(move).layout()
        left = [s for s in before if len(standing(after, s)) < len(standing(before, s))]
        if left:
            table.twin.obey(f"lift {left[0]}", lambda why_not: None)
            go_round(table, 60)
            return move


@pytest.mark.parametrize("name", ["astroplane", "zylatron"])
def test_what_is_said_with_a_piece_in_the_hand_is_done_too(name):
    for seed in range(4):
        table = running(begun(name, seed=seed, players=("human", "human")))
        move, known = lifted(table, Random(seed)), len(table.table.history)
        if table.table.stage is not Stage.MOVING:
            continue
        assert table.say(move) is None
        for _ in range(WAITS):
            go_round(table)
        assert move in table.table.history[known:]


@pytest.mark.parametrize("name", ["astroplane", "zylatron"])
def test_where_nothing_can_be_taken_back_what_is_in_the_air_comes_down(name):
    table = running(begun(name, seed=1, players=("human", "human")))
    lifted(table, Random(1))
    assert table.twin.eyes().held
    table.press("back")
    go_round(table, WAITS)
    assert table.table.stage is Stage.WAITING and not table.table.history
    assert stands_right(table)


@pytest.mark.parametrize("moved", [False, True])
def test_no_sends_to_back_only_where_back_leads_somewhere(moved):
    table = running(begun("astroplane", players=("human", "human"), free_takeback=True))
    if moved:
        table.make(next(iter(table.table.position.moves())))
        go_round(table, WAITS)
    layout = table.table.position.layout()
    cells = [site for site, sense in table.wiring.senses.items() if sense.holds]
    taken = next(site for site in cells if standing(layout, site))
    empty = next(site for site in reversed(cells) if not standing(layout, site))
    for line in (f"lift {taken}", f"put {empty}"):
        table.twin.obey(line, lambda why_not: None)
        go_round(table, WAITS)
    assert table.table.stage is Stage.MENDING, table.table.asks()
    table.press("no")
    go_round(table, 20)
    assert ("BACK" in say(table.table.message)) == moved


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize("seed", seeds(3))
def test_whatever_is_said_while_a_move_is_being_made_breaks_nothing(name, seed):
    """One button after the other is pressed, at any pace, whatever the hand is in the middle of."""
    luck = Random(f"said {name} {seed}")
    table = running(begun(name, seed=seed, players=("human", "human"), free_takeback=True))
    for _ in range(40):
        position = table.table.position
        if position.outcome:
            break
        own = [move for move in position.moves() if move.seat in position.actors]
        for _ in range(luck.randint(1, 3)):
            if own and table.table.position is position:
                table.say(luck.choice(own))
            go_round(table, luck.randint(1, 25))
    go_round(table, WAITS)
    assert stands_right(table), table.table.asks()
