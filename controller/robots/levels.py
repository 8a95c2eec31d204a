"""The strength levels of robots, tested against each other in the league."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from controller.game import Game
from controller.robots.judge import SearchParameters

LEVELS = ("cadet", "pilot", "navigator", "captain", "admiral")
BEST = LEVELS[-1]
USUAL, OWN = Path(__file__).with_name("levels.toml"), "robots.toml"


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """A level: its search effort, how strictly it picks the best move, and its speed of play."""

    rounds: Annotated[int, Meta(ge=1)]
    seconds: Annotated[float, Meta(gt=0)]
    steady: Annotated[float, Meta(ge=0)]
    slack: Annotated[float, Meta(ge=0, le=1)]
    pace: Annotated[float, Meta(gt=0)]


class Ladder(Struct, frozen=True, forbid_unknown_fields=True):
    """All levels of a game, the weakest first, with the game's search parameters."""

    manner: SearchParameters
    levels: Mapping[str, Level]


def ladder(game: Game) -> Ladder:
    """Return the levels of this game."""
    return read_levels(game.folder / OWN)


@cache
def read_levels(own: Path) -> Ladder:
    """Return the default levels, overridden by the file `own` if it exists (cached)."""
    usual, special = read_table(USUAL), read_table(own) if own.exists() else {}
    manner = {**usual["manner"], **special.get("manner", {})}
    ranks = special.get("levels", {})
    levels = {name: {**usual["levels"][name], **ranks.get(name, {})} for name in LEVELS}
    return msgspec.convert({"manner": manner, "levels": levels}, Ladder)


def read_table(path: Path) -> dict[str, Any]:
    """Return the TOML file as a dictionary."""
    return msgspec.toml.decode(path.read_text(encoding="utf-8"), type=dict[str, Any])
