"""Find what is wrong with an installation: one sentence each, with the command that repairs it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.app.appliance.installing import PROGRAM, WANTED
from controller.app.appliance.machine import Machine
from controller.app.appliance.units import BOARD, Options, files
from controller.app.backups.archive import JOURNAL
from controller.app.computer.pi_health import PiHealth
from controller.app.running.demo import played_out
from controller.app.setup.panels import best_panel
from controller.app.setup.start_game import Environment, GameSetup, read_sitting, who
from controller.app.setup.twin import opener
from controller.errors import JournalTrouble, StardeckError
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.journal import Journal
from controller.storage.copies import copy_journal
from controller.storage.seen_firmware import FirmwareNote
from controller.values import Saying
from drivers.clock import StepClock
from drivers.greeting import advice_on_firmware
from drivers.wiring import load_wiring

MIN_FREE = 100 << 20  # bytes that should be free
GAMES = 20  # the latest games, which are read again
TRIAL_MOVES = 12  # moves to play of each game


def find_troubles(machine: Machine, data: Path) -> Iterator[Saying]:
    """Yield everything that is wrong, the worst first."""
    if machine.unit.exists():
        yield from installation(machine)
        if machine.live:
            yield from service_faults(machine)
            yield from surroundings(machine)
    yield from PiHealth(lambda: 0.0, None, machine.root).sayings
    yield from firmware(data)
    yield from data_faults(data)
    yield from broken_games()


def firmware(data: Path) -> Iterator[Saying]:
    """Yield advice if the firmware of the last board does not match this program."""
    if seen := FirmwareNote(data).read():
        yield from advice_on_firmware(seen.version, seen.url)


def installation(machine: Machine) -> Iterator[Saying]:
    """Yield a sentence for each missing file, and if the program can no longer be run."""
    missing = [path for path in files(Options(), PROGRAM) if not (machine.root / path).exists()]
    unlinked = [path for path in WANTED if not (machine.root / path).is_symlink()]
    for path in [*missing, *unlinked]:
        yield plain_saying("doctor.file", path=f"/{path}")
    current = machine.environments.current
    python = current / "bin/python" if current else None
    if python is None or machine.run([str(python), "-c", ""]).status:
        yield plain_saying("doctor.environment")


def service_faults(machine: Machine) -> Iterator[Saying]:
    """Yield a sentence if systemd reports the service as stopped or restarted."""
    asked = ["systemctl", "show", "stardeck.service", "-p", "ActiveState,NRestarts"]
    told = dict(line.split("=", 1) for line in machine.run(asked).said.splitlines() if "=" in line)
    if told.get("ActiveState") not in ("active", "activating", "reloading"):
        yield plain_saying("doctor.stopped", state=told.get("ActiveState", "?"))
    if int(told.get("NRestarts", "0") or 0) > 0:
        yield plain_saying("doctor.restarted", count=told["NRestarts"])


def surroundings(machine: Machine) -> Iterator[Saying]:
    """Yield a sentence if the board's device is missing, or avahi, which announces the name."""
    if BOARD in machine.unit.read_text(encoding="utf-8") and not os.path.exists(BOARD):
        yield plain_saying("doctor.no_board", path=BOARD)
    if machine.run(["systemctl", "is-active", "avahi-daemon.service"]).status:
        yield plain_saying("doctor.no_name")


def data_faults(data: Path) -> Iterator[Saying]:
    """Yield a sentence if the disk is nearly full, or the data folder or journal cannot be used."""
    room = next((path for path in (data, *data.parents) if path.exists()), Path("/"))
    if (free := shutil.disk_usage(room).free) < MIN_FREE:
        yield plain_saying("doctor.full", mb=free >> 20, path=room)
    if data.exists() and not os.access(data, os.W_OK):
        yield plain_saying("doctor.not_ours", path=data)
    elif (data / JOURNAL).exists():
        yield from journal(data / JOURNAL)


def journal(path: Path) -> Iterator[Saying]:
    """Yield a sentence if SQLite finds the journal damaged."""
    try:
        with closing(sqlite3.connect(path)) as base:
            (told,) = base.execute("pragma quick_check(1)").fetchone()
    except sqlite3.Error as trouble:
        told = str(trouble)
    if told != "ok":
        yield plain_saying("doctor.journal", path=path, why=told)


def broken_games() -> Iterator[Saying]:
    """Yield a sentence for each game that cannot be loaded."""
    for trouble in SHELF.troubles:
        yield plain_saying("doctor.game", why=trouble)


def self_test(data: Path) -> Iterator[Saying]:
    """Yield what is wrong with a new version before it is used, by playing and reading games."""
    yield from broken_games()
    for game in SHELF.values():
        try:
            play_a_little(game.name)
        except StardeckError as trouble:
            yield plain_saying("doctor.unplayable", game=game.title, why=trouble)
    if (data / JOURNAL).exists():
        yield from unread(data / JOURNAL)


def play_a_little(name: str) -> None:
    """Play the first moves of a game with robots on a simulated board."""
    game, url = SHELF[name], "sim://"
    seats = game.seats.start
    wiring = load_wiring(best_panel(game))
    house = Environment(
        url, lambda _: wiring, None, lambda: 7, lambda: "", StepClock(), open_twin=opener(url)
    )
    terms = GameSetup(game, game.start(Setting(seats)), who(["first"] * seats), 7)
    list(islice(played_out(house, terms), TRIAL_MOVES))


def unread(path: Path) -> Iterator[Saying]:
    """Yield a sentence if old games cannot be read; read a copy, to leave the journal unchanged."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / JOURNAL
        try:
            copy_journal(path, copy)
            with closing(Journal.open(copy)) as journal:
                for sitting in journal.sittings(GAMES):
                    read_sitting(journal, sitting)
        except JournalTrouble as trouble:
            yield plain_saying("doctor.unreadable", why=trouble)


def plain_saying(key: str, **gaps: object) -> Saying:
    """Return a saying with its gaps as text."""
    return Saying(key, {name: str(value) for name, value in gaps.items()})
