"""Everything on the board is in the lobby, and the other way round: one agreement for both."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from controller.game import Setting
from controller.games import SHELF
from controller.menu.acts import BeginGame
from controller.menu.screens import Screen
from controller.sitting.keys import NEXT, OWN_KEYS, YES
from controller.sounds.sound import USUAL_VOLUME
from controller.web.doors import lobby_page
from controller.web.mailbox import Draft, Press
from controller.words import say
from drivers.clock import StepClock
from drivers.wiring import load_wiring
from sims.bench.twin import Twin
from tests.menu.board_alone import BoardAlone
from tests.menu.test_every_choice import in_the_lobby

GAME = SHELF["astron"]


@pytest.fixture
def alone(tmp_path):
    wiring = load_wiring(GAME.panel)
    twin = Twin(wiring, GAME.pieces(GAME.start(Setting(2))), StepClock(), name="alone")
    at = BoardAlone(twin, GAME, tmp_path)
    yield at
    at.close()


def letter(alone, request):
    """From the lobby; what the table answers."""
    answer = alone.host.mailbox.post(request)
    alone.wait(0.1)
    return answer.result(0)


def page(alone):
    return lobby_page(alone.host.gallery.view)


def test_keys_on_the_page_and_on_the_board_are_the_same_keys(alone):
    """Wherever chance leads, both say the same, and the one answers for the other."""
    luck = Random(2)
    for _ in range(40):
        key = luck.choice(sorted(OWN_KEYS - {YES}) + [YES] * (alone.host.running is None))
        name = key.removeprefix("key.")
        if luck.random() < 0.5:
            assert letter(alone, Press(name)) == ""
        else:
            alone.press(name)
        if alone.host.running or alone.host.down:
            break
        menu = alone.host.menu.menu
        assert page(alone)["menu"] == say(menu.says()) == alone.asks
        assert tuple(page(alone)["agreed"]["kinds"]) == menu.agreement.kinds
        assert page(alone)["agreed"]["options"] == dict(menu.agreement.options)


def test_what_is_chosen_in_the_lobby_is_what_the_board_begins(alone):
    luck = Random(3)
    for _ in range(20):
        wanted = in_the_lobby(GAME.name, luck)
        assert letter(alone, Draft(wanted)) == ""
        assert alone.host.menu.menu.agreement == wanted
    menu = alone.host.menu.menu
    while menu.screen is not Screen.START:
        alone.press("yes")
    assert menu.press(YES) == BeginGame(wanted)


@pytest.mark.parametrize(
    "spoilt",
    [
        {"game": "chess"},
        {"game": "zylatron"},
        {"kinds": ()},
        {"kinds": ("human",) * 9},
        {"kinds": ("human", "wizard")},
        {"options": {"nonsense": True}},
        {"deck": "marked"},
        {"teams": ()},
        {"teams": (1, 9)},
        {"picks": {}},
        {"picks": {"ship": ("1", "1"), "cell": ("", "")}},
        {"picks": {"ship": ("1",), "cell": ("", "")}},
        {"picks": {"ship": ("", ""), "cell": ("", ""), "hat": ("", "")}},
    ],
    ids=str,
)
def test_what_cannot_be_played_on_this_board_changes_nothing(alone, spoilt):
    before = alone.host.menu.menu.agreement
    assert letter(alone, Draft(replace(before, **spoilt))) == ""
    assert alone.host.menu.menu.agreement == before
    alone.press("yes")
    assert NEXT in alone.lights()


def test_a_game_that_is_begun_in_the_lobby_closes_the_menu_and_nobody_loses_the_board(alone):
    from controller.app.appliance.table_menu import begin

    assert letter(alone, begin(alone.host.menu.menu.agreement)) == ""
    alone.wait(2.0)
    assert alone.host.running and not alone.host.menu.open
    assert alone.host.gallery.view.present
    assert page(alone)["menu"] == ""


def test_a_new_question_is_heard_where_the_panel_has_a_buzzer_and_next_is_not(tmp_path):
    wiring = load_wiring(GAME.panel)
    wiring = replace(wiring, file=replace(wiring.file, buzzer=True))
    twin = Twin(wiring, GAME.pieces(GAME.start(Setting(2))), StepClock(), name="alone")
    at = BoardAlone(twin, GAME, tmp_path)
    heard = len(twin.pico.hal.tones)
    assert heard
    at.press("yes")
    asked = len(twin.pico.hal.tones)
    assert asked > heard
    at.press("next", "next")
    assert len(twin.pico.hal.tones) == asked
    at.close()


def test_a_key_makes_the_table_silent_and_it_stays_so(tmp_path):
    """Each volume is heard while it is shown; over a game the same."""
    wiring = load_wiring(GAME.panel)
    twin = Twin(wiring, GAME.pieces(GAME.start(Setting(2))), StepClock(), name="alone")
    at = BoardAlone(twin, GAME, tmp_path)
    at.press_until("next", "louder, softer or silent")
    at.press("yes")
    loud = []
    for _ in range(4):
        loud.append(last_tone(twin)[2] if "No sound" not in at.asks else 0)
        at.press("next")
    assert len(set(loud)) == 4 and loud[0] == USUAL_VOLUME
    at.press_until("next", "No sound at all")
    heard = last_tone(twin)
    at.press("yes")
    assert "Start a new game?" in at.asks
    at.press_until("yes", "YES begins, BACK")
    assert last_tone(twin) == heard
    at.power_off()
    at.power_on()
    at.press_until("yes", "YES begins, BACK")
    assert last_tone(twin) in (heard, None)
    at.close()


def last_tone(twin):
    """(ms, Hz, volume) as it began; a rest is none."""
    return next((tone for tone in reversed(twin.pico.hal.tones) if tone[1]), None)


def test_a_board_that_does_not_answer_yet_is_waited_for_and_its_menu_is_not_lost(alone):
    """As while a Pico starts: the page says so, and the lights come when it does."""
    alone.host.menu.make_way()
    alone.twin.bench.unplug()
    alone.wait(6.0)
    assert not alone.host.gallery.view.present
    alone.twin.bench.plug()
    alone.wait(8.0)
    assert alone.host.gallery.view.present
    assert not alone.host.gallery.view.trouble
    alone.press("yes")
    assert YES in alone.lights()
