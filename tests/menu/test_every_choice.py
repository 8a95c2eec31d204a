"""Whatever the lobby offers of any game, keys and lights choose; and nothing that it has not."""

from __future__ import annotations

import re
from contextlib import closing
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from controller import web
from controller.app.appliance.table_menu import agreement_of, begin
from controller.app.setup.start_game import Environment, agreed_game, rematch, resumed
from controller.games import SHELF
from controller.menu.acts import BeginGame
from controller.menu.agreement import DECKS, Agreement
from controller.menu.menu import Menu
from controller.menu.screens import MenuEvent, Screen
from controller.sitting.journal import Journal
from controller.sitting.keys import BACK, NEXT, NO, YES
from controller.web.doors import offered_games
from drivers.wiring import load_wiring

MOST = 40  # presses of NEXT, after which all was shown
LOBBY = (Path(web.__file__).parent / "static/pages/lobby.js").read_text(encoding="utf-8")
SIMPLE = re.findall(r"^  \[\"(\w+)\", say\(\"ui\.kind", LOBBY, re.M)
TEAMS = re.search(r"\[([^][]*)\]\.map\(team\)", LOBBY)[1].replace('"', "").split(", ")

PART = {
    Screen.GAME: lambda agreed, at: agreed.game,
    Screen.SEATS: lambda agreed, at: agreed.seats,
    Screen.PLAYERS: lambda agreed, at: agreed.kinds[at],
    Screen.CARDS: lambda agreed, at: agreed.deck,
    Screen.TEAMS: lambda agreed, at: agreed.teams[at],
    Screen.PICKS: lambda agreed, at: [*chain(*agreed.picks.values())][at],
    Screen.OPTIONS: lambda agreed, at: [*agreed.options.values()][at],
}


def in_the_lobby(name: str, luck: Random) -> Agreement:
    """Any line of its form filled in anyhow."""
    offer = offered_games()[name]
    seats = luck.randint(offer["least"], offer["most"])
    kinds = ["human", *(level["name"] for level in offer["levels"]), *SIMPLE]
    return Agreement(
        name,
        tuple(luck.choice(kinds) for _ in range(seats)),
        {option: luck.random() < 0.5 for option in offer["options"]},
        luck.choice(DECKS),
        tuple(int(luck.choice(TEAMS) or 0) for _ in range(seats)) if offer["teams"] else (),
        {choice["name"]: picked(choice, seats, luck) for choice in offer["choices"]},
    )


def picked(choice: dict, seats: int, luck: Random) -> tuple[str, ...]:
    """No two the same, and some leave it as it is."""
    offers = luck.sample([offer["pick"] for offer in choice["offers"]], seats)
    return tuple(pick if luck.random() < 0.6 else "" for pick in offers)


def chosen_by_keys(menu: Menu, wanted: Agreement) -> Agreement:
    """What begins when each question is answered with what is wanted."""
    luck, looks = Random(1), [MenuEvent.TEAM, MenuEvent.PICK, MenuEvent.LOOK]
    before, at = menu.screen, 0
    while True:
        at = at + 1 if menu.screen is before else 0
        before = menu.screen
        if menu.screen is Screen.HOME:
            shown(menu, lambda: menu.entry.turn is MenuEvent.NEW)
        elif menu.screen is Screen.RULES:
            look = next((one for one in looks if found(menu, one)), MenuEvent.DONE)
            looks.remove(look)
            shown(menu, lambda look=look: menu.entry.turn is look)
        elif part := PART.get(menu.screen):
            for _ in range(luck.randrange(3)):
                menu.press(NEXT)
            shown(menu, lambda part=part, at=at: part(menu.agreement, at) == part(wanted, at))
        act = menu.press(YES)
        if act:
            assert isinstance(act, BeginGame)
            return act.agreement


def found(menu: Menu, turn: MenuEvent) -> bool:
    """It is offered on this screen."""
    turns = []
    for _ in range(4):
        turns.append(menu.entry.turn)
        menu.press(NEXT)
    return turn in turns


def shown(menu: Menu, done) -> None:
    for _ in range(MOST):
        if done():
            return
        menu.press(NEXT)
    raise AssertionError(f"never offered on {menu.screen}: {menu.says()}")


@pytest.mark.parametrize("name", list(SHELF))
def test_what_the_lobby_can_agree_on_keys_can_and_it_begins_so(name):
    game, luck = SHELF[name], Random(f"every {name}")
    for _ in range(6):
        wanted = in_the_lobby(name, luck)
        assert wanted.fits(game)
        menu = Menu(luck.sample([*SHELF.values()], len(SHELF)), decks=DECKS)
        assert chosen_by_keys(menu, wanted) == wanted
        house = Environment("", lambda game: load_wiring(game.panel), None, lambda: 7, lambda: "")
        terms = agreed_game(house, begin(Agreement(**{**fields(wanted), "deck": "virtual"})))
        assert terms.start.teams == wanted.sides
        again = rematch(house, terms, swap=False)
        assert again.start == terms.start
        assert agreement_of(again).sides == wanted.sides
        kept = {"options": wanted.options, "picks": wanted.picks, "kinds": wanted.kinds}
        assert {name: getattr(agreement_of(again), name) for name in kept} == kept


@pytest.mark.parametrize("name", list(SHELF))
def test_again_with_another_player_is_otherwise_as_before(name, tmp_path):
    """Also when it was interrupted: its options came back as usual, and so did what was picked."""
    luck = Random(f"again {name}")
    with closing(Journal(tmp_path / "journal.db")) as journal:
        house = Environment(
            "", lambda game: load_wiring(game.panel), journal, lambda: 7, lambda: ""
        )
        for _ in range(6):
            wanted = in_the_lobby(name, luck)
            terms = agreed_game(house, begin(Agreement(**{**fields(wanted), "deck": "virtual"})))
            other = agreement_of(terms).taken(0, "human")
            assert agreed_game(house, begin(other)).start == terms.start
            terms.record.write()
            assert agreement_of(resumed(house)).options == wanted.options


def fields(agreement: Agreement) -> dict:
    return {name: getattr(agreement, name) for name in agreement.__struct_fields__}


@pytest.mark.parametrize("name", list(SHELF))
def test_wherever_keys_lead_the_lobby_could_have_said_the_same(name):
    game, luck = SHELF[name], Random(f"same {name}")
    menu, offer = Menu([game], decks=DECKS), offered_games()[name]
    keys = [NO, BACK, *[NEXT] * 8, *[YES] * 8]
    seen = set()
    for _ in range(1000):
        if menu.press(luck.choice(keys)):
            menu.show_home(())
        now = menu.agreement
        assert now.fits(game)
        assert {*now.kinds} <= {"human", *(one["name"] for one in offer["levels"]), *SIMPLE}
        assert bool(now.teams) == offer["teams"]
        assert [*now.picks] == [choice["name"] for choice in offer["choices"]]
        seen.add(menu.screen)
    wanted = {screen for screen in Screen if screen not in (Screen.CLOSED, Screen.PAUSE)}
    wanted -= {Screen.GAME}
    wanted -= set() if offer["teams"] else {Screen.TEAMS}
    assert seen >= wanted - (set() if offer["choices"] else {Screen.PICKS})
