"""Copies of the repository in which a mistake is made and the tests are run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from queue import SimpleQueue
from shutil import copytree, ignore_patterns

from tests.mutants.mistakes import ROOT, Mutant
from tests.mutants.nearest import runs

LONGEST = 1800.0  # s for one pytest; a test that takes longer goes round in circles
PASSED = (0, 5)  # the status of pytest when all passed, and when no test was selected
NO_SCREEN = "not browser and not pico"
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?\.py(?:::.*?)?)(?: - .*)?$", re.MULTILINE)
COLLECTED = re.compile(r"^(tests/\S+\.py): \d+$", re.MULTILINE)


class Copies:
    """As many copies as mutants are tried at once."""

    def __init__(self, folder: Path, count: int) -> None:
        away = ignore_patterns(".*", "node_modules", "build", "*.egg-info", "__pycache__")
        self._free: SimpleQueue[Path] = SimpleQueue()
        for number in range(count):
            self._free.put(copytree(ROOT, folder / f"copy{number}" / "main", ignore=away))
        self._passing: set[str] = set()  # tests that have passed without a mistake
        self.unfit: set[str] = set()  # tests that failed without a mistake
        self.runnable = self._collect()

    def notice(self, mutant: Mutant) -> str:
        """The first test that fails with this mistake made; '' if none does."""
        copy = self._free.get()
        try:
            files = [run for run in runs(mutant.path, self.runnable) if run]
            return next(filter(None, (self._first_failure(copy, mutant, run) for run in files)), "")
        finally:
            self._free.put(copy)

    def _first_failure(self, copy: Path, mutant: Mutant, run: list[str]) -> str:
        """The first of these tests that fails with the mistake, and passes without it."""
        while True:
            (copy / mutant.path).write_text(mutant.after, encoding="utf-8")
            unfit = [word for test in sorted(self.unfit) for word in ("--deselect", test)]
            failed = failing_test(copy, "-x", *run, *unfit)
            (copy / mutant.path).write_text(mutant.before, encoding="utf-8")
            if not failed or self._passes(copy, failed):
                return failed
            self.unfit.add(failed)

    def _passes(self, copy: Path, test: str) -> bool:
        """Only a test that passes without a mistake can notice one; what was collected, imports."""
        if "::" not in test or test in self._passing:
            return True
        passes = not failing_test(copy, test)
        if passes:
            self._passing.add(test)
        return passes

    def _collect(self) -> list[str]:
        """The test files that have something to run here."""
        copy = self._free.get()
        done = subprocess.run(
            pytest_command(
                "--collect-only", "-q", "tests", mark=f"{NO_SCREEN} and not long and not hil"
            ),
            **surroundings(copy),
            capture_output=True,
            text=True,
            check=False,
        )
        self._free.put(copy)
        if done.returncode:
            raise SystemExit(
                f"The tests cannot be collected:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            )
        return COLLECTED.findall(done.stdout)


def failing_test(copy: Path, *words: str) -> str:
    """The test that fails, or the file that cannot be collected; '' where all pass."""
    command = pytest_command(*words, "-rfE")
    with subprocess.Popen(
        command, **surroundings(copy), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as running:
        try:
            said, _ = running.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            running.kill()
            return "out of time"
        except BaseException:
            running.kill()
            raise
    if running.returncode in PASSED:
        return ""
    found = FAILED.search(said)
    return found[1] if found else "tests that could not begin"


def pytest_command(*words: str, mark: str = NO_SCREEN) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", mark, *words]


def surroundings(copy: Path) -> dict[str, object]:
    """Where pytest is started, so that it imports the copy."""
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "1000"}
    return {"cwd": copy, "env": env}
