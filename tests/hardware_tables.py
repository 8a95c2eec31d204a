"""hardware.md with its tables made anew from the wirings: `make hardware`."""

from __future__ import annotations

from pathlib import Path

from controller.app.making.panel_kit import panel_with_game
from controller.games import SHELF
from controller.words import say
from drivers.kit import page_tables
from drivers.kit.kit import Kit, kit_of
from drivers.kit.terms import Wishes
from drivers.wiring import load_wiring
from drivers.workshop.panel_tables import fill_tables, tables_of_page

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "hardware.md"
PATHS = [path for path in SHELF.panels.values() if path.is_relative_to(ROOT / "controller")]


def made() -> str:
    """The page as it should be; its prose is what stands there."""
    wirings = {path.relative_to(ROOT).as_posix(): load_wiring(path) for path in PATHS}
    own = tables_of_page(load_wiring(SHELF.panels["astron"]), wirings)
    return fill_tables(PAGE.read_text(), own | page_tables.kit_tables(kits(), say))


def kits() -> dict[str, Kit]:
    """The kit of every panel, in the order of their numbers."""
    found = [kit_of(panel_with_game(path.stem), Wishes()) for path in PATHS]
    ordered = sorted(found, key=lambda kit: kit.plan.panel.wiring.file.panel)
    return {kit.plan.panel.name: kit for kit in ordered}


if __name__ == "__main__":
    PAGE.write_text(made())
