"""Options of the commands that test, flash, record and build boards."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from controller.errors import Misuse
from controller.games import SHELF
from drivers.kit.terms import PAPERS


def panel_file(text: str) -> Path:
    """Return a wiring file by its path, or by the name of a panel that a known game brings."""
    path = Path(text)
    if os.path.exists(path) or path.suffix or len(path.parts) > 1:
        return path
    if text not in SHELF.panels:
        raise Misuse("command.no_panel", name=text, names=", ".join(SHELF.panels))
    return SHELF.panels[text]


def add_board(verb: argparse.ArgumentParser) -> None:
    """Add the options that say which board is used."""
    verb.add_argument(
        "--board",
        default="sim://",
        metavar="URL",
        help="serial port of the board (default: a simulated board)",
    )
    verb.add_argument(
        "--wiring",
        type=panel_file,
        metavar="FILE",
        help="wiring file, or one of the panels "
        f"{', '.join(SHELF.panels)} (default: the panel that the board reports; simulated, the "
        "game's panel that senses most)",
    )


def add_tags(verb: argparse.ArgumentParser) -> None:
    """Add the option for the file of tags."""
    verb.add_argument(
        "--tags", type=Path, metavar="FILE", help="file of tags, written by stardeck enrol"
    )


def add_check(check: argparse.ArgumentParser) -> None:
    """Add the options of `stardeck check`."""
    check.add_argument(
        "--quick", action="store_true", help="only the tests that need nobody to move pieces"
    )
    check.add_argument(
        "--tier",
        type=int,
        choices=(1, 2, 3),
        help="only the parts built up to this tier, see hardware.md",
    )
    check.add_argument(
        "--json", type=Path, metavar="FILE", help="also write the report to this file"
    )
    check.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="also write the report as a web page with pictures",
    )
    add_board(check)
    add_tags(check)


def add_flash(flash: argparse.ArgumentParser) -> None:
    """Add the options of `stardeck flash`."""
    flash.add_argument(
        "--panel",
        metavar="NAME",
        help="the panel that the Pico belongs to, if it does not report one",
    )
    flash.add_argument(
        "--new", action="store_true", help="install on a Pico that does not run this firmware yet"
    )
    add_board(flash)


def add_calibrate(calibrate: argparse.ArgumentParser) -> None:
    """Add the options of `stardeck calibrate`."""
    calibrate.add_argument(
        "--out", type=Path, metavar="FILE", required=True, help="the wiring file to write"
    )
    calibrate.add_argument("--force", action="store_true", help="overwrite an existing file")
    add_board(calibrate)


def add_record(record: argparse.ArgumentParser) -> None:
    """Add the options of `stardeck record`."""
    record.add_argument(
        "--capture",
        type=Path,
        metavar="DIR",
        required=True,
        help="folder for the recording",
    )
    record.add_argument(
        "--seconds",
        type=float,
        default=15.0,
        metavar="N",
        help="seconds for each step (default: 15)",
    )
    add_board(record)
    add_tags(record)


def add_enrol(enrol: argparse.ArgumentParser) -> None:
    """Add the options of `stardeck enrol`."""
    enrol.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        required=True,
        help="file of tags to write, or to add to",
    )
    enrol.add_argument(
        "--game",
        type=SHELF.take,
        metavar="NAME",
        help=f"the game: {', '.join(SHELF.names)} (default: the panel's game)",
    )
    enrol.add_argument(
        "--box", type=Path, metavar="DIR", help="folder of files that replace the game's own"
    )
    add_board(enrol)


def add_kit(kit: argparse.ArgumentParser) -> None:
    """Add the options of `stardeck kit`."""
    kit.add_argument(
        "panel",
        metavar="PANEL",
        nargs="?",
        help="a panel's name or wiring file (default: list the panels)",
    )
    kit.add_argument(
        "--pitch",
        type=float,
        metavar="MM",
        help="distance between contacts (default: the panel's own)",
    )
    kit.add_argument(
        "--wire",
        type=float,
        metavar="MM2",
        help="wire of the LED supply (default: 0.75, thicker on large boards)",
    )
    kit.add_argument(
        "--paper",
        choices=tuple(PAPERS),
        default="A4",
        help="size of paper to print on (default: A4)",
    )
    kit.add_argument("--out", type=Path, metavar="DIR", help="folder to write (default: kit-PANEL)")


def add_new_game(new_game: argparse.ArgumentParser) -> None:
    """Add the options of `stardeck new-game`."""
    new_game.add_argument(
        "name", metavar="NAME", help="the game's name: small letters, digits and _"
    )
    new_game.add_argument(
        "--out", type=Path, metavar="DIR", help="folder to write (default: stardeck-NAME)"
    )
