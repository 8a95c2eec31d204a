"""Make a panel's kit from its wiring and its game's drawing, and write it into a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from controller.errors import Misuse
from controller.game import Game, Setting
from controller.games import SHELF
from controller.values import Saying
from controller.words import say
from drivers.kit.files import FIRST_FILE, kit_files
from drivers.kit.kit import Kit, kit_of
from drivers.kit.parts import total_cost
from drivers.kit.terms import KitPanel, Wishes
from drivers.wiring import load_wiring

SHEET = "sheet.toml"  # a game's printed tables, if it has any


def panel_with_game(name: str) -> KitPanel:
    """Return the panel of this name or wiring file, with its game at most seats."""
    path = SHELF.panels.get(name) or Path(name)
    if name not in SHELF.panels and not path.is_file():
        raise Misuse("kit.no_panel", name=name, names=", ".join(SHELF.panels))
    wiring = load_wiring(path)
    game = SHELF.take(wiring.file.game)
    start = game.start(Setting(game.seats.stop - 1)).on_panel(set(wiring.senses))
    drawing, pieces = game.drawing(start), tuple(game.pieces(start))
    own = "" if name in SHELF.panels else name
    return KitPanel(path.stem, game.title, wiring, drawing, pieces, own, dict(sheet_tables(game)))


def sheet_tables(game: Game) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """Yield the tables of the sheet in the game's box, each with a title and rows."""
    path = SHELF.folders.get(game.name, Path()) / SHEET
    if not path.is_file():
        return
    told = msgspec.toml.decode(path.read_bytes())
    lines = {name: row for name, row in told.items() if isinstance(row, Mapping)}
    columns = list(dict.fromkeys(column for row in lines.values() for column in row))
    rest = {name: value for name, value in told.items() if name not in lines}
    yield (
        game.title,
        (("", *columns), *(sheet_row(name, row, columns) for name, row in lines.items())),
    )
    yield f"{game.title} ", tuple((name, str(value)) for name, value in rest.items())


def sheet_row(name: str, row: Mapping[str, Any], columns: list[str]) -> tuple[str, ...]:
    """Return one row of a table: its name, then its value in each column."""
    return name, *(str(row.get(column, "")) for column in columns)


def make(name: str, wishes: Wishes, out: Path) -> tuple[Kit, int]:
    """Write the kit into a folder; return it and the number of files."""
    if out.exists() and not out.is_dir():
        raise Misuse("kit.not_a_folder", path=out)
    kit = kit_of(panel_with_game(name), wishes)
    made = dict(kit_files(kit, wishes.paper, say))
    try:
        out.mkdir(parents=True, exist_ok=True)
        for file, content in made.items():
            (out / file).write_bytes(content)
    except OSError as trouble:
        raise Misuse("file.unwritable", path=out, why=trouble.strerror) from trouble
    return kit, len(made)


def kit_lines() -> Iterator[Saying]:
    """Yield one line for every panel that has a kit."""
    for name, path in SHELF.panels.items():
        file = load_wiring(path).file
        key = "kit.list_experimental" if file.experimental else "kit.list"
        yield Saying(key, {"name": name, "title": file.name})
    yield Saying("kit.first_board")


def summary(kit: Kit, count: int, out: Path) -> Iterator[Saying]:
    """Yield the lines that sum up a kit: size, parts, cost, supply and where to begin."""
    plan, lights = kit.plan, kit.supply
    yield Saying(
        "kit.made", {"path": str(out), "count": count, "panel": plan.panel.wiring.file.name}
    )
    if plan.panel.wiring.file.experimental:
        yield Saying("kit.experimental")
    size = {"pitch": f"{plan.pitch:.1f}", "wide": f"{plan.wide:.0f}", "high": f"{plan.high:.0f}"}
    parts = sum(one.buy for one in kit.items)
    yield Saying("kit.size", {**size, "parts": parts, "cost": f"{total_cost(list(kit.items)):.0f}"})
    fuses = {"brick": f"{lights.brick:g}", "fuse": f"{lights.fuse:g}", "wire": f"{lights.wire:g}"}
    volts = f"{lights.lowest:.2f}"
    yield Saying("kit.fed", {**fuses, "branches": lights.branches, "volts": volts})
    yield Saying("kit.first", {"path": str(out / FIRST_FILE)})
