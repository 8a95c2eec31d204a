"""Which scenarios and lessons are played on the virtual Pico by `make hil`: enough to see it all.

`sim://` runs the firmware's own modules in this process, with every scenario, every day. What the
Pico adds are pins, timing, USB and MicroPython, under each panel. So a scenario is described by
what it asks of those; whatever any asks for, a chosen one does. `make long` plays the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from controller.game import Game
from controller.lessons.lesson import read_lesson
from controller.scene import Glow
from drivers.wiring import load_wiring
from sims.scenarios.checks import NAMED_COLOURS
from sims.scenarios.rehearsal.programme import named_sites
from sims.scenarios.scenario import Scenario

Feature: TypeAlias = tuple[str, ...]
"""Something that is asked of a Pico; its first word is the panel."""

LIT = (f"lit {glow.name.lower().replace('_', ' ')}" for glow in Glow)
SEEN = {*LIT, *NAMED_COLOURS, "dark", "alarm", "refused"}
"""The checks that are answered by pixels, and a refusal, which blinks; others ask the table."""


def scenario_features(scenario: Scenario) -> frozenset[Feature]:
    """What this scenario asks of a Pico: what is felt, done to it and shown, under its panel."""
    file = scenario.wiring.file
    game_panel = f"{file.game}/{file.panel}"
    found = {("board", scenario.board), ("deck", "virtual" if scenario.virtual else "reader")}
    for step in scenario.steps:
        found |= set(seen(step.text) if step.checks else done(step.text, scenario))
    return frozenset((game_panel, *feature) for feature in found)


def seen(check: str) -> Iterator[Feature]:
    """The kind of light that a check looks for."""
    name, _, wanted = (part.strip() for part in check.partition(":"))
    if name in SEEN and wanted != "nothing":
        yield ("seen", name)


def done(deed: str, scenario: Scenario) -> Iterator[Feature]:
    """The verb of a deed, with each kind of sensor that feels it; faults by their names."""
    verb, *rest = deed.split()
    yield ("done", verb)
    if verb == "fault":
        yield ("fault", rest[0])
    for site in named_sites(scenario, [deed]):
        yield ("felt", verb, scenario.wiring.senses[site].name)


def lesson_features(game: Game, lesson_name: str, panel: Path) -> frozenset[Feature]:
    """The kinds of moves that are made in this lesson, under this panel."""
    file = load_wiring(panel).file
    [lesson] = [read_lesson(path, game) for path in game.lessons if path.stem == lesson_name]
    kinds = {type(move).__name__ for task in lesson.tasks for move in task.way}
    return frozenset((f"{file.game}/{file.panel}", "made", kind) for kind in kinds)


def chosen(features: Mapping[str, frozenset[Feature]]) -> frozenset[str]:
    """The names of few that have every feature between them: always the one that adds most.

    Of those that add as much, the one that has least else: it is likely the shortest.
    """
    left: set[Feature] = set().union(*features.values())
    found = set()
    while left:
        name = min(features, key=lambda one: (-len(features[one] & left), len(features[one]), one))
        found.add(name)
        left -= features[name]
    return frozenset(found)


def marks(picked: bool) -> list[pytest.MarkDecorator]:
    """Those of a case on the Pico that `make hil` plays, or else `make long`."""
    return [pytest.mark.pico, pytest.mark.hil if picked else pytest.mark.long]
