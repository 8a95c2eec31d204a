"""What the journal of the installed table has."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.sitting.journal import Journal
from controller.storage.copies import copy_journal

JOURNAL = Path("/var/lib/stardeck/journal.db")


def moves() -> list[str]:
    """Of all games, read from a copy, as a backup makes it: the table may be writing."""
    if not JOURNAL.exists():
        return []
    with TemporaryDirectory() as folder:
        copy = Path(folder) / JOURNAL.name
        copy_journal(JOURNAL, copy)
        with closing(Journal.open(copy)) as journal:
            return [line for one in journal.sittings() for line in journal.lines(one.id)]
