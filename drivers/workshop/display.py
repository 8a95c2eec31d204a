"""The terminal output of a test: a progress bar, the task, a line for each step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from controller.values import Saying
from drivers.workshop.result import Result
from drivers.workshop.shop import Task

PROGRESS_WIDTH = 18  # characters of the bar
WIPE = "\r\x1b[K"
BOLD, RED, GREEN, DIM, RESET = "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[2m", "\x1b[0m"


class Bar:
    """The display: on a terminal a bar redrawn in place, in a file only the lasting lines."""

    def __init__(self, out: TextIO, say: Callable[[Saying], str], *, led: bool = True) -> None:
        self._out = out
        self._say = say
        self._led = led  # a person must read the tasks
        self._live = out.isatty()
        self._name = ""
        self._task = ""
        self._done, self._whole = 0, 0

    def begin(self, name: str, number: int, whole: int) -> None:
        self._name = self._say(Saying(f"step.{name}"))
        self._task, self._done, self._whole = "", 0, 0
        self._draw()

    def ask(self, task: Task) -> None:
        said = self._say(task.saying)
        if self._led and not self._live and said != self._task:
            self._out.write(f"  {said}\n")
        self._task = said
        self._draw()

    def progress(self, done: int, whole: int) -> None:
        self._done, self._whole = done, whole
        self._draw()

    def note(self, saying: Saying) -> None:
        """Write a line that stays on the screen."""
        self._write(f"  {self._say(saying)}")

    def end(self, name: str, result: Result) -> None:
        sign = "-" if result.skipped else "!" if result.flaws else "✓"
        told = " ".join(self._say(saying) for saying in result.told)
        if result.flaws:
            found = [f"{flaw.fault} {self._say(flaw.saying)}" for flaw in result.flaws]
            told = " ".join([*([told] if told else []), *found[:3], *(["…"] if found[3:] else [])])
        self._write(f"{self._painted(sign)} {self._name:<14}{told}")

    def _painted(self, sign: str) -> str:
        colour = {"!": RED, "✓": GREEN, "-": DIM}[sign]
        return f"{colour}{BOLD}{sign}{RESET}" if self._live else sign

    def _write(self, line: str) -> None:
        self._out.write(f"{WIPE if self._live else ''}{line}\n")
        self._out.flush()

    def _draw(self) -> None:
        if not self._live:
            return
        full = PROGRESS_WIDTH * self._done // self._whole if self._whole else 0
        count = f"{self._done}/{self._whole}" if self._whole else ""
        bar = "█" * full + "·" * (PROGRESS_WIDTH - full)
        self._out.write(f"{WIPE}  {self._name:<14}{bar} {count:<8} {self._task}")
        self._out.flush()
