"""What `make hil` plays on the virtual Pico stands for all that could be played there."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games import SHELF
from firmware import wire
from sims.bench.rig import Rig
from sims.scenarios.scenario import read_scenario
from sims.scenarios.worlds import Twin, run_scenario
from tests.pico.choice import chosen, lesson_features, scenario_features

SCENARIOS = [path for game in SHELF.values() for path in game.scenarios]
FEATURES = st.frozensets(st.tuples(st.sampled_from("abcdefgh")))


@given(st.dictionaries(st.text(max_size=3), FEATURES, max_size=12))
def test_the_chosen_have_every_feature_and_each_is_needed_for_one(features):
    picked = chosen(features)
    everything = frozenset().union(*features.values())
    assert frozenset().union(*(features[name] for name in picked)) == everything
    assert len(picked) <= len(everything)
    assert chosen(dict(reversed(features.items()))) == picked, "whatever their order"


def test_every_panel_that_has_scenarios_is_played_on_the_pico():
    features = {str(path): scenario_features(read_scenario(path)) for path in SCENARIOS}
    picked = chosen(features)
    panels = {feature[0] for found in features.values() for feature in found}
    assert {feature[0] for name in picked for feature in features[name]} == panels
    assert 3 * len(picked) < len(features), "so many are no choice"


def test_every_kind_of_move_that_is_taught_is_made_over_the_pico():
    for game in SHELF.values():
        names = [path.stem for path in game.lessons]
        features = {name: lesson_features(game, name, game.panel) for name in names}
        made = frozenset().union(*features.values())
        assert frozenset().union(*(features[name] for name in chosen(features))) == made


# --------------------------------------------------------------------------- what crosses the wire


class Overheard(Rig):
    """A table whose line is listened to."""

    def greet(self):
        super().greet()
        self.said = set()
        self._ears = {}
        self.board.link.listener = self._hear

    def _hear(self, sign, data):
        decoder = self._ears.setdefault(sign, wire.Decoder())
        for kind, _, payload in decoder.feed(data):
            self.said |= {(wire.SHAPES[kind][0], sort) for sort in sorts(kind, payload, self)}


def sorts(kind, payload, rig):
    """Of what sort a message is, among those of its kind."""
    if kind == wire.LEDS:
        return {manner & 15 for *_, manner in struct.iter_unpack(wire.RUN_FORMAT, payload)}
    fields = wire.unpack(kind, payload)
    wiring = rig.wiring
    if kind == wire.EDGE:
        return {wiring.senses[wiring.channels[fields[1]]].name}
    if kind == wire.TAG:
        return {fields[2], wiring.file.readers[fields[1]].sense.name}
    if kind in (wire.FAULT, wire.MARK):
        return {fields[1]}
    if kind == wire.ROLLER:
        return {fields[2]}
    return {"any"}


def said(scenario):
    """Every sort of message that is on the line while this is played."""
    world = Twin(scenario, scenario.wiring, Overheard)
    try:
        run_scenario(scenario, world)
    finally:
        world.close()
    return {(scenario.wiring.file.panel, *what) for what in world.rig.said}


@pytest.mark.hil
def test_what_crosses_the_wire_in_any_scenario_does_in_one_that_is_chosen():
    scenarios = {str(path): read_scenario(path) for path in SCENARIOS}
    picked = chosen({name: scenario_features(one) for name, one in scenarios.items()})
    heard = {name: said(one) for name, one in scenarios.items() if "hang" not in one.deeds}
    among_chosen = set().union(*(heard[name] for name in picked & heard.keys()))
    missing = {name: left for name, found in heard.items() if (left := found - among_chosen)}
    assert not missing
