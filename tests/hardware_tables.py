"""hardware.md with its tables made anew from the wirings: `make hardware`."""

from __future__ import annotations

from pathlib import Path

from controller.games import SHELF
from drivers.wiring import load_wiring
from drivers.workshop.panel_tables import filled, tables

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "hardware.md"
PATHS = [path for path in SHELF.panels.values() if path.is_relative_to(ROOT / "controller")]


def made() -> str:
    """The page as it should be; its prose is what stands there."""
    wirings = {path.relative_to(ROOT).as_posix(): load_wiring(path) for path in PATHS}
    return filled(PAGE.read_text(), tables(load_wiring(SHELF.panels["astron"]), wirings))


if __name__ == "__main__":
    PAGE.write_text(made())
