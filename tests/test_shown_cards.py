"""Real cards are dealt and played over the readers, and waited for as long as it takes."""

from __future__ import annotations

from itertools import takewhile

import pytest

from controller.app.setup.start_game import READER, GameSetup, who
from controller.app.terminal.console import Console
from controller.games import SHELF
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.values import CHANCE
from controller.web.mailbox import Play
from drivers.clock import StepClock
from sims.bench.twin import open_twin
from tests.panels import PANELS, load_panel
from tests.real_table import (
    KEEPERS,
    Keyboard,
    RealTable,
    house_at,
    opened,
    whole_round,
)

WITH_READERS = [name for name in PANELS if "card" in load_panel(name).senses]
both = pytest.mark.parametrize("keeper", KEEPERS)


@pytest.fixture
def real():
    """A table that takes its board for a real one: real("host", "astron", "Ada", "robot")."""
    tables = []

    def sat(keeper: str, panel: str, *players: str) -> RealTable:
        tables.append(RealTable(keeper, load_panel(panel), players or ("human", "human")))
        return tables[-1]

    yield sat
    for table in tables:
        table.close()


def deal(at: RealTable) -> None:
    """Somebody gives out all the cards that are due."""
    for move in takewhile(lambda move: move.seat == CHANCE, whole_round("astron")):
        at.show(move)


@both
@pytest.mark.parametrize("players", [("human", "human"), ("robot", "robot")], ids="-".join)
def test_nobody_deals_while_nobody_touches_anything(real, keeper, players):
    at = real(keeper, "astron", *players)
    at.settle()
    at.wait(30.0)
    assert at.table.history == []
    assert at.table.stage is Stage.WAITING


@both
@pytest.mark.parametrize("panel", WITH_READERS)
def test_a_whole_round_is_dealt_and_played_with_real_cards(real, keeper, panel):
    at = real(keeper, panel)
    moves = whole_round(at.twin.wiring.file.game)
    for move in moves:
        at.show(move)
    at.wait(3.0)
    assert at.table.history == moves


@both
def test_a_robots_card_is_asked_for_and_waited_for(real, keeper):
    at = real(keeper, "astron", "first", "human")
    deal(at)
    at.wait(20.0)
    wish, dealt = at.table.wish, len(at.table.history)
    assert str(wish).startswith("1 lays") and at.table.asks().key == "table.wish"
    assert at.twin.lights()["card"].glow is Glow.DOUBLE
    at.show(wish)
    assert at.table.history[dealt:] == [wish]
    at.turn_until(lambda: str(at.table.wish).startswith("1 flies"))


def test_a_spoken_card_counts_by_itself_where_no_reader_hears_it(real):
    at = real("host", "astron")
    deal(at)
    at.twin.bench.faults.dead_readers.add("card")
    at.turn_until(lambda: "card" not in at.table.state.input.senses)
    card = next(iter(at.table.position.moves()))
    at.table.say(card)
    at.wait(0.1)
    assert at.table.history[-1] == card


# ---------------------------------------------------------------------------- at a simulated table


def by_page(house, terms):
    """Somebody who plays his card in his seat's page."""
    host = KEEPERS["host"](house, terms)
    return host, lambda move: host.mailbox.post(Play(str(move)), move.seat)


def by_keyboard(house, terms):
    keys = Keyboard()
    return Console(house, terms, keys), lambda move: keys.lines.append(f"play {move.card}")


@pytest.mark.parametrize("plays", [by_page, by_keyboard])
def test_at_a_simulated_table_its_hand_deals_and_a_persons_card_is_shown(plays):
    twins, clock = [], StepClock()

    def opens(*terms):
        twins.append(open_twin(*terms))
        return twins[-1]

    house = house_at("sim://", load_panel("astron"), clock, opens)
    seated = who(["Ada", "Bob"])
    terms = GameSetup(SHELF["astron"], opened("astron"), seated, 7, house.dealer(READER))
    kept, play = plays(house, terms)
    table = kept.table
    while table.position.actors == {CHANCE}:
        kept.turn()
    assert len(table.history) == 10
    until = clock.now() + 10.0
    while clock.now() < until:
        kept.turn()
    assert len(table.history) == 10, "the person is waited for"
    card = next(iter(table.position.moves()))
    play(card)
    while not twins[0].bench.showing():
        kept.turn()
    while len(table.history) == 10:
        kept.turn()
    kept.close()
    assert table.history[-1] == card
