"""A rehearsal: a person plays a board through its programme; results are always kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from controller.errors import StardeckError
from controller.values import Saying
from controller.words import say
from drivers.clock import Clock
from sims.scenarios.rehearsal.programme import Number
from sims.scenarios.rehearsal.report import report_page
from sims.scenarios.rehearsal.results import FAILED, PASSED, Results, ScenarioResult, save_results
from sims.scenarios.scenario import Scenario
from sims.scenarios.worlds import Unmet, World, run_scenario

RESULTS, REPORT = "results.json", "report.html"

Opens: TypeAlias = Callable[[Scenario], World]
"""Opens the board with a person at it, for this scenario."""


class Rehearsal:
    """The programme with its results; scenarios that have passed are not asked for again.

    `tell` shows a sentence.
    """

    def __init__(
        self,
        numbers: Sequence[Number],
        results: Results,
        folder: Path,
        clock: Clock,
        tell: Callable[[str], None],
    ) -> None:
        self.numbers, self.results = numbers, results
        self._folder, self._clock, self._tell = folder, clock, tell

    @property
    def left(self) -> list[Number]:
        """The scenarios still to be played."""
        able = [number for number in self.numbers if number.why is None]
        return [number for number in able if not self.results.passed(number.name)]

    def run(self, opens: Opens) -> None:
        """Play all that is left, simplest first; it may be interrupted at any time."""
        left = self.left
        for count, number in enumerate(left, 1):
            self._tell(say(Saying("rehearsal.next", {"number": count, "of": len(left)})))
            result = self._played(number.scenario, opens)
            self.results.results[number.name] = result
            self.write()
            self._tell(say(Saying(f"rehearsal.{result.verdict}", {"why": result.why})))

    def write(self) -> None:
        save_results(self._folder / RESULTS, self.results)
        page = report_page(self.numbers, self.results)
        (self._folder / REPORT).write_text(page, encoding="utf-8")

    def _played(self, scenario: Scenario, opens: Opens) -> ScenarioResult:
        began, why = self._clock.now(), ""
        try:
            world = opens(scenario)
            try:
                run_scenario(scenario, world)
            finally:
                world.close()
        except (Unmet, StardeckError) as trouble:
            why = str(trouble)
        took = round(self._clock.now() - began)
        return ScenarioResult(FAILED if why else PASSED, why, took)
