"""The worlds of scenarios: simulated boards; `guided_board` has the one with a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from controller.errors import BadScenario, StardeckError
from controller.lessons.page import PageLine
from controller.scene import Light
from controller.sitting.flow import Stage
from controller.sitting.keys import YES
from controller.sitting.table import Table
from controller.values import Site
from controller.words import said
from drivers.clock import Clock
from drivers.fit import fit_of
from drivers.wiring import Wiring
from sims.bench.rig import Rig
from sims.scenarios.checks import CHECKS, Lit
from sims.scenarios.scenario import Scenario

CHECK_TIMEOUT = 4.0  # s for a check to become true: over a bad line a picture is sent several times
CHECK_EVERY = 0.05  # s between two evaluations


class World(Lit, Protocol):
    """A table with a hand that does what a scenario says."""

    clock: Clock

    def begin(self) -> None: ...
    def perform(self, text: str) -> None: ...
    def wait(self, seconds: float) -> None: ...
    def close(self) -> None: ...


class Unmet(AssertionError):
    """Raised when a check stays false: where it is, what it expected, what was there."""


def run_scenario(scenario: Scenario, world: World) -> None:
    """Play the scenario; raise Unmet at the first check that stays false."""
    world.begin()
    for step in scenario.steps:
        if step.checks:
            await_check(scenario, step, world)
        else:
            do(scenario, step, world)


def do(scenario: Scenario, step: PageLine, world: World) -> None:
    """Do one deed; raise BadScenario with its line if that is impossible."""
    try:
        world.perform(step.text)
    except StardeckError as trouble:
        path, line = scenario.path, step.number
        raise BadScenario("file.trouble_at", path=path, line=line, trouble=trouble) from None


def await_check(scenario: Scenario, step: PageLine, world: World) -> None:
    """Wait until the check is true; raise Unmet after MOMENT seconds."""
    name, _, wanted = (part.strip() for part in step.text.partition(":"))
    until = world.clock.now() + CHECK_TIMEOUT
    met, there = CHECKS[name].answer(world, wanted)
    while not met and world.clock.now() < until:
        world.wait(CHECK_EVERY)
        met, there = CHECKS[name].answer(world, wanted)
    if not met:
        raise Unmet(
            said(
                "scenario.unmet",
                path=scenario.path,
                line=step.number,
                check=step.text,
                there=there,
                stage=world.table.stage.value,
                asked=world.table.asks().key,
            )
        )


def table_arguments(scenario: Scenario) -> dict[str, Any]:
    """Return the arguments for `Table.take`, besides the start."""
    return {"played": scenario.played, "rules": scenario.rules}


class Twin:
    """A world on a simulated board; `build` is Rig or a function that makes a similar one."""

    def __init__(self, scenario: Scenario, wiring: Wiring, build: Callable[..., Rig] = Rig) -> None:
        self.scenario = scenario
        self.rig = build(
            scenario.start,
            wiring,
            seed=scenario.seed,
            virtual=scenario.virtual,
            standing=scenario.board != "empty",
            **table_arguments(scenario),
        )
        self.known = len(scenario.played)
        self.clock = self.rig.clock
        self._looked = -1.0
        self._lights: dict[Site, Light] = {}

    @property
    def table(self) -> Table:
        return self.rig.table

    def begin(self) -> None:
        """Wait until a player is to act; confirm the place of a strip if the table asks for it."""
        until = self.clock.now() + 1.0
        while not self._begun and self.clock.now() < until:
            self.rig.wait(CHECK_EVERY)
        if self.scenario.board == "ready":
            if self._unlocated:
                self.rig.hand.press(YES)
            self.rig.settle()

    @property
    def _begun(self) -> bool:
        """True if a board that stands ready has been felt; antennas take longer."""
        if self.scenario.board != "ready" or fit_of(self.rig.wiring).antennas:
            return False
        ready = self.table.stage in (Stage.WAITING, Stage.OVER) and not self.table.busy
        return ready or self._unlocated

    @property
    def _unlocated(self) -> bool:
        return self.table.stage is Stage.SETUP and self.table.asks().key == "table.locate"

    def perform(self, text: str) -> None:
        self.rig.do(text)

    def wait(self, seconds: float) -> None:
        self.rig.wait(seconds)

    def lights(self) -> dict[Site, Light]:
        """Return the lights; on pixels that takes a second, so it is cached until time passes."""
        if self._looked != self.clock.now():
            self._lights = self.rig.lights()
            self._looked = self.clock.now()
        return self._lights

    def close(self) -> None:
        self.rig.board.close()
