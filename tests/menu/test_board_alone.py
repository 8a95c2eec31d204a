"""A family and a board, no page: switched on, chosen, played, cut off, gone on with, ended, off."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from controller.app.appliance.table_menu import agreement_of
from controller.game import Setting
from controller.games import SHELF
from controller.reading.sources import attempts
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.keys import OWN_KEYS, YES
from controller.values import CHANCE, Trace
from controller.words import said
from drivers.clock import StepClock
from drivers.wiring import load_wiring
from sims.bench.twin import Twin
from tests.evidence import evidence_of
from tests.menu.board_alone import BoardAlone


@pytest.fixture(params=list(SHELF))
def alone(request, tmp_path):
    game = SHELF[request.param]
    wiring = load_wiring(game.panel)
    twin = Twin(wiring, game.pieces(game.start(Setting(2))), StepClock(), name="alone")
    at = BoardAlone(twin, game, tmp_path)
    yield at
    at.close()


def test_a_whole_evening_without_a_page(alone):
    evening(alone)


@pytest.mark.parametrize("alone", ["astron", "space_walk", "situation7"], indirect=True)
def test_after_the_end_yes_plays_it_again_and_so_does_setting_up(alone):
    """From the last move to the first of the next game."""
    alone.sit(last_moment(alone.game))
    alone.play(Random(1))
    alone.settle()
    assert alone.table.stage is Stage.OVER
    alone.press("yes")
    assert "YES begins, BACK" in alone.asks
    alone.press("no")
    assert "YES begins, BACK" not in alone.asks
    begin_by_set_up(alone)
    assert alone.table.stage is not Stage.OVER
    assert all(move.seat == CHANCE for move in alone.table.history)


@pytest.mark.parametrize(("one", "other"), list(combinations(sorted(OWN_KEYS), 2)))
@pytest.mark.parametrize("alone", ["astron"], indirect=True)
def test_two_keys_of_the_menu_in_one_instant_are_answered_and_choose_nothing(alone, one, other):
    before = alone.asks
    alone.twin.bench.press(one)
    alone.hand.press(other)
    alone.wait(0.5)
    assert alone.asks == f"{said('table.keys_dropped')} {before}"
    alone.press("next")
    assert said("table.keys_dropped") not in alone.asks


@pytest.mark.parametrize("alone", ["astron", "zylatron"], indirect=True)
def test_played_again_everybody_has_what_he_had(alone):
    """The ship or planet that was chosen, and the team."""
    alone.press_until("yes", "House rules")
    alone.press_until("next", "Choose for each seat")
    alone.press("yes", "next", "next", "yes")
    alone.press_until("yes", "House rules")
    alone.press_until("yes", "YES begins, BACK")
    assert "eat 1, " in alone.asks
    alone.press("yes")
    begun, usual = alone.host.running.terms.start, alone.game.start(Setting(2))
    assert begun != usual
    record = alone.host.running.terms.record
    alone.host.menu._lay(agreement_of(alone.host.running.terms))
    alone.press("yes")
    assert alone.host.running.terms.record is not record
    assert alone.host.running.terms.start == begun


def last_moment(game):
    """From which any move ends it, as chance finds one."""
    for seed in range(200):
        luck, position = Random(seed), game.start(Setting(game.seats[0]))
        while position.outcome is None:
            moves = list(position.moves())
            ends = len(moves) < 4 and all(position.after(m).outcome for m in moves)
            if ends and CHANCE not in position.actors:
                return position
            position = position.after(luck.choice(moves))
    raise AssertionError("chance never ended it")


def evening(alone):
    """On, chosen, played, refused, cut off in mid-move, gone on with, ended, set up, off."""
    luck = Random(3)
    assert YES in alone.lights()
    assert alone.lights().keys() - OWN_KEYS
    alone.press_until("yes", "YES begins, BACK")
    alone.press("yes")
    assert alone.host.running
    alone.set_up(2)
    made = 0
    while made < 2:  # what was dealt before by hand is no choice of theirs
        made += alone.play(luck).seat != CHANCE
    refuse(alone)
    cut_off(alone)
    out_and_in(alone)
    begin_by_set_up(alone)
    alone.settle()
    alone.press("no")
    alone.press_until("next", "Switch the table off?")
    alone.press("yes", "yes")
    assert alone.host.down
    assert len(alone.host.kept) == 1


def cut_off(alone):
    """The power goes while a piece is in the air; afterwards the lights ask for it."""
    played, bench = list(alone.table.history), alone.twin.bench
    stands = sorted(bench.stacks)[:1]
    lifted = [(site, bench.lift(site)) for site in stands]
    alone.wait(0.5)
    alone.power_off()
    alone.power_on()
    assert alone.host.running is None
    assert "Go on with" in alone.asks
    alone.press("yes")
    assert alone.table.history == played
    for site, piece in lifted:
        alone.wait(1.0)
        bench.put(piece, site)
    alone.settle()
    assert alone.table.history == played


def out_and_in(alone):
    """The menu over the game: back to it, then out of it for good."""
    played = list(alone.table.history)
    alone.press("no")
    assert "Go on with the game?" in alone.asks
    alone.press("back")
    alone.settle()
    assert alone.table.history == played
    alone.press("no")
    alone.press_until("next", "Give this game up?")
    alone.press("yes", "yes")
    assert alone.host.running is None
    assert not alone.host.kept


def refuse(alone):
    """A piece where a rule forbids it: the rule is named, red says where; it is carried back."""
    alone.settle()
    here, position, senses = alone.table.moments[-1], alone.table.position, alone.wiring.senses
    stood = [moment.position.layout() for moment in alone.table.moments]  # that takes it back
    stands = frozenset(s for s in alone.twin.bench.stacks if s in senses)
    cells = stands | frozenset(sorted(s for s, sense in senses.items() if sense.holds)[:40])
    wrong = next(
        mark.mark
        for mark in attempts(evidence_of(Trace(dict.fromkeys(cells), cells), here))
        if mark.mark.trace.changes.keys() & cells and not mark.mark.unfelt | mark.mark.left
        if not alone.table.moments[-1].known.begun(mark.mark.trace)
        if position.after(mark.mark.move).layout() not in stood
    )
    number = len(alone.table.history)
    alone.hand.make(wrong.move, position)
    alone.until(lambda: alone.table.stage is Stage.MENDING and bool(alone.table.notice))
    alone.wait(0.3)
    assert Glow.FAST in {light.glow for light in alone.lights().values()}
    assert alone.table.asks().key.startswith(("table.carry", "table.lift"))
    after = position.after(wrong.move).layout()
    alone.hand.do(alone.hand.motions.carry(after, position.layout()))
    alone.settle()
    assert len(alone.table.history) == number


def begin_by_set_up(alone):
    """Where the game has start marks, to set it up is to ask for it; else the keys do."""
    alone.twin.bench.stand({})
    alone.twin.bench.refresh()
    alone.wait(0.5)
    seats = alone.game.seats[-1]
    alone.set_up(seats)
    if "YES begins, BACK" not in alone.asks:
        alone.press_until("yes", "YES begins, BACK")
    alone.press("yes")
    assert alone.host.running
