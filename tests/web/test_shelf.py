"""Every game on the shelf in a real browser, each where hands and reeds find it hardest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.words import said
from drivers.wiring import load_wiring
from tests.astroplane import at as astroplane
from tests.situation7 import at as situation7
from tests.space_walk import at as space_walk
from tests.web.person import Person
from tests.web.test_any_game import carry, open_fan, stack, until_held, until_standing
from tests.zylatron import at as zylatron

pytestmark = pytest.mark.browser


@pytest.fixture
def sit(house, window):
    """sit("astroplane", start): hands at Ada's and Bob's table, and the way to a seat's page."""

    def sit(name: str, start: object, *others: str) -> tuple[Person, Callable[[int], Any]]:
        players = ("Ada", "Bob", *others)
        usual = {"panel": lambda game: load_wiring(game.panel), "players": players}
        web_table = house(game=SHELF[name], start=start, **usual).web_table
        return Person(window(web_table.table)), lambda seat: window(web_table.seat(seat), 390, 844)

    return sit


def until_played(person: Person, *lines: str) -> None:
    """The record shows these moves and no others, the first one first, whatever came of them."""
    person.until(
        """([...lines]) => [...document.querySelectorAll("#record li")]
            .map((one) => [...one.childNodes].filter((part) => part.nodeName !== "I"))
            .map((parts) => parts.map((part) => part.textContent).join(""))
            .reverse().join() === lines.join()""",
        *lines,
    )


def until_told(person: Person, where: str, words: str) -> None:
    person.until(
        "([where, words]) => document.querySelector(where).textContent.includes(words)",
        where,
        words,
    )


def press(person: Person, key: str) -> None:
    person.page.click(f'[data-key="{key}"]')


def mean(seat: Any, move: str) -> None:
    """Say on a seat's own page which of the moves that look alike was meant."""
    seat.click(f".choice:has-text('Which did you mean?') button:has-text('{move}')")


def carry_out(person: Person, site: str, which: str, goal: str) -> None:
    """Drag a piece, or all of them, out of an opened stack on to another cell."""
    open_fan(person, site)
    carry(person, f'#fan [data-which="{which}"]', goal)


def take_up(person: Person, site: str, which: str, *held: str) -> None:
    """A piece, or all of them, out of an opened stack into the hand, which then holds these."""
    person.page.mouse.click(*person.middle(site), button="right")
    person.page.click(f'#fan [data-which="{which}"]')
    until_held(person, *held)


def put_down(person: Person, piece: str, site: str, *held: str) -> None:
    """One piece out of the hand, which then holds these."""
    carry(person, f'#held button:has([data-piece="{piece}"])', site)
    until_held(person, *held)


def put_away(person: Person, site: str, piece: str) -> None:
    """Off the board, into the box."""
    mouse, goal = person.page.mouse, person.page.locator("#box").bounding_box()
    if len(stack(person, site)) > 1:
        open_fan(person, site)
        row = person.page.locator(f'#fan [data-which="{piece}"]').bounding_box()
        mouse.move(row["x"] + 10, row["y"] + 10)
    else:
        mouse.move(*person.middle(site))
    mouse.down()
    mouse.move(goal["x"] + 4, goal["y"] + 4, steps=6)
    mouse.up()
    away = f'.pieces [data-piece="{piece}"], #held [data-piece="{piece}"]'
    person.page.wait_for_selector(away, state="detached")


# -------------------------------------------------------------------------------------- Space Walk

CROWD = "o1 green.large.1 red.large.1 green.small.1"
FAR = ("i2 red.large.2", "i3 green.large.2")
SOWN = (
    "Ada empties o1",
    "Ada lands the red large ship on o2",
    "Ada lands the green large ship on o3",
    "Ada lands the green small ship on o4",
)


@pytest.mark.long
def test_space_walk_next_and_yes_say_which_of_two_equal_ships_came_down_first(sit):
    ada, _ = sit("space_walk", space_walk(CROWD, *FAR))
    take_up(ada, "o1", "all", "green.small.1", "red.large.1", "green.large.1")
    until_played(ada, *SOWN[:1])
    put_down(ada, "red.large.1", "o2", "green.small.1", "green.large.1")
    ada.until_asked("Did you mean: Ada lands the green")
    press(ada, "next")
    ada.until_asked("Did you mean: Ada lands the red large ship on o2")
    press(ada, "yes")
    until_played(ada, *SOWN[:2])
    put_down(ada, "green.large.1", "o3", "green.small.1")
    until_played(ada, *SOWN[:3])
    put_down(ada, "green.small.1", "o4")
    until_played(ada, *SOWN)
    ada.until_asked("Bob (red): empty a planet")


def test_space_walk_the_seat_page_says_it_where_ships_come_down_on_others_unfelt(sit):
    ada, seat = sit("space_walk", space_walk(CROWD, "o2 red.medium.1", "o3 red.small.1", *FAR))
    own = seat(1)
    take_up(ada, "o1", "all", "green.small.1", "red.large.1", "green.large.1")
    until_played(ada, *SOWN[:1])
    put_down(ada, "red.large.1", "o2", "green.small.1", "green.large.1")
    put_down(ada, "green.large.1", "o3", "green.small.1")
    until_played(ada, *SOWN[:1])
    put_down(ada, "green.small.1", "o4")
    ada.until_asked("That could mean 2 things")
    mean(own, "lands the red large ship on o2")
    until_played(ada, *SOWN)
    until_standing(ada, "o2", "red.medium.1", "red.large.1")
    ada.until_asked("Bob (red): empty a planet")


# -------------------------------------------------------------------------------------- Astroplane

ONTO = "Ada flies from d3n to d5e"


def test_astroplane_a_turn_with_a_landing_on_a_stack_that_nothing_feels(sit):
    ada, _ = sit("astroplane", astroplane("d3n=1 d5e=2"))
    ada.drag("d3n", "d5e")
    until_standing(ada, "d5e", "north.10", "south.10")
    until_played(ada, ONTO)
    ada.until_asked("South: moves left: 1")
    ada.drag("d1n", "d3w")
    until_played(ada, ONTO, "Ada flies from d1n to d3w")
    ada.until_asked("North: moves left: 2")


@pytest.mark.long
def test_astroplane_after_a_landing_on_a_stack_and_a_flight_done_ends_the_turn(sit):
    ada, _ = sit("astroplane", astroplane("d3n=1 d5e=2 h5n=1 o1=1"))
    ada.drag("d3n", "d5e")
    until_played(ada, ONTO)
    ada.drag("h5n", "h7n")
    until_played(ada, ONTO, "Ada flies from h5n to h7n")
    ada.until_asked("you may still use a wormhole")
    press(ada, "done")
    until_played(ada, ONTO, "Ada flies from h5n to h7n", "Ada ends the turn")
    ada.until_asked("North: moves left: 2")


# ------------------------------------------------------------------------------------- Situation 7

HANDS = """async (lines) => {
  const { obey } = await import("/static/line/live.js");
  return (await Promise.all(lines.map(obey))).filter(Boolean);
}"""


@pytest.mark.long
def test_situation7_the_earlier_piece_keeps_a_space_while_its_side_plays_on(sit):
    ada, _ = sit("situation7", situation7("F0", "F2"))
    carry(ada, '#box [data-pile="puzzle1"]', "F1")
    until_played(ada, "Ada lays F1")
    carry(ada, '#box [data-pile="puzzle2"]', "F1")
    until_told(ada, "#notice", "rule S1: There is already a piece")
    until_standing(ada, "F1", "F1y", "F1g")
    assert ada.lit("fast") == ["F1"]
    carry(ada, '#box [data-pile="puzzle1"]', "E0")
    until_played(ada, "Ada lays F1", "Ada lays E0")
    ada.until_asked("Take the piece on F1 off the board")
    put_away(ada, "F1", "F1g")
    ada.until_asked("Go! Lay your first piece")
    until_standing(ada, "F1", "F1y")
    carry(ada, '#box [data-pile="puzzle2"]', "E2")
    until_played(ada, "Ada lays F1", "Ada lays E0", "Bob lays E2")


def test_situation7_of_two_pieces_laid_at_once_the_lower_counts(sit):
    ada, _ = sit("situation7", situation7("F0", "F2"))
    assert ada.page.evaluate(HANDS, ["fetch F1y", "fetch F1g", "put F1 all"]) == []
    until_played(ada, "Bob lays a piece on F1")
    until_told(ada, "#message", "Yellow's piece for F1 should not stand on F1")
    put_away(ada, "F1", "F1y")
    assert ada.recorded() == 1


# ---------------------------------------------------------------------------------------- Zylatron

LOADED = ("red-star1 r1", "red-fighter1 on red-star1", "red-warrior2 on red-fighter1")
HOMES = ("red-warrior1 d25", "green-warrior1 x7")  # green has left its headquarters, x5, open
LANDED = (
    "Ada moves the red Battle Star 1 from r1 to s3",
    "Ada moves the red Star Fighter 1 from s3 to x4",
    "Ada moves the red Warrior 2 from x4 to x5",
)


def test_zylatron_a_loaded_battle_star_brings_a_warrior_to_headquarters_in_one_turn(sit):
    ada, _ = sit("zylatron", zylatron(*LOADED, *HOMES))
    carry_out(ada, "r1", "all", "s3")
    until_played(ada, *LANDED[:1])
    until_standing(ada, "s3", "red-star1", "red-fighter1", "red-warrior2")
    take_up(ada, "s3", "red-fighter1+red-warrior2", "red-warrior2", "red-fighter1")
    ada.page.mouse.click(*ada.middle("x4"))
    until_played(ada, *LANDED[:2])
    until_standing(ada, "x4", "red-fighter1", "red-warrior2")
    ada.until_asked("Ada: pieces left to move: 1")
    carry_out(ada, "x4", "red-warrior2", "x5")
    until_played(ada, *LANDED)
    ada.until_asked("The galaxy belongs to Ada")
    until_told(ada, "#turn", "Ada won")
    until_standing(ada, "s3", "red-star1")


def test_zylatron_what_a_craft_carries_comes_along_when_it_is_dragged(sit):
    ada, _ = sit("zylatron", zylatron("red-fighter1 r1", "red-missile1 on red-fighter1", *HOMES))
    ada.drag("r1", "s3")
    until_standing(ada, "s3", "red-fighter1", "red-missile1")
    until_played(ada, "Ada moves the red Star Fighter 1 from r1 to s3")


def test_zylatron_a_craft_is_dragged_with_its_load_also_where_that_might_go_alone(sit):
    """A drag has one meaning: a Warrior on land could walk off, but comes along."""
    craft = ("red-fighter1 c24", "red-warrior1 on red-fighter1")
    ada, _ = sit("zylatron", zylatron(*craft, *HOMES))
    ada.drag("c24", "g21")
    until_standing(ada, "g21", "red-fighter1", "red-warrior1")
    until_played(ada, "Ada moves the red Star Fighter 1 from c24 to g21")


def test_zylatron_a_second_click_puts_down_what_a_slow_table_has_not_yet_lifted(sit):
    ada, _ = sit("zylatron", zylatron("red-fighter1 r1", "red-star1 s3", *HOMES))
    ada.page.evaluate("""() => {
        const fetched = window.fetch;
        window.fetch = async (...asked) => {
            await new Promise((go) => setTimeout(go, 800));
            return fetched(...asked);
        };
    }""")
    ada.page.mouse.click(*ada.middle("r1"))
    ada.page.mouse.click(*ada.middle("s3"))
    until_standing(ada, "s3", "red-star1", "red-fighter1")


def test_zylatron_a_factory_is_fired_at_by_a_click_though_nothing_stands_there(sit):
    ada, _ = sit("zylatron", zylatron("red-star1 t10", *HOMES))
    until_told(ada, "#how", "Drag or click a pulsing piece")
    press(ada, "fire")
    until_told(ada, "#how", "Click the pulsing cell or piece")
    ada.page.mouse.click(*ada.middle("t10"))
    ada.until_asked("red Battle Star 1 fires")
    ada.page.mouse.click(*ada.middle("s9"))
    until_played(
        ada,
        "Ada presses fire",
        "Ada aims with the red Battle Star 1 on t10",
        "Ada fires at the green factory 2 on s9",
    )


# ------------------------------------------------------------------------- what all may count


def test_astron_teams_are_told_with_their_totals_and_piles_with_their_cards(sit):
    start = SHELF["astron"].start(Setting(4, teams=((0, 2), (1, 3))))
    table, seat = sit("astron", start, "Cleo", "Dan")
    for page in (table.page, seat(1)):
        page.wait_for_selector(".seats .piles:has-text('pile: 36 · discards: 0')")
        # its text, not its lines: these depend on styles, which may come later
        told = page.locator(".seats .team .who").all_text_contents()
        assert told == [f"{names}{said('ui.allied')}" for names in ("Ada, Cleo", "Bob, Dan")]
        assert page.locator(".seats .team .score").count() == 2


def test_space_walk_tells_how_many_tokens_everybody_has_left(sit):
    table, seat = sit("space_walk", SHELF["space_walk"].start(Setting(2)))
    for page in (table.page, seat(1)):
        page.wait_for_selector(".seats li:has-text('Ada') small:has-text('tokens: 4')")


# --------------------------------------------------------------------------------------- the lobby


@pytest.mark.long
def test_the_lobby_takes_every_game_off_the_shelf(house, window):
    web_table = house(sit=False).web_table
    page, missing = window(web_table.lobby), []
    page.on("response", lambda answer: answer.status == 404 and missing.append(answer.url))
    page.reload()
    page.wait_for_selector("#game .poster")
    shown = "all => all.map((one) => one.getAttribute('aria-label'))"
    titles = page.eval_on_selector_all("#game .poster .name svg", shown)
    assert sorted(titles) == sorted(game.title for game in SHELF.values())
    for name, game in SHELF.items():
        page.goto(web_table.lobby)
        page.check(f"#game input[value='{name}']")
        running = web_table.host.sitting is not None
        page.click("text=Begin the game")
        if running:
            page.click("#leave")
        page.wait_for_url(web_table.address.base + "/")
        page.wait_for_selector(f"#title [aria-label='{game.title}']")
        page.wait_for_selector(".seats li >> nth=1")
        assert web_table.host.sitting.game is game
        assert page.locator(".cell").count() == len(web_table.host.sitting.drawing.cells)
    assert not missing, "posters and scenery hang where they are looked for"


def test_partners_are_named_together_on_every_page(house, window):
    web_table = house(sit=False).web_table
    page = window(web_table.lobby)
    page.check("#game input[value='situation7']")
    poster = page.locator(".poster:has(input[value='situation7'])")
    assert "2 to 4 players" in poster.inner_text()
    page.fill("[aria-label='Name of seat 1']", "Ada")
    page.fill("[aria-label='Partner of seat 1']", "Grace")
    assert page.locator("[aria-label='Team of seat 1']").count() == 0
    page.click("text=Begin the game")
    page.wait_for_url(web_table.address.base + "/")
    page.wait_for_selector(".seats .who:has-text('Ada and Grace')")
    assert window(web_table.seat(1)).wait_for_selector("#whose:has-text('Ada and Grace')")


def test_zylatron_planets_are_picked_and_a_team_is_told_with_what_it_has(house, window):
    web_table = house(sit=False).web_table
    page = window(web_table.lobby)
    page.check("#game input[value='zylatron']")
    assert page.is_checked("#options input[name='touch_move']")
    page.fill("[aria-label='Name of seat 1']", "Ada")
    page.fill("[aria-label='Partner of seat 1']", "Grace")
    page.select_option("[aria-label='Planet of seat 1']", "blue")
    page.click("text=Begin the game")
    page.wait_for_url(web_table.address.base + "/")
    team = page.wait_for_selector(".seats li:has-text('Ada and Grace')").inner_text()
    assert "10" in team and "pieces: 15 · working factories: 3" in team
    page.wait_for_selector(".seats .piles:has-text('Strike Cards: 40')")
    position = web_table.host.table.position
    assert position.box.home == (1, 2) and position.touch_move
