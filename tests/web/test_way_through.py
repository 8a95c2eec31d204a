"""The way through a game in a real browser: the lobby, the end, the rematch, the review."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.game import Setting
from controller.games import SHELF
from controller.games.zylatron.sheet import Works
from controller.sitting.journal import won_by
from controller.values import Seat
from controller.web.seat import MAX_LISTED
from tests.astron import at, play
from tests.test_library import kept, moves
from tests.web.person import Person
from tests.zylatron import at as galaxy
from tests.zylatron import numbers, shoot
from tests.zylatron import play as shots

pytestmark = pytest.mark.browser


def press(page, *keys: str) -> None:
    for key in keys:
        page.wait_for_selector(f"button.key[data-key='{key}'][data-glow]:not([data-glow='off'])")
        page.click(f"button.key[data-key='{key}']")


def test_a_click_on_a_piece_and_one_on_a_cell_are_a_move(house, window):
    ada = Person(window(house().web_table.table))
    ada.lay()
    ada.until_asked("flies")
    ada.page.mouse.click(*ada.middle("b1"))
    ada.page.wait_for_selector("#held .piece")
    ada.until("() => document.querySelectorAll('.light.pulse, .light.double').length > 0")
    goal = next(site for site in ada.lit("pulse", "double") if site != "b1")
    ada.page.mouse.click(*ada.middle(goal))
    ada.until_recorded(2)


def test_the_end_is_told_and_leads_to_a_rematch_with_swapped_seats(house, window, tmp_path):
    terms = {"game": SHELF["situation7"], "players": ("Ada", "Grace")}
    table = house(journal=tmp_path / "journal.db", **terms).web_table.table
    page = window(table)
    press(page, "ready1", "ready2", "stop1", "stop2")
    page.wait_for_selector("#end:not([hidden])")
    assert "won" in page.inner_text("#endtitle").lower()
    assert "Ada: 0 points" in page.inner_text("#end")
    page.click("text=Swap seats")
    page.wait_for_selector("#end", state="hidden")
    page.wait_for_function(
        "() => document.querySelector('#seats li').textContent.includes('Grace')"
    )
    press(page, "ready1")


def test_of_a_stack_that_is_sown_the_ship_that_is_asked_for_goes_first(house, window):
    game = SHELF["space_walk"]
    start = game.start(Setting(2))
    for move in moves(game, 1)[:18]:
        start = start.after(move)
    ada = Person(window(house(game=game, start=start, players=("Ada", "Bob")).web_table.table))
    stacks = ada.page.eval_on_selector_all(
        ".stack:has(.count)", "all => all.map(one => one.querySelector('.piece').dataset.site)"
    )
    source = next(site for site in stacks if site in ada.lit("pulse", "double"))
    ada.page.mouse.click(*ada.middle(source))
    ada.page.wait_for_selector("#held .pile.next")
    ada.until_asked("Put ")
    named = ada.page.get_attribute("#held .pile.next", "aria-label")
    assert named in ada.asked()


def test_a_kept_game_is_looked_at_move_by_move_and_tried_again(house, window, tmp_path):
    journal, game = tmp_path / "journal.db", SHELF["space_walk"]
    number = kept(journal, game, ended=won_by([Seat(0)]))
    web_table = house(journal=journal, players=("Ada", "Grace")).web_table
    page = window(web_table.table)
    page.goto(f"{web_table.address.base}/review/{number}")
    page.wait_for_selector("#record li")
    assert page.locator("#record li").count() == len(moves(game, 1))
    for _ in range(4):
        page.click("[data-step=on]")
    assert page.inner_text("#turn").upper().startswith("MOVE 4 OF")
    assert page.locator(".pieces .piece").count() == 4
    page.click("#branch")
    page.wait_for_url(web_table.address.base + "/")
    person = Person(page)
    person.until_recorded(4)
    assert person.recorded() == 4


@pytest.fixture(params=[(390, 844), (1280, 800)])
def reviewed(house, window, tmp_path, request):
    """reviewed(5): a game of Space Walk that is over, after so many moves."""
    journal = tmp_path / "journal.db"
    number = kept(journal, SHELF["space_walk"], ended=won_by([Seat(0)]))
    web_table = house(journal=journal, players=("Ada", "Grace")).web_table
    page = window(web_table.table, *request.param)

    def reviewed(step: int):
        page.goto(f"{web_table.address.base}/review/{number}#{step}")
        page.wait_for_selector("#record li")
        return page

    return reviewed


def test_in_a_review_nothing_moves_under_a_thumb(reviewed):
    """Only the list of moves goes on; the page stays, however often the next one is asked for."""
    game, page = SHELF["space_walk"], reviewed(0)
    spot = page.locator("[data-step=on]").bounding_box()
    for _ in range(len(moves(game, 1))):
        page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
        assert page.locator("[data-step=on]").bounding_box() == spot
    here = page.locator("#record [data-here]").bounding_box()
    room = page.locator("#record").bounding_box()
    assert (
        room["y"] - 1 <= here["y"] and here["y"] + here["height"] <= room["y"] + room["height"] + 1
    )


def test_who_rests_on_a_move_of_a_review_hears_what_the_robot_thinks(reviewed):
    page = reviewed(5)
    assert "of 100" in page.inner_text("#seats")
    spot = page.locator("[data-step=on]").bounding_box()
    page.wait_for_selector("#opinion:has-text('The robot')")
    page.click("[data-step=on]")
    page.wait_for_selector("#opinion:has-text('The robot prefers')")
    assert page.locator("[data-step=on]").bounding_box() == spot
    heard = page.inner_text("#opinion")
    page.reload()
    page.wait_for_selector("#opinion:has-text('The robot prefers')")
    assert page.inner_text("#opinion") == heard
    page.click("[data-step=first]")
    page.wait_for_selector("#opinion", state="hidden")


def test_the_lobby_knows_who_played_here_and_warns_before_a_game_is_left(house, window, tmp_path):
    journal = tmp_path / "journal.db"
    kept(journal, SHELF["space_walk"], ended=won_by([Seat(0)]))
    page = window(house(journal=journal, players=("Emmy", "Grace")).web_table.lobby)
    page.wait_for_selector("#regulars button")
    assert "Space Walk: 1 played, 1 won" in page.inner_text("#regulars")
    page.click(".poster:has(input[value='space_walk'])")
    assert page.input_value("#places input[aria-label='Name of seat 1']") == "Ada"
    page.wait_for_selector("#regulars li:has-text('Ada') .swatch")
    page.click("#begin")
    page.wait_for_selector("#leaving[open]")
    assert "Emmy, Grace" in page.inner_text("#leavewhat")
    page.click("#leaving button:first-of-type")
    assert page.url.endswith("/lobby")


def test_the_page_may_be_kept_as_an_app(house, window):
    page = window(house().web_table.table)
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    for icon in manifest["icons"]:
        assert page.evaluate("(src) => fetch(src).then((answer) => answer.ok)", icon["src"])
    page.wait_for_function(
        "() => navigator.serviceWorker.getRegistration().then((found) => Boolean(found))"
    )


def test_a_ship_that_is_lost_is_taken_off_with_one_click(house, window):
    """It says why; what is in the hand and has no place left on the board goes into the box."""
    start = at("e5 a1", "F1.1", "S1.1", ground={25: "....C....."})
    start = play(start, "1 lays F1.1", "1 flies e5-e6")
    ada = Person(window(house(start=start, players=("Ada", "Bob")).web_table.table))
    ada.until_asked("is lost")
    ada.page.mouse.click(*ada.middle("e6"))
    ada.page.wait_for_selector("#record li")
    ada.page.wait_for_selector("#held", state="hidden")
    ada.until("() => !document.querySelector('#held .piece')")
    assert "ship1" not in ada.standing().values()


@pytest.mark.parametrize("name", ["astron", "astroplane", "space_walk"])
def test_who_asks_for_a_hint_again_finds_the_button_where_it_was(house, window, name):
    """Its answers stand beneath it: nothing else comes under a pointer that rests."""
    page = window(house(game=SHELF[name], players=("Ada", "first")).web_table.table)
    Person(page)
    page.wait_for_selector("#hand .hint")
    page.eval_on_selector("#hand .hint", "button => button.scrollIntoView({ block: 'center' })")
    told, spot = [], page.locator("#hand .hint").bounding_box()
    for _ in range(3):
        page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
        page.wait_for_function(
            "was => ![was, ''].includes(document.querySelector('.hinted').textContent)",
            arg=told[-1] if told else "",
        )
        told.append(page.inner_text(".hinted"))
        page.wait_for_timeout(300)
        assert page.locator("#hand .hint").bounding_box() == spot
    assert page.inner_text("#message") == "" and len({*told}) == 3


def test_a_stack_that_is_to_fire_is_pointed_at_with_one_click(house, window):
    """If no piece may be lifted, the page does not ask which one."""
    start = galaxy("red-star1 n25", "red-fighter1 on red-star1", "green-star1 n22")
    start = shots(start, "1 chooses fire")
    web_table = house(game=SHELF["zylatron"], start=start, players=("Ada", "Bob")).web_table
    ada = Person(window(web_table.table))
    ada.until_asked("point at the piece that fires")
    ada.page.mouse.click(*ada.middle("n25"))
    ada.until("() => /Star Fighter|Battle Star/.test(document.querySelector('#asks').textContent)")
    assert not ada.page.locator("#fan:not([hidden])").count()
    ada.page.click("button.key[data-key='yes']")
    ada.until_recorded(1)
    assert " aims " in str(web_table.host.table.history[-1])


def test_a_craft_that_was_hit_goes_with_its_load_at_one_click(house, window):
    """Only one piece may be lifted, so the page does not ask which one."""
    start = galaxy("red-star1 n25", "green-fighter4 n22", "green-missile2 on green-fighter4")
    start = shoot(start, "red-star1", "green-fighter4", "HIT.1")
    web_table = house(game=SHELF["zylatron"], start=start, players=("Ada", "Bob")).web_table
    ada = Person(window(web_table.table))
    ada.until_asked("take the green Star Fighter 4 off n22")
    assert "into the box" in ada.page.inner_text("#how")
    ada.page.mouse.click(*ada.middle("n22"))
    ada.until_recorded(1)
    assert " removes " in str(web_table.host.table.history[-1])


def test_what_is_hinted_at_has_a_ring_of_its_own_and_then_an_arrow(house, window):
    """Among much that is lit; and nothing of it is left when the game has gone on."""
    ada = Person(window(house(game=SHELF["astroplane"], players=("Ada", "Bob")).web_table.table))
    ada.until("() => document.querySelector('.light.pulse')")  # before that nothing is hinted at
    ada.page.click("button.key[data-key='next']")
    ada.page.wait_for_selector(".arrows .ring")
    source = ada.page.get_attribute(".arrows .ring", "data-on")
    assert source in ada.page.inner_text("#message")
    ada.page.click("button.key[data-key='next']")
    ada.page.wait_for_selector(".arrows path")
    way = ada.page.locator(".arrows path").first
    assert way.get_attribute("data-from") == source
    ada.drag(source, way.get_attribute("data-to"))
    ada.until_recorded(1)
    ada.until("() => !document.querySelector('.arrows')")


@pytest.mark.parametrize("name", ["astron", "astroplane", "space_walk"])
def test_who_asks_by_a_key_reads_the_hint_where_the_table_speaks(house, window, name):
    """Also where his hand lies open: there stands what its own button was answered."""
    page = window(house(game=SHELF[name], players=("Ada", "first")).web_table.table)
    Person(page)
    page.wait_for_selector("#hand .hint")
    page.click("button.key[data-key='next']")
    page.wait_for_selector("#message:not(:empty)")
    assert page.inner_text(".hinted") == ""
    page.click("#hand .hint")
    page.wait_for_selector(".hinted:not(:empty)")


def test_what_was_hinted_at_goes_with_its_moment(house, window):
    """It would be read as what is to be done next; on a wide board nothing else of the hand changes
    within a turn."""
    fighters = [f"red-fighter{n} {at}" for n, at in enumerate(("e25", "h25", "k25", "v25"), 1)]
    start = galaxy("red-star1 n25", "red-star2 r25", *fighters, "green-star1 n8")
    web_table = house(game=SHELF["zylatron"], start=start, players=("Ada", "first")).web_table
    ada = Person(window(web_table.table))
    ada.drag("n25", "n26")
    ada.until_recorded(1)
    ada.page.click("#hand .hint")
    ada.page.wait_for_selector(".hinted:not(:empty)")
    ada.drag("r25", "r26")
    ada.until_recorded(2)
    assert sum(1 for _ in web_table.host.table.position.moves()) >= MAX_LISTED
    ada.until("() => !document.querySelector('.hinted').textContent")


def test_on_a_phone_the_lens_comes_near_where_a_lifted_piece_may_go(house, window):
    """A cell of 22 pixels is smaller than a thumb; in a game as in its lessons."""
    table = house(game=SHELF["astroplane"], players=("Ada", "Bob")).web_table.table
    ada = Person(window(table, 390, 844))
    ada.page.wait_for_selector(".dense")
    ada.until("() => document.querySelectorAll('.light.pulse').length > 0")
    assert not ada.page.locator(".zoomed").count()
    site = next(site for site in ada.lit("pulse") if site in ada.standing())
    ada.page.mouse.click(*ada.middle(site))
    ada.page.wait_for_selector("#held .piece")
    ada.until("() => document.querySelector('.zoomed')")
    seen = ada.page.locator(".glass").bounding_box()
    for goal in ada.lit("pulse", "double"):
        x, y = ada.middle(goal)
        assert seen["x"] <= x <= seen["x"] + seen["width"]
        assert seen["y"] <= y <= seen["y"] + seen["height"]


def test_what_is_damaged_is_seen_on_it_and_told_until_it_is_repaired(house, window):
    """Also in a stack, where no light can tell it."""
    start = galaxy("red-star1 n25", "red-fighter1 on red-star1", "green-star1 n8")
    works = (Works.DESTROYED, *start.works[1:])
    start = replace(start, damaged=numbers(start, "red-fighter1"), works=works)
    terms = {"game": SHELF["zylatron"], "start": start, "players": ("Ada", "Bob")}
    ada = Person(window(house(**terms).web_table.table))
    hurt = "[data-piece='red-fighter1'] .bolt"
    ada.page.wait_for_selector(hurt, state="attached")
    assert not ada.page.locator("[data-piece='red-star1'] .bolt").count()
    stack = ada.page.locator(".cell[data-site='n25']")
    assert "Fighter 1: Damaged" in stack.get_attribute("aria-label")
    works = ada.page.locator(".cell[data-site='b26']")
    assert works.locator(".bolt").count()
    assert "Destroyed" in works.get_attribute("aria-label")
    press(ada.page, "repair")
    ada.until_recorded(1)
    ada.page.mouse.click(*ada.middle("n25"))
    ada.page.wait_for_selector(".cell[data-site='n25']:not([aria-label*='Damaged'])")
    ada.page.wait_for_selector(hurt, state="detached")


def test_a_child_has_lit_what_is_good_and_the_parent_has_not(house, window):
    """At one screen, without cards to hide, the player to move finds their moves."""
    page = window(house(game=SHELF["astroplane"], players=("Ada", "Mia")).web_table.table)
    ada = Person(page)
    page.wait_for_selector("#hand h2:has-text('Ada') ~ .cards .helped")
    page.select_option("#hand .helped", label="5 times")
    page.wait_for_selector("#hand small:has-text('blink twice')")
    ada.until("() => document.querySelector('.light.double')")
    ada.until("() => document.querySelector('#hand .helped').value === '4'")
    good = ada.lit("double")
    assert good and {*good} < {*ada.lit("pulse", "double")}
    ada.drag(*next(iter(moves_of(page))))
    ada.until_recorded(1)
    while page.locator("#hand h2:has-text('Ada')").count():
        press(page, "done")
        page.wait_for_selector("#hand h2:has-text('Mia')")
    page.wait_for_selector("#hand .cards .helped")
    assert page.input_value("#hand .helped") == "0"
    ada.until("() => !document.querySelector('.light.double')")


def test_words_that_were_hidden_stay_so_until_a_door_is_opened(house, window):
    page = window(house(game=SHELF["astroplane"], players=("Ada", "Mia")).web_table.table)
    ada = Person(page)
    page.click("#hand button:has-text('Hide')")
    page.wait_for_selector("#hand", state="hidden")
    site = next(site for site in ada.lit("pulse") if site in ada.standing())
    page.mouse.click(*ada.middle(site))
    page.wait_for_selector("#held .piece")
    assert page.is_hidden("#hand")
    page.click(".door:has-text('Ada') button")
    page.wait_for_selector("#hand h2:has-text('Ada')")


def moves_of(page):
    """From where to where, as the buttons say it."""
    lines = page.locator("#hand button[data-move]").all()
    return [line.get_attribute("data-move").split()[-1].split("-") for line in lines]


def test_who_watches_robots_reads_what_was_done_last(house, window):
    page = window(house(players=("first", "first")).web_table.table)
    page.wait_for_selector("#how:has-text('Last: Robot')")
    assert page.inner_text("#record li:last-child").split()[0] == "Robot"
