"""What is said is true: reasons fit, and what is told is told only as long as it is so."""

from __future__ import annotations

import logging
import re
from itertools import accumulate, repeat
from typing import Any

import pytest

from controller.app.computer.discreet_log import log_into
from controller.app.library.review import review_steps
from controller.app.setup.panels import best_panel
from controller.game import Position, Setting
from controller.games import SHELF
from controller.reading.moment import Moment
from controller.sitting.progress import Progress
from controller.sitting.shown.messages import Messages
from controller.telling import teller
from controller.values import Refusal, Saying, Site
from controller.web.doors import offered_games
from controller.web.pages import owner, recorded_moves, trays
from controller.web.parts.lifting import cleared, grips
from controller.web.view import GameFacts, Who
from controller.words import say
from drivers.wiring import load_wiring
from tests.test_library import moves
from tests.web.nonsense import listen
from tests.web.person import Person
from tests.web.test_names import played
from tests.zylatron import at as galaxy


def after(name: str, *lines: str) -> tuple[Position[Any], ...]:
    """A game with two seats, and every position that these moves lead to."""
    game = SHELF[name]
    positions = [game.start(Setting(2))]
    for line in lines:
        positions.append(positions[-1].after(game.parse(line)))
    return tuple(positions)


def test_a_piece_that_lies_stays_by_its_own_rule_not_because_of_cards():
    lines = ("1 is ready", "2 is ready", "1 lays F0")
    senses = load_wiring(best_panel(SHELF["situation7"])).senses
    made = (None, *map(SHELF["situation7"].parse, lines))
    story = zip(after("situation7", *lines), made, strict=True)
    back = Progress(tuple(Moment(position, senses, move) for position, move in story)).way_back()
    assert isinstance(back, Refusal) and back.rule == "S9"


def test_with_nothing_chosen_there_is_nothing_to_cancel():
    begun = after("zylatron", "lot red d25")[-1]
    refusal = begun.refusal(SHELF["zylatron"].parse("1 cancels"))
    assert refusal and refusal.words == "zylatron.nothing-to-cancel"


def test_a_shot_out_of_range_is_said_to_be_spent():
    *_, before, then = after(
        "zylatron",
        *("lot red d25", "1 chooses fire", "1 aims red-warrior4 c24", "1 fires-at green-star1 t5"),
    )
    told = then.news(before, SHELF["zylatron"].parse("1 fires-at green-star1 t5"))
    assert told and told.key == "zylatron.spent"
    game = SHELF["zylatron"]
    sentence = teller(game, game.drawing(then), ("Ada", "Bob")).say(told)
    assert sentence.startswith("Out of range. The shot at the green Battle Star 1 is lost")


def test_the_record_says_what_came_of_a_shot():
    """On the table's page as in the review; and of the next move nothing of it."""
    game, senses = SHELF["zylatron"], load_wiring(best_panel(SHELF["zylatron"])).senses
    start = galaxy("red-star1 n25", "red-star2 r25", "green-star1 n22", "green-star2 n8")
    shot = ("1 chooses fire", "1 aims red-star1 n25", "1 fires-at green-star1 n22")
    made = [*map(game.parse, (*shot, "strike DAMAGE.1", "1 moves red-star2 r25-r26"))]
    positions = [*accumulate(made, lambda at, move: at.after(move), initial=start)]
    who = (Who("Ada"), Who("Bob"))
    sitting = GameFacts(1, game, game.drawing(start), who, senses, {}, simulated=True)
    moments = tuple(map(Moment, positions, repeat(senses), (None, *made)))
    came = [line.get("came", "") for line in recorded_moves(moments[-1], moments, sitting).values()]
    assert came == ["", "", "Damage: the green Battle Star 1.", ""]
    story = [*zip(made, positions[1:], strict=True)]
    assert [step.came is not None for step in review_steps(start, story)] == [
        False,
        *map(bool, came),
    ]


def test_cards_are_offered_where_a_game_has_some():
    dealt = {name for name, offer in offered_games().items() if offer["cards"]}
    assert dealt == {"astron", "space_walk", "zylatron"}


def test_whoever_does_not_play_has_no_key_on_the_page():
    game, wiring = SHELF["space_walk"], load_wiring(best_panel(SHELF["space_walk"]))
    start = after("space_walk")[0]
    who = (Who("Ada"), Who("Grace"))
    sitting = GameFacts(1, game, game.drawing(start), who, wiring.senses, {}, simulated=True)
    owners = {owner(Site(key)) for key in trays(sitting, set())}
    assert owners == {-1, 0, 1}


def test_what_is_taken_up_together_is_known_where_ships_are_sown():
    ships = ("1 places green.large.1 o4", "2 places red.small.1 o4")
    placing = after("space_walk", *ships)[-1]
    assert not grips(Moment(placing, {}))["whole"]
    game = SHELF["space_walk"]
    sowing = after("space_walk", *map(str, moves(game, 1)[:18]))[-1]
    stacks = {site for site, stack in sowing.layout().items() if len(stack) > 1}
    own = {site for site in stacks if any(piece.seat == 0 for piece in sowing.layout()[site])}
    assert own and set(grips(Moment(sowing, {}))["whole"]) == own
    flying = Moment(after("astroplane")[0], {})
    assert grips(flying) == {"whole": [], "top": ["d1n", "l1n"]}


@pytest.mark.parametrize("name", ["astron", "astroplane", "zylatron"])
def test_who_is_to_take_something_off_is_not_told_that_it_may_go_somewhere(name):
    """What the game's own words ask for is what the page explains how to do."""
    game, senses, asked = SHELF[name], load_wiring(best_panel(SHELF[name])).senses, 0
    for seed in range(3):
        for _, position in played(game, seed, 600):
            if re.search(r"\b[Tt]ake .* off\b", say(position.asks())):
                asked += 1
                assert cleared(Moment(position, senses)), position.asks()
    assert asked


def test_a_missing_piece_is_no_longer_missed_when_it_is_back():
    said = Messages(message=Saying("table.missing")).expire_notice(10.0)
    assert said.fade(9.0).message
    assert not said.fade(10.1).message


def test_every_step_of_the_table_s_machinery_is_not_worth_a_line(tmp_path):
    log_into(tmp_path / "log")
    assert not logging.getLogger("transitions").isEnabledFor(logging.INFO)


@pytest.mark.browser
def test_a_hand_that_was_shown_here_is_put_away_again(house, window):
    ada = Person(window(house(players=("Ada", "Grace")).web_table.table))
    ada.page.locator(".door button").first.click()
    ada.page.wait_for_selector("#hand .card")
    ada.page.click("text=Hide")
    ada.page.wait_for_selector("#hand", state="hidden")
    ada.page.locator(".door button").first.click()
    ada.lay()
    ada.until_asked("flies")
    ada.fly()
    ada.page.wait_for_selector("#hand", state="hidden")
    assert "phone" not in ada.page.inner_text("#how")


@pytest.mark.parametrize(
    "slip",
    [
        "document.body.append('undefined is not in the box.')",
        "document.body.innerHTML = '<p>Turn <b>NaN</b></p>'",
        "document.body.title = String({})",
        "document.body.append('ui.lobby.begin')",
    ],
)
def test_words_of_the_machine_on_a_page_are_noticed(browser, slip):
    """The law that every page is held to in these tests would find them."""
    found: list[str] = []
    page = browser.new_page()
    listen(page, found.append)
    page.goto("data:text/html,<p>Your turn.</p>")
    assert not found
    page.evaluate(slip)
    page.wait_for_timeout(50)
    page.close()
    assert len(found) == 1
