"""A board under test, with whatever is wrong with it, and a hand that helps."""

from __future__ import annotations

from io import StringIO

from controller.words import say
from drivers.wiring import Wiring
from drivers.workshop.checkup import Checkup
from drivers.workshop.display import Bar
from drivers.workshop.report import Report
from drivers.workshop.shop import Workshop, run_to_end
from sims.bench.desk import Desk
from sims.bench.faults import Faults


class Workbench:
    """`desk` is the world, `shop` is what the program sees of it, `screen` what it showed."""

    def __init__(self, wiring: Wiring, faults: Faults | None = None, person=None, **built) -> None:
        self.desk = Desk(wiring, faults, **built)
        self.screen = StringIO()
        self.bar = Bar(self.screen, say)
        self.shop = Workshop(self.desk.probe, person or self.desk.helper, self.bar)

    @property
    def said(self) -> str:
        return self.screen.getvalue()

    def check(self, **terms) -> Report:
        results = run_to_end(Checkup(self.shop, self.bar, **terms).run(), self.shop.probe)
        file = self.shop.wiring.file
        return Report(file.name, "sim://desk", "2026-11-15 03:00", tuple(self.shop.cells), results)


class Impatient:
    """Helps like anybody, but types this word when it is asked for that."""

    def __init__(self, words: dict[str, str]) -> None:
        self.words = words
        self.helper = None
        self._typed: list[str] = []

    def ask(self, task) -> None:
        if task.verb in self.words:
            self._typed.append(self.words[task.verb])
        elif self.helper:
            self.helper.ask(task)

    def answer(self) -> str | None:
        if self._typed:
            return self._typed.pop()
        return self.helper.answer() if self.helper else None
