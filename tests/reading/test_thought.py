"""A gesture is thought through step by step: no turn of the loop works out a whole search."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from controller.games import SHELF
from controller.reading.choose import rank
from controller.reading.evidence import Evidence
from controller.reading.gesture import Gesture
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.reading.sources import newest_broken_rule, revisions
from controller.reading.stepwise import Memo, finish
from controller.sitting.table import Table
from controller.values import CHANCE, Trace
from tests.bench.games import walk
from tests.conftest import new_rig
from tests.panels import PANELS, load_panel

MOST = 40  # positions worked out in one step: Space Walk tries 35 to list the moves of one position
WHOLE = 1500  # positions worked out to refuse one gesture: 60 lawful moves, each made 4 times, and
# the search for an explanation of the last two gestures together


class Counted:
    """How often a position was worked out."""

    def __init__(self, kind, monkeypatch):
        self.so_far = 0
        after = kind.after

        def counting(position, move):
            self.so_far += 1
            return after(position, move)

        monkeypatch.setattr(kind, "after", counting)

    def steps(self, thought):
        """How many each step of a thought has taken."""
        found, done = [], False
        while not done:
            before = self.so_far
            done = next(thought, True) is True
            found.append(self.so_far - before)
        return found


def disturbed(here, luck):
    """What is read when one to three cells that hold pieces tell something else."""
    sites = [site for site, sense in here.senses.items() if sense.holds]
    readings = dict(here.expected)
    for site in luck.sample(sites, luck.randint(1, 3)):
        if readings.pop(site, None) is None:
            readings[site] = True
    return Felt(here.senses, 10.0, readings, changed=dict.fromkeys(here.senses, 9.0))


@pytest.mark.parametrize("panel", PANELS)
def test_no_step_works_out_more_than_a_few_positions(panel, monkeypatch):
    wiring, luck = load_panel(panel), Random(3)
    game = SHELF[wiring.file.game]
    met = [p for p in islice(walk(game, game.seats[-1], luck), 200) if p.actors - {CHANCE}][::5]
    counted = Counted(type(met[0]), monkeypatch)
    for position in met:
        here = Moment(position, wiring.senses)
        finish(here.learn())
        felt = disturbed(here, luck)
        evidence = Evidence(felt.trace(here, frozenset()), felt, (here,), wiring.senses)
        steps = counted.steps(rank(evidence, Memo()))
        assert max(steps) <= MOST


@pytest.mark.parametrize("panel", PANELS)
def test_a_refusal_takes_a_bounded_number_of_positions(panel, monkeypatch):
    """Zylatron once took 146,000 steps: each wrong attempt made every lawful move again."""
    wiring, luck = load_panel(panel), Random(5)
    game = SHELF[wiring.file.game]
    met = [p for p in islice(walk(game, game.seats[-1], luck), 200) if p.actors - {CHANCE}][::5]
    counted = Counted(type(met[0]), monkeypatch)
    for position in met:
        here = Moment(position, wiring.senses)
        finish(here.learn())
        felt = disturbed(here, luck)
        seen = felt.trace(here, frozenset())
        evidence = Evidence(seen, felt, (here,), wiring.senses)
        taken = sum(counted.steps(revisions(evidence)))
        assert taken + sum(counted.steps(newest_broken_rule(evidence))) <= WHOLE


@pytest.fixture
def rig():
    rig = new_rig(load_panel("zylatron"), game="zylatron")
    rig.settle()
    return rig


def test_a_thought_goes_on_without_whole_turns_of_the_loop(rig, monkeypatch):
    steps, turns = [], []
    think_on, see = Gesture.think_on, Table.see
    monkeypatch.setattr(Gesture, "think_on", lambda own: steps.append(1) or think_on(own))
    monkeypatch.setattr(Table, "see", lambda own, at: turns.append(own.thinking) or see(own, at))
    for site in [s for s, stack in rig.bench.stacks.items() if stack][:3]:
        rig.bench.lift(site)
    rig.wait(6.0)
    assert steps
    assert len(steps) > 10 * sum(turns), "one look at everything for many steps of a thought"


def test_a_contact_does_not_wait_for_the_end_of_a_thought(rig):
    for site in [s for s, stack in rig.bench.stacks.items() if stack][:3]:
        rig.bench.lift(site)
    while not rig.table.thinking:
        seen = rig.loop.turn().observation
    rig.table.state.gesture.search.think_on = lambda: True  # a thought without end
    assert rig.table.think_on(seen)
    edge = replace(seen, changed={**seen.changed, next(iter(seen.readings)): seen.at})
    assert not rig.table.think_on(edge)
    rig.loop.turn()


def test_what_was_answered_meanwhile_is_thought_about_no_longer():
    wiring = load_panel("space_walk")
    game = SHELF["space_walk"]
    here = next(
        moment
        for position in walk(game, game.seats[0], Random(1))
        if (moment := Moment(position, wiring.senses)).known.unseen
    )
    gesture, luck = Gesture(), Random(1)
    while not gesture.thinking:
        felt = disturbed(here, luck)
        gesture.choose(Evidence(felt.trace(here, frozenset()), felt, (here,), wiring.senses))
    nothing = Trace({}, frozenset())
    gesture.choose(Evidence(nothing, felt, (here,), wiring.senses, confirming=True))
    while gesture.thinking:
        assert gesture.think_on() in (True, False)
    assert not gesture.thinking, "YES has answered it: the loop may wait for the board again"
