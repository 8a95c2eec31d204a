"""The files of the program: tables of the journal, fields of everything that is TOML or JSON."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing

from controller.app.backups.archive import Contents
from controller.app.library.game_file import GameFile
from controller.app.recordings.evidence_file import SavedEvidence
from controller.app.recordings.recording import RecordingHead
from controller.games.astron.files import DeckFile, ShipsFile
from controller.games.astroplane import files as astroplane
from controller.games.situation7.box import Box as Situation7
from controller.games.space_walk import files as space_walk
from controller.games.zylatron.sheet import Galaxy, Sheet, Strikes
from controller.storage.storage import SCHEMA, VERSION
from drivers.wiring import TagsFile, WiringFile
from generators.markdown import code, join_parts, table
from generators.meanings import meanings
from generators.structs import field_tables


def formats() -> str:
    """Return the tables of the journal and the fields of every file."""
    own = [WiringFile, TagsFile, GameFile, RecordingHead, SavedEvidence, Contents]
    return join_parts([("version", code(VERSION)), *journal_tables(), *field_tables(*own).items()])


def box_formats() -> str:
    """Return the fields of the files in each game's box."""
    games = {
        "astron": (DeckFile, ShipsFile),
        "space_walk": (space_walk.BoardFile, space_walk.FleetsFile),
        "situation7": (Situation7,),
        "zylatron": (Galaxy, Sheet, Strikes),
        "astroplane": (astroplane.BoardFile, astroplane.FleetsFile, astroplane.MatchFile),
    }
    return join_parts(
        (game, titled_tables(field_tables(*files, group=game))) for game, files in games.items()
    )


def titled_tables(tables: Mapping[str, str]) -> str:
    """Return several tables, each under the name of its struct."""
    return "\n\n".join(f"**{name}**\n\n{one}" for name, one in tables.items())


def journal_tables() -> Iterator[tuple[str, str]]:
    """Yield each table of the journal with its columns, as SQLite sees them."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(SCHEMA)
        names = base.execute("select name from sqlite_master where type = 'table'").fetchall()
        for (name,) in names:
            columns = base.execute(f"pragma table_info({name})").fetchall()
            yield name, column_table(name, columns)


def column_table(name: str, columns: list[tuple[int, str, str, int, str | None, int]]) -> str:
    """Return a table of columns with their types and meanings."""
    means = meanings(f"journal {name}", (column for _, column, *_ in columns))
    rows = (
        (code(column), kind, "yes" if key else "", means[column])
        for _, column, kind, _, _, key in columns
    )
    return table(("column", "type", "key", "meaning"), rows)
