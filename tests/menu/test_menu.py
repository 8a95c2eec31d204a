"""From wherever keys lead in the menu: no two screens look alike, out is near, and so is a game."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from controller.game import Setting
from controller.games import SHELF
from controller.menu import picture
from controller.menu.acts import BeginGame, GiveUp, GoOn, ResumeGame, ShutDown
from controller.menu.agreement import DECKS
from controller.menu.entries import Saved, home_entries, pause, sound_entries
from controller.menu.font import GLYPHS, HIGH, WIDE
from controller.menu.menu import Menu
from controller.menu.screens import SCREEN_CHANGES, Screen
from controller.menu.set_up import StartMarks
from controller.sitting.keys import BACK, NEXT, NO, OWN_KEYS, YES
from controller.values import expect
from controller.words import catalogue, say
from tests.panels import PANELS, load_panel

KEYS = sorted(OWN_KEYS)
WALK = 90  # presses of one walk
OUT = 40  # of BACK, until all is left
GAME = 24  # of YES, until one plays
SAVED = (Saved(12, "Astron", "2026-11-01", 31), Saved(9, "Zylatron", "2026-10-30", 4))


def opened(panel, luck):
    """A menu as somebody finds it: with games to go on with or without, over a game or not."""
    own = SHELF[load_panel(panel).file.game]
    games = luck.choice([[own], [own, *(g for g in SHELF.values() if g is not own)]])
    saved, decks = luck.choice([(), SAVED[:1], SAVED]), luck.choice([DECKS, DECKS[1:]])
    menu = Menu(games, saved, {own.name: ("Ada", "pilot")}, decks)
    if luck.random() < 0.3:
        menu.close()
        menu.pause()
    return menu


def cells_of(panel):
    wiring = load_panel(panel)
    game = SHELF[wiring.file.game]
    middles = game.middles(game.start(Setting(game.seats[0])))
    return {site: at for site, at in middles.items() if site in wiring.chain}


def press(menu, key):
    """Press a key, and do what the program around the menu would do; return the act."""
    act = menu.press(key)
    if isinstance(act, GoOn):
        menu.close()
        menu.pause()
    elif isinstance(act, GiveUp):
        menu.show_home([one for one in menu.saved if one.number != act.number])
    elif act:
        menu.show_home(menu.saved)
    return act


@pytest.mark.parametrize("panel", PANELS)
def test_no_two_screens_look_alike_and_back_leads_out(panel):
    luck, cells = Random(f"menu {panel}"), cells_of(panel)
    for _ in range(2):
        menu, seen = opened(panel, luck), {}
        for _ in range(WALK):
            where = menu.screen, replace(menu.entry, agreement=None)
            lights = picture.menu_scene(menu, cells)
            assert YES in lights and lights.keys() <= cells.keys() | OWN_KEYS
            look = say(menu.says()), tuple(sorted((s, str(lit)) for s, lit in lights.items()))
            assert seen.setdefault(look, where) == where, f"{where} looks like {seen[look]}"
            if luck.random() < 0.15:
                leads_out(menu)
            press(menu, luck.choice(KEYS))


@pytest.mark.parametrize(
    "entries", [home_entries(SAVED), sound_entries(), pause()], ids=["home", "sound", "pause"]
)
def test_entries_of_one_screen_differ_in_letters_and_in_lights_to_count(entries):
    assert len({entry.sign for entry in entries}) == len(entries)
    assert len({entry.counts for entry in entries}) == len(entries)


def leads_out(menu):
    """Pressing only BACK leads to the start, or to the game."""
    for _ in range(OUT):
        if isinstance(menu.press(BACK), GoOn) or menu.screen is Screen.HOME:
            return
    raise AssertionError(f"BACK does not lead out of {menu.screen}")


@pytest.mark.parametrize("panel", PANELS)
def test_yes_and_nothing_else_comes_to_a_game_from_anywhere(panel):
    luck = Random(f"yes {panel}")
    for _ in range(12):
        menu = opened(panel, luck)
        for _ in range(luck.randrange(40)):
            press(menu, luck.choice(KEYS))
        for _ in range(GAME):
            act = menu.press(YES)
            if isinstance(act, BeginGame | ResumeGame | GoOn | ShutDown):
                break
            if act:
                menu.show_home(menu.saved)
        else:
            raise AssertionError(f"YES does not end in a game: {say(menu.says())}")


def test_what_was_interrupted_is_offered_first_and_given_up_only_twice_asked():
    menu = Menu(list(SHELF.values()), SAVED)
    assert menu.press(YES) == ResumeGame(12)
    assert menu.press(NO) is None and menu.screen is Screen.SURE
    assert menu.press(NO) is None and menu.screen is Screen.HOME
    menu.press(NO)
    assert menu.press(YES) == GiveUp(12)


def test_every_choice_can_be_reached_and_what_begins_is_what_was_shown():
    """Any number of players, any of the robots, any house rule switched."""
    luck = Random(5)
    for _ in range(60):
        menu = Menu(list(SHELF.values()))
        menu.press(YES)
        while menu.screen is not Screen.START:
            for _ in range(luck.randrange(8)):
                menu.press(NEXT)
            wanted = menu.agreement
            menu.press(YES)
            assert menu.agreement == wanted
        begun = menu.press(YES)
        assert begun == BeginGame(menu.agreement)
        game = SHELF[begun.agreement.game]
        assert begun.agreement.seats in game.seats
        options = {n: on for n, on in begun.agreement.options.items() if n in game.options}
        assert game.start(Setting(begun.agreement.seats, options=options)).outcome is None


@pytest.mark.parametrize("panel", PANELS)
def test_pieces_on_their_start_marks_say_for_how_many(panel):
    wiring = load_panel(panel)
    game = SHELF[wiring.file.game]
    marks = StartMarks(game, wiring.senses)
    for seats in game.seats:
        layout = game.start(Setting(seats)).on_panel(wiring.senses).layout()
        due = {s: r for s, r in expect(layout, wiring.senses).items() if wiring.senses[s].holds}
        found = marks.seats(due, seats)
        assert found == (seats if due else None)
        for site in sorted(due)[:3]:
            short = {s: r for s, r in due.items() if s != site}
            others = [n for n in game.seats if n != seats]
            assert marks.seats(short, seats) in (None, *others)


def test_every_screen_has_its_ways_and_every_letter_its_lights():
    assert SCREEN_CHANGES.keys() == set(Screen)
    assert all(len(rows.split()) == HIGH for rows in GLYPHS.values())
    assert all({len(row) for row in rows.split()} == {WIDE} for rows in GLYPHS.values())
    assert len(set(GLYPHS.values())) == len(GLYPHS)
    assert "menu.off" in catalogue()
