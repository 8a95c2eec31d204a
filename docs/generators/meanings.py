"""What fields, routes and numbers mean: the texts of meanings.toml, each of which is needed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

MEANINGS_FILE = Path(__file__).with_name("meanings.toml")


@cache
def meaning_groups() -> dict[str, dict[str, str]]:
    """Return all texts, by group and name."""
    return tomllib.loads(MEANINGS_FILE.read_text(encoding="utf-8"))


def meanings(group: str, names: Iterable[str]) -> dict[str, str]:
    """Return the text for each name; ValueError when one is missing or too many."""
    wanted, known = list(names), meaning_groups().get(group, {})
    missing, stale = sorted(set(wanted) - known.keys()), sorted(known.keys() - set(wanted))
    if missing or stale:
        raise ValueError(
            f"{MEANINGS_FILE.name}, [{group}]: missing {missing}, not in the code {stale}"
        )
    return {name: known[name] for name in wanted}
