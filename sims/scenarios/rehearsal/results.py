"""What came of a rehearsal so far: kept in a file, so that it can be gone on with."""

from __future__ import annotations

from pathlib import Path

import msgspec

from controller.errors import Misuse
from controller.own_files import save

PASSED, FAILED = "passed", "failed"


class Result(msgspec.Struct, frozen=True):
    """How one scenario went."""

    verdict: str
    why: str = ""
    seconds: int = 0


class Results(msgspec.Struct):
    """Of one board, by the names of the scenarios."""

    panel: int
    board: str = ""  # what it says of itself
    results: dict[str, Result] = {}

    def passed(self, name: str) -> bool:
        result = self.results.get(name)
        return result is not None and result.verdict == PASSED


def kept(path: Path, panel: int, board: str) -> Results:
    """What was found before on this panel; nothing, when it was another or never tried."""
    fresh = Results(panel, board)
    if not path.exists():
        return fresh
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Results)
    except (OSError, ValueError, RecursionError) as trouble:
        raise Misuse("rehearsal.spoilt", path=path, why=trouble) from None
    return Results(panel, board, found.results) if found.panel == panel else fresh


def keep(path: Path, results: Results) -> None:
    save(path, msgspec.json.format(msgspec.json.encode(results)))
