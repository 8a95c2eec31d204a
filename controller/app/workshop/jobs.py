"""The jobs of the workshop: check, calibrate and enrol, run from a terminal or from the page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from controller.errors import Misuse, StardeckError
from controller.storage.doubts import Doubts
from controller.values import Saying, Site
from controller.web.view import Errand, JobStep, Wrong
from controller.words import say
from drivers.workshop import report_html
from drivers.workshop.calibration import Calibration, differences, rewired, wiring_text
from drivers.workshop.checkup import Checkup, StepDisplay
from drivers.workshop.enrolment import Enrolment
from drivers.workshop.probe import Probe
from drivers.workshop.report import Report
from drivers.workshop.result import Flaw, Reed, Result
from drivers.workshop.shop import ENTER, SKIP, STOP, Person, Steps, Task, Workshop

NOTES = 12  # remarks that the page shows, the latest
WORDS = {"stop": STOP, "skip": SKIP, "next": ENTER}

FALSE = (Reed.NEVER, Reed.ALWAYS, Reed.CHATTERING)
DONE = object()  # marks the end of a job's steps

log = logging.getLogger(__name__)


# ------------------------------------------------------------------------------------ what is done


def check_stepwise(
    shop: Workshop, teller: StepDisplay, at: str, *, quick: bool = False
) -> Steps[Report]:
    """Run every check of the board step by step; return the report."""
    results = yield from Checkup(shop, teller, quick=quick).run()
    file = shop.wiring.file
    return Report(file.name, shop.probe.link.url, at, tuple(shop.cells), results, shop.simulated)


def note(doubts: Doubts, shop: Workshop, report: Report) -> None:
    """Save which cells were found bad, so that play distrusts them until they prove themselves."""
    tried = {site: reed for site, reed in report.reeds.items() if reed is not Reed.UNTRIED}
    sound = {Site(site): reed not in FALSE for site, reed in tried.items()}
    doubts.checked(shop.wiring.file.panel, sound)


def calibrate_stepwise(shop: Workshop, out: Path, part: Path) -> Steps[list[Saying]]:
    """Find out step by step how the panel is wired; write it to `out` and return the closing lines.

    Until all is found, `part` keeps what is known.
    """
    walk = Calibration(shop, part)
    yield from walk.run()
    if walk.stopped:
        return [Saying("calibrate.stopped", {"count": len(walk.open), "path": str(part)})]
    shop.save(out, wiring_text(rewired(shop, walk.spots)))
    part.unlink(missing_ok=True)
    moved, lights = differences(shop, walk.spots)
    figures = {"count": len(walk.spots), "moved": moved, "lights": lights}
    done = [Saying("calibrate.done", figures), Saying("report.written", {"path": str(out)})]
    if not walk.open:
        return done
    sites = " ".join(walk.open)
    return [Saying("calibrate.open", {"count": len(walk.open), "sites": sites}), *done]


def enrol_stepwise(shop: Workshop, pieces: Sequence[str], out: Path) -> Steps[list[Saying]]:
    """Ask step by step for every piece's tag; write each to `out` and return the closing lines."""
    readers = [reader.site for reader in shop.wiring.file.readers]
    if not readers:
        raise Misuse("enrol.no_reader")
    tags = Enrolment(shop, readers[0], pieces, out)
    yield from tags.run()
    given = len(pieces) - len(tags.missing)
    return [Saying("enrol.done", {"count": given, "all": len(pieces), "path": str(out)})]


# --------------------------------------------------------------------------------- seen from a page


class Slate:
    """What the page shows of a job: `now` is replaced by a new value, never changed."""

    def __init__(self, kind: str, hand: str = "") -> None:
        self.now = Errand(kind, hand=hand)

    def begin(self, name: str, number: int, whole: int) -> None:
        self._write(step=name, number=number, steps=whole, done=0, whole=0, task=None)

    def ask(self, task: Task) -> None:
        self._write(task=task.saying, pointing=task.verb == "follow")

    def progress(self, done: int, whole: int) -> None:
        self._write(done=done, whole=whole)

    def note(self, saying: Saying) -> None:
        self._write(notes=(*self.now.notes, saying)[-NOTES:])

    def end(self, name: str, result: Result) -> None:
        state = "skipped" if result.skipped else "flawed" if result.flaws else "sound"
        step = JobStep(name, state, result.told, tuple(map(flaw_page, result.flaws)))
        self._write(found=(*self.now.found, step))

    def hand(self, state: str) -> None:
        self._write(hand=state)

    def close(self, ended: Sequence[Saying], files: Sequence[str]) -> None:
        """Show how the job ended, until the next one begins."""
        self._write(running=False, task=None, ended=tuple(ended), files=tuple(files))

    def _write(self, **news: object) -> None:
        self.now = replace(self.now, **news)


def flaw_page(flaw: Flaw) -> Wrong:
    """Return a flaw as the page has it."""
    return Wrong(flaw.fault, flaw.saying, flaw.remedy)


class Caller:
    """Who does a job's tasks: a person at the page or, once asked for, the simulated hand."""

    def __init__(self, helper: Person | None) -> None:
        self.words: list[str] = []
        self.helped = False
        self._helper = helper
        self._asked: Task | None = None

    def ask(self, task: Task) -> None:
        self._asked = task
        if self.helped and self._helper:
            self._helper.ask(task)

    def answer(self) -> str | None:
        if self.words:
            return self.words.pop(0)
        return self._helper.answer() if self.helped and self._helper else None

    def help(self) -> None:
        """Let the simulated hand do this task and all that follow; Misuse at a real board."""
        if self._helper is None:
            raise Misuse("page.no_bench")
        self.helped = True
        if self._asked:
            self._helper.ask(self._asked)


class Order(Struct, frozen=True, eq=False):
    """What a job is to do: its kind, board, pieces, folder and helper."""

    kind: str
    probe: Callable[[], Probe]
    pieces: Sequence[str]
    folder: Path | None
    at: str
    panel: str
    helper: Person | None = None
    put_back: Callable[[], float] = float  # puts all pieces back; returns the seconds that takes


class Job:
    """One job from the page, from its start to its report."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.slate = Slate(order.kind, "idle" if order.helper else "")
        self.caller = Caller(order.helper)
        self.files: dict[str, bytes] = {}
        self._steps = self._work()
        self._probe: Probe | None = None

    def step(self) -> bool:
        """Run until the job next waits for the board; False when it has ended."""
        if next(self._steps, DONE) is DONE:
            return False
        if self._probe:
            self._probe.hear()
        return True

    def direct(self, word: str) -> None:
        """Pass on a word from the page: stop, skip, next, or the name of a cell."""
        self.caller.words.append(WORDS.get(word, word))

    def help(self) -> None:
        """Let the simulated hand do the job's tasks from now on."""
        self.caller.help()
        self.slate.hand("helping")

    def close(self) -> None:
        """End the job early and close the connection to the board."""
        self._steps.close()
        if self._probe:
            self._probe.close()

    def _work(self) -> Steps[None]:
        """Do the job, close the board, and show how it ended."""
        ended = yield from self._tried()
        if self._probe:
            yield from self._leave(self._probe)
        self.slate.close(ended, tuple(self.files))

    def _tried(self) -> Steps[list[Saying]]:
        try:
            self._probe = self.order.probe()
            remark = [Saying("workshop.simulated")] if self.order.helper else []
            shop = Workshop(self._probe, self.caller, self.slate, "".join(map(say, remark)))
            return (yield from self._done(shop)) + remark
        except StardeckError as trouble:
            return [Saying("errand.trouble", {"why": str(trouble)})]
        except Exception:
            log.exception("A job at the board broke off")
            return [Saying("errand.broke_off")]

    def _leave(self, probe: Probe) -> Steps[None]:
        """Wait until what the simulated hand took off is back and sensed, then close the board."""
        until = probe.clock.now() + (self.order.put_back() if self.caller.helped else 0.0)
        while probe.clock.now() < until:
            yield
        probe.close()

    def _done(self, shop: Workshop) -> Steps[list[Saying]]:
        match self.order.kind:
            case "check":
                return (yield from self._checked(shop))
            case "calibrate":
                return (yield from self._calibrated(shop))
        return (yield from self._enrolled(shop))

    def _checked(self, shop: Workshop) -> Steps[list[Saying]]:
        report = yield from check_stepwise(shop, self.slate, self.order.at)
        note(Doubts(self.order.folder, simulated=bool(self.order.helper)), shop, report)
        self.files["report.html"] = report_html.checkup_page(report, say).encode()
        return [report.verdict, *(flaw.saying for flaw in report.flaws)]

    def _calibrated(self, shop: Workshop) -> Steps[list[Saying]]:
        self.slate.begin("calibrate", 0, 1)
        folder = self._folder()
        out = fresh(folder, self.order.panel)
        ended = yield from calibrate_stepwise(shop, out, folder / f"{self.order.panel}.toml.part")
        return ended + self._kept("wiring.toml", out, "errand.play_wiring")

    def _enrolled(self, shop: Workshop) -> Steps[list[Saying]]:
        self.slate.begin("enrol", 0, 1)
        out = self._folder() / f"{self.order.panel}-tags.toml"
        ended = yield from enrol_stepwise(shop, self.order.pieces, out)
        return ended + self._kept("tags.toml", out, "errand.play_tags")

    def _kept(self, name: str, out: Path, key: str) -> list[Saying]:
        """Offer this file for download, and return the line that says how to play with it."""
        if not out.exists():
            return []
        self.files[name] = out.read_bytes()
        return [Saying(key, {"path": str(out)})]

    def _folder(self) -> Path:
        """Return the folder for wiring files; Misuse if nothing can be kept."""
        if self.order.folder is None:
            raise Misuse("page.no_folder")
        folder = self.order.folder / "wirings"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as trouble:
            raise Misuse("page.unwritable", path=folder, why=trouble.strerror) from None
        return folder


def fresh(folder: Path, panel: str) -> Path:
    """Return a path for this panel's wiring at which no file exists yet."""
    names = (folder / f"{panel}{f'-{n}' if n > 1 else ''}.toml" for n in count(1))
    return next(path for path in names if not path.exists())
