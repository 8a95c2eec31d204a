"""The results of a rehearsal, kept in a file so that it can be continued."""

from __future__ import annotations

from pathlib import Path

import msgspec

from controller.errors import Misuse
from controller.own_files import write_private

PASSED, FAILED = "passed", "failed"


class ScenarioResult(msgspec.Struct, frozen=True):
    """The result of one scenario."""

    verdict: str
    why: str = ""
    seconds: int = 0


class Results(msgspec.Struct):
    """The results of one board, by the names of scenarios."""

    panel: int
    board: str = ""  # its description
    results: dict[str, ScenarioResult] = {}

    def passed(self, name: str) -> bool:
        result = self.results.get(name)
        return result is not None and result.verdict == PASSED


def load_results(path: Path, panel: int, board: str) -> Results:
    """Return the earlier results of this panel, or empty ones."""
    fresh = Results(panel, board)
    if not path.exists():
        return fresh
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Results)
    except (OSError, ValueError, RecursionError) as trouble:
        raise Misuse("rehearsal.spoilt", path=path, why=trouble) from None
    return Results(panel, board, found.results) if found.panel == panel else fresh


def save_results(path: Path, results: Results) -> None:
    """Write the results to a file."""
    write_private(path, msgspec.json.format(msgspec.json.encode(results)))
