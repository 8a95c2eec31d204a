"""The kit of a panel: its wiring, its game's drawing, and a folder full of files."""

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
from drivers.kit.files import FIRST, files
from drivers.kit.kit import Kit, kit_of
from drivers.kit.parts import cost
from drivers.kit.terms import Panel, Wishes
from drivers.wiring import load_wiring

SHEET = "sheet.toml"  # what a box may have in print


def panel_named(name: str) -> Panel:
    """The panel of this name, or of this wiring file, with its game's largest table."""
    path = SHELF.panels.get(name) or Path(name)
    if name not in SHELF.panels and not path.is_file():
        raise Misuse("kit.no_panel", name=name, names=", ".join(SHELF.panels))
    wiring = load_wiring(path)
    game = SHELF.take(wiring.file.game)
    start = game.start(Setting(game.seats.stop - 1)).on_panel(set(wiring.senses))
    drawing, pieces = game.drawing(start), tuple(game.pieces(start))
    own = "" if name in SHELF.panels else name
    return Panel(path.stem, game.title, wiring, drawing, pieces, own, dict(printed(game)))


def printed(game: Game) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """The sheet that lies in its box: a line for each table of the file."""
    path = SHELF.folders.get(game.name, Path()) / SHEET
    if not path.is_file():
        return
    told = msgspec.toml.decode(path.read_bytes())
    lines = {name: row for name, row in told.items() if isinstance(row, Mapping)}
    columns = list(dict.fromkeys(column for row in lines.values() for column in row))
    rest = {name: value for name, value in told.items() if name not in lines}
    yield game.title, (("", *columns), *(line(name, row, columns) for name, row in lines.items()))
    yield f"{game.title} ", tuple((name, str(value)) for name, value in rest.items())


def line(name: str, row: Mapping[str, Any], columns: list[str]) -> tuple[str, ...]:
    return name, *(str(row.get(column, "")) for column in columns)


def make(name: str, wishes: Wishes, out: Path) -> tuple[Kit, int]:
    """Write the kit into a folder; how many files that were."""
    if out.exists() and not out.is_dir():
        raise Misuse("kit.not_a_folder", path=out)
    kit = kit_of(panel_named(name), wishes)
    made = dict(files(kit, wishes.paper, say))
    try:
        out.mkdir(parents=True, exist_ok=True)
        for file, content in made.items():
            (out / file).write_bytes(content)
    except OSError as trouble:
        raise Misuse("file.unwritable", path=out, why=trouble.strerror) from trouble
    return kit, len(made)


def listed() -> Iterator[Saying]:
    """Every panel there is a kit for."""
    for name, path in SHELF.panels.items():
        file = load_wiring(path).file
        key = "kit.list_experimental" if file.experimental else "kit.list"
        yield Saying(key, {"name": name, "title": file.name})
    yield Saying("kit.first_board")


def summary(kit: Kit, count: int, out: Path) -> Iterator[Saying]:
    """What was made, in a few lines."""
    plan, lights = kit.plan, kit.supply
    yield Saying(
        "kit.made", {"path": str(out), "count": count, "panel": plan.panel.wiring.file.name}
    )
    if plan.panel.wiring.file.experimental:
        yield Saying("kit.experimental")
    size = {"pitch": f"{plan.pitch:.1f}", "wide": f"{plan.wide:.0f}", "high": f"{plan.high:.0f}"}
    parts = sum(one.buy for one in kit.items)
    yield Saying("kit.size", {**size, "parts": parts, "cost": f"{cost(list(kit.items)):.0f}"})
    fuses = {"brick": f"{lights.brick:g}", "fuse": f"{lights.fuse:g}", "wire": f"{lights.wire:g}"}
    volts = f"{lights.lowest:.2f}"
    yield Saying("kit.fed", {**fuses, "branches": lights.branches, "volts": volts})
    yield Saying("kit.first", {"path": str(out / FIRST)})
