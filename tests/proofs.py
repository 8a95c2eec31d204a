"""Run the proofs of the Makefile one after the other, and keep what came of each.

    python -m tests.proofs                            all of them, several hours on two cores
    python -m tests.proofs --only cuts,fuzz CUTS=50   some of them, one in another size
    python -m tests.proofs --list                     what there is, and its last results

Results are kept in docs/proofs.toml, and shown as a table in docs/reference/proofs.md. A proof that
fails, or that this machine cannot run, does not stop the next one. Ctrl-C ends the one that runs.
The status is 1 if any has failed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread, Timer

from tests.web.chromium import chromium

ROOT = Path(__file__).parents[1]
RESULTS, PAGE = "docs/proofs.toml", "docs/reference/proofs.md"
BEGIN, END = "<!-- proofs: written by make proofs -->", "<!-- end of proofs -->"
COLUMNS = ("target", "what it proves", "result", "last run", "commit", "size", "took", "figures")
PASSED, FAILED, NOT_RUN = "passed", "failed", "could not run"
STOPPED = 130  # the status of who was told to stop
TAIL = 25  # lines of a failure that are shown again
LIMIT = 150.0  # min for one proof; what takes longer goes round in circles
STOPPING = ((signal.SIGINT, 20.0), (signal.SIGTERM, 10.0), (signal.SIGKILL, 5.0))  # s to wait
ORPHANED = 1.0  # s to wait for processes whose parent has ended
# What make hands down to its children, and a caller may have set for other targets.
NOT_INHERITED = {
    *("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL"),
    *("ONLY", "SIZES", "BOARD", "WIRING", "BOOTS", "PEERS", "COMPARE"),
}


@dataclass(frozen=True)
class Proof:
    """A target of the Makefile that fails when something is wrong."""

    target: str
    proves: str
    sizes: Mapping[str, str] = field(default_factory=dict)  # variables of make
    skips: bool = False  # it leaves out what this machine has no tools for


SEED = {"SEED": "1"}
PROOFS = (
    Proof("test", "style, types, and every test that is run each day", skips=True),
    Proof("hil", "the real firmware on a virtual Pico, in play and in trouble", skips=True),
    Proof("cuts", "no move that was lit is lost by a power cut", {"CUTS": "2000"} | SEED),
    Proof("fuzz", "no input causes anything but a message", {"COUNT": "2000000"} | SEED),
    Proof("days", "a table that stays on holds no more and more", {"DAYS": "0.2"} | SEED),
    Proof("race", "two fast hands: every lawful piece counts once", {"RACES": "200"}),
    Proof("soak", "every law of hands on every panel", {"CASES": "2"}),
    Proof("mutate", "tests notice mistakes made on purpose", {"N": "8"} | SEED),
    Proof("league", "every level of the robots beats the one below", {"GAMES": "2"}),
    Proof("thinking", "no light is late while a robot thinks"),
    Proof("appliance", "installed, cut off, updated and removed on an emulated arm64"),
    Proof("bench", "every figure of speed reaches its goal"),
    Proof(
        "long",
        "more seeds, seats and longer games of what is tested each day",
        {"PART": "1/4"},
        True,
    ),
)
NOT_PROOFS = {
    "play": "starts a game",
    "demo": "starts a game of robots",
    "coverage": "counts lines",
    "constraints": "writes the versions of packages",
    "check": "part of test",
    "check-js": "part of test",
    "test-js": "part of test",
    "format": "rewrites files",
    "screenshots": "takes pictures",
    "films": "takes films",
    "docs": "builds the documentation",
    "hardware": "writes tables",
    "profile": "shows where time goes",
    "proofs": "runs the proofs",
    "no-node": "says that there is no node",
    "clean": "removes files",
}


@dataclass(frozen=True)
class Result:
    """What came of a proof when it was last run."""

    result: str
    when: str  # the day, in UTC
    commit: str
    seconds: int
    size: str
    figures: str  # its last line, or why it could not run
    earlier: str = ""  # where it could not run: the last time that it did


# ------------------------------------------------------------------------------------ running


class Interrupt:
    """Stops the proof that runs when a signal arrives.

    Its handler raises nothing: an exception within Popen would leave a process that nobody knows.
    """

    def __init__(self) -> None:
        self.asked = False
        self._process: subprocess.Popen[str] | None = None

    def listen(self) -> None:
        """Be what Ctrl-C and SIGTERM do, also for who was started in the background of a shell."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self.arrive)

    def arrive(self, *_: object) -> None:
        """Stop what runs now, or whatever is started next."""
        self.asked = True
        if self._process is not None:
            Thread(target=stop, args=[self._process], daemon=True).start()

    def watch(self, process: subprocess.Popen[str]) -> None:
        """From now on, this is the process to be stopped."""
        self._process = process
        if self.asked:
            self.arrive()


def run_proofs(
    root: Path, proofs: Sequence[Proof], limit: float = LIMIT, interrupt: Interrupt | None = None
) -> int:
    """Run these, keep each result, and show the failures once more; 1 if there were any."""
    interrupt = interrupt or Interrupt()
    failures: list[str] = []
    for number, proof in enumerate(proofs, 1):
        say(f"\n== {proof.target}, {number} of {len(proofs)}: {size_of(proof)}")
        result, tail = run_proof(root, proof, limit, interrupt)
        if interrupt.asked:
            say("\nStopped. Finished proofs are kept.")
            return STOPPED
        keep(root, proof.target, result)
        say(f"== {proof.target}: {result.result}, {duration(result.seconds)}, {result.figures}")
        if result.result == FAILED:
            failures.append(f"\n== {proof.target} failed; its last lines:\n{tail}")
    say("".join(failures))
    return bool(failures)


def run_proof(root: Path, proof: Proof, limit: float, interrupt: Interrupt) -> tuple[Result, str]:
    """The result of one target, and its last lines."""
    before, began = commit(root), time.monotonic()
    status, lines = run_make(root, [proof.target, *words_of(proof)], 60 * limit, interrupt)
    took = time.monotonic() - began
    stays = before if commit(root) == before else before.removesuffix("+dirty") + "+dirty"
    said = [line for line in lines if line and not line.startswith("make")]
    reasons = [line.removeprefix(f"{NOT_RUN}: ") for line in said if line.startswith(NOT_RUN)]
    outcome = PASSED if status == 0 else NOT_RUN if reasons else FAILED
    figures = reasons[-1] if outcome == NOT_RUN else (said or [""])[-1]
    if status and took >= 60 * limit:
        figures = f"stopped after {limit:.0f} min: {figures}"
    today = datetime.now(UTC).date().isoformat()
    figures = figures.strip("= \n")[:200]
    result = Result(outcome, today, stays, round(took), size_of(proof), figures)
    return result, "\n".join(lines)


def run_make(
    root: Path, words: Sequence[str], limit: float, interrupt: Interrupt
) -> tuple[int, list[str]]:
    """The status of make and its last lines, all of which are shown as they come."""
    names = NOT_INHERITED | {name for proof in PROOFS for name in proof.sizes}
    env = {name: value for name, value in os.environ.items() if name not in names}
    tail: deque[str] = deque(maxlen=TAIL)
    with subprocess.Popen(
        ["make", "--no-print-directory", *words],
        cwd=root,
        env=env | {"PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        interrupt.watch(process)
        timer = Timer(limit, stop, [process])
        timer.start()
        for line in process.stdout or ():
            sys.stdout.write(line)
            sys.stdout.flush()
            tail.append(line.rstrip())
        status = process.wait()
        timer.cancel()
        stop(process)
        return status, list(tail)


def stop(process: subprocess.Popen[str]) -> None:
    """End this process and all it has started, more firmly each time.

    A process waits for its children, so those that outlive it are given little time.
    """
    for sign, patience in STOPPING:
        until = time.monotonic() + patience
        try:
            os.killpg(process.pid, sign)
            while (now := time.monotonic()) < until:
                if process.poll() is not None:
                    until = min(until, now + ORPHANED)
                os.killpg(process.pid, 0)
                time.sleep(0.05)
        except (ProcessLookupError, PermissionError):
            return


def commit(root: Path) -> str:
    """The short name of the commit, and +dirty if files differ from it; results do not count."""
    if not (head := git(root, "rev-parse", "--short", "HEAD")):
        return "unknown"
    others = ("--", ".", f":!{RESULTS}", f":!{PAGE}")
    return f"{head}+dirty" if git(root, "status", "--porcelain", *others) else head


def git(root: Path, *words: str) -> str:
    if not shutil.which("git"):
        return ""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


# -------------------------------------------------------------------------------------- sizes


def words_of(proof: Proof) -> list[str]:
    """The size as make is told it."""
    return [f"{name}={value}" for name, value in proof.sizes.items()]


def size_of(proof: Proof) -> str:
    """How much of it is run, beside what is usual; and what this machine has no tools for."""
    usual = {one.target: one.sizes for one in PROOFS}.get(proof.target, proof.sizes)
    shown = [
        f"{name}={value}" + (f" (usually {usual[name]})" if usual[name] != value else "")
        for name, value in proof.sizes.items()
    ]
    lacking = absent() if proof.skips else []
    return " ".join(shown or ["whole"]) + (f", without {', '.join(lacking)}" if lacking else "")


def absent() -> list[str]:
    """The tools without which some tests are skipped."""
    found = {
        "node": shutil.which("node") and shutil.which("npm"),
        "a browser": Path(chromium()).exists(),
        "ngspice": shutil.which("ngspice"),
        "MicroPython": os.environ.get("STARDECK_MICROPYTHON"),
    }
    return [name for name, there in found.items() if not there]


# ------------------------------------------------------------------------------------ results


def keep(root: Path, target: str, result: Result) -> None:
    """Write this result over the last one of its target, and the table anew."""
    results = read(root)
    if result.result == NOT_RUN and (last := results.get(target)):
        ran = f"{last.result} {last.when} at {last.commit}, {last.size}"
        result = replace(result, earlier=last.earlier if last.result == NOT_RUN else ran)
    results[target] = result
    (root / RESULTS).parent.mkdir(exist_ok=True)
    (root / RESULTS).write_text(written(results), encoding="utf-8")
    page = root / PAGE
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    page.write_text(with_table(text, table(results)), encoding="utf-8")


def read(root: Path) -> dict[str, Result]:
    """The last result of every target that was ever run."""
    path = root / RESULTS
    kept = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {target: Result(**fields) for target, fields in kept.items()}


def written(results: Mapping[str, Result]) -> str:
    """The results as TOML, in the order of the proofs."""
    parts = ["# The last result of each proof, written by `make proofs`.\n"]
    for target in sorted(results, key=place):
        fields = asdict(results[target]).items()
        lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields]
        parts.append("".join([f"[{target}]\n", *lines]))
    return "\n".join(parts)


def place(target: str) -> tuple[int, str]:
    order = [proof.target for proof in PROOFS]
    return (order.index(target) if target in order else len(order)), target


def table(results: Mapping[str, Result]) -> str:
    """A row for every proof, also for one that was never run."""
    rows = [row(proof, results.get(proof.target)) for proof in PROOFS]
    return "\n".join(map(cells, [COLUMNS, ["---"] * len(COLUMNS), *rows]))


def row(proof: Proof, last: Result | None) -> list[str]:
    head = [f"`make {proof.target}`", proof.proves]
    if last is None:
        return [*head, "never run", *[""] * (len(COLUMNS) - 3)]
    took = duration(last.seconds)
    figures = f"{last.figures} Before: {last.earlier}" if last.earlier else last.figures
    return [*head, last.result, last.when, last.commit, last.size, took, figures]


def cells(words: Iterable[str]) -> str:
    return f"| {' | '.join(word.replace('|', '/') for word in words)} |"


def duration(seconds: int) -> str:
    return f"{seconds} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def with_table(text: str, rows: str) -> str:
    """The page with this table between its marks; a new section at its end if it has none."""
    section = f"{BEGIN}\n\n{rows}\n\n{END}"
    if BEGIN not in text:
        return f"{text.rstrip()}\n\n## Proofs\n\n{section}\n".lstrip()
    return re.sub(f"{BEGIN}.*?{END}", lambda _: section, text, count=1, flags=re.DOTALL)


# ----------------------------------------------------------------------------------- the command


def chosen(only: str, sizes: Iterable[str]) -> list[Proof]:
    """The proofs that are asked for, in order, in the sizes that are asked for."""
    names = [name for name in only.split(",") if name]
    known = {proof.target for proof in PROOFS}
    if unknown := sorted(set(names) - known):
        raise SystemExit(f"There is no proof called {', '.join(unknown)}. See --list.")
    given = dict(word.partition("=")[::2] for word in sizes)
    proofs = [proof for proof in PROOFS if not names or proof.target in names]
    if unused := sorted(given.keys() - {name for proof in proofs for name in proof.sizes}):
        raise SystemExit(f"None of these proofs has a size called {', '.join(unused)}.")
    return [
        replace(one, sizes={name: given.get(name, usual) for name, usual in one.sizes.items()})
        for one in proofs
    ]


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.proofs", description=__doc__.split("\n")[0])
    parser.add_argument("sizes", nargs="*", metavar="NAME=VALUE", help="another size of a proof")
    parser.add_argument("--only", default="", metavar="A,B", help="these proofs")
    parser.add_argument("--list", action="store_true", help="show the table and run nothing")
    parser.add_argument("--limit", type=float, default=LIMIT, help="minutes for one proof")
    asked = parser.parse_args(words)
    if asked.list:
        say(table(read(ROOT)))
        return 0
    proofs, interrupt = chosen(asked.only, asked.sizes), Interrupt()
    interrupt.listen()
    return run_proofs(ROOT, proofs, asked.limit, interrupt)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
