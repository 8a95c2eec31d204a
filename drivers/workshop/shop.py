"""The workshop: a board under test, a person who is asked to do things, and a display."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from msgspec import Struct

from controller.errors import Misuse
from controller.scene import Frame, Glow, Light, render
from controller.values import Saying, Sense, Site
from drivers.toml import write_toml
from drivers.wiring import Wiring
from drivers.workshop.probe import Probe

# a white that 120 pixels can show within the current limit
ASKED_LIGHT: tuple[int, int, int] = (90, 90, 90)
SKIP, STOP, ENTER = "s", "q", ""
TAG_AWAY = 0.6  # s until a tag has surely left: more than three polls
MADE_UP = "# simulated: "  # the first line of a file written at a simulated board

T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""Work at a board that pauses wherever it waits; its runner reads the board meanwhile."""


class Skipped(Exception):
    """Raised when the person skips this step."""


class Stopped(Exception):
    """Raised when the person stops the work."""


class Task(Struct, frozen=True):
    """One thing the person is asked to do; its sentence is task.VERB."""

    verb: str  # clear, put, first, second, lift, follow, turn, tap, unplug, plug, show
    site: Site = Site("")
    rows: int = 0
    piece: str = ""

    @property
    def saying(self) -> Saying:
        gaps: dict[str, str | int] = {
            "site": self.site,
            "rows": abs(self.rows),
            "piece": self.piece,
        }
        return Saying(f"task.{self.verb}{'_back' if self.rows < 0 else ''}", gaps)


class Person(Protocol):
    """Who does the tasks: a person at the keyboard, or the bench's simulated hand."""

    def ask(self, task: Task) -> None: ...
    def answer(self) -> str | None: ...


class Display(Protocol):
    """What shows tasks and progress."""

    def ask(self, task: Task) -> None: ...
    def progress(self, done: int, whole: int) -> None: ...
    def note(self, saying: Saying) -> None: ...


class Workshop:
    """Work at a board; `wait` and `until` are where it pauses and may be interrupted.

    `simulated` is empty at a real board; else it says so in all that is written.
    """

    def __init__(self, probe: Probe, person: Person, display: Display, simulated: str = "") -> None:
        self.probe = probe
        self.clock = probe.clock
        self.wiring: Wiring = probe.wiring
        self.display = display
        self.simulated = simulated
        self.said: str | None = None  # what the person typed last, if not a command
        self._person = person

    @property
    def cells(self) -> dict[Site, int]:
        """The channel of every cell."""
        return self.channels(Sense.REED)

    @property
    def sided(self) -> dict[Site, tuple[int, ...]]:
        """The channels of every side-sensing space, the first side's first."""
        found: dict[Site, tuple[int, ...]] = {}
        for channel in sorted(self.wiring.sides, key=self.wiring.sides.__getitem__):
            site = self.wiring.channels[channel]
            found[site] = (*found.get(site, ()), channel)
        return found

    def channels(self, sense: Sense) -> dict[Site, int]:
        wired = self.wiring
        return {site: at for at, site in wired.channels.items() if wired.senses[site] is sense}

    def ask(self, task: Task) -> None:
        self.said = None
        self.display.ask(task)
        self._person.ask(task)

    def wait(self, seconds: float) -> Steps[None]:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self._listen(each=True)
            yield

    def until(
        self, happened: Callable[[], bool], seconds: float, *, each: bool = False
    ) -> Steps[bool]:
        """Wait until it happened; return whether it did in time.

        Enter skips the step; in a walk it passes `each`.
        """
        until = self.clock.now() + seconds
        while not happened():
            if self.clock.now() >= until or self._listen(each):
                return False
            yield
        return True

    def light(self, sites: Iterable[Site], glow: Glow = Glow.DOUBLE) -> None:
        """Light only these sites."""
        self.probe.show(self.frame({site: Light(ASKED_LIGHT, glow) for site in sites}))

    def frame(self, scene: dict[Site, Light]) -> Frame:
        return render(scene, self.wiring.chain, self.wiring.file.pixels)

    def dark(self) -> None:
        self.light(())

    def save(self, path: Path, text: str) -> None:
        """Write the file; its first line says so if a simulated hand found the content."""
        write_toml(path, f"{MADE_UP}{self.simulated}\n{text}" if self.simulated else text)

    def can_resume(self, path: Path) -> bool:
        """True if the file exists and was written at a board of the same sort, real or simulated.

        Raises Misuse rather than let a simulated board overwrite what a real one gave.
        """
        if not path.exists():
            return False
        made_up = path.read_bytes().startswith(MADE_UP.encode())
        if self.simulated and not made_up:
            raise Misuse("workshop.real_file", path=path)
        return made_up == bool(self.simulated)

    def _listen(self, each: bool) -> bool:
        """Read the person's input; return True on Enter, keep other words in `said`."""
        word = self._person.answer()
        if word is None:
            return False
        word = word.strip().lower()
        if word == STOP:
            raise Stopped
        if word == SKIP or (word == ENTER and not each):
            raise Skipped
        if word != ENTER:
            self.said = word
        return word == ENTER


def run_to_end(work: Steps[T], probe: Probe) -> T:
    """Run the work to its end; the board is heard between its steps."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        probe.hear()
