"""A table that stays on for days, games and guests coming and going: python -m tests.days 2

Memory, open files and threads, looked at every simulated hour, or oftener, must not grow.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
from websockets.sync.client import connect

from controller.app.computer.garbage import collect_seldom
from controller.app.hosting.web_table import WebTable
from controller.app.setup.start_game import Environment
from controller.games import SHELF
from controller.sitting.journal import Journal
from controller.web.mailbox import Begin, Obey, Place, Record, Request, Resume
from drivers.clock import StepClock
from sims.bench.twin import open_twin
from tests.walls import HUNG
from tests.web.house import numbered, stock

HOUR = 3600.0  # s
MOVES = 120  # of a game before people leave it; some come back to it
SPANS = 12  # in which the shortest time is looked at
SLACK = {"memory": 0.03, "files": 0.1, "threads": 0.1}  # one hour is not like another


class Held(NamedTuple):
    """What the process holds."""

    memory: float  # MB
    files: int
    threads: int


def held() -> Held:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    files = len(os.listdir("/proc/self/fd"))
    return Held(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, files, threading.active_count())


class Days:
    """One table, its pages open, on a clock that does not wait."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.luck, self.clock, dates = Random(seed), StepClock(), count()
        house = Environment(
            url="sim://",
            open_twin=open_twin,
            panel=stock,
            journal=Journal.open(folder / "journal.db"),
            seed=lambda: self.luck.getrandbits(128),
            today=lambda: f"1954-10-01 {next(dates)}",
            clock=self.clock,
            folder=folder,
        )
        self.table = WebTable(house, numbered())
        self.host = self.table.host
        self.games = self.moves = self.guests = 0
        self.most = MOVES

    def pass_by(self, seconds: float) -> None:
        """So long, or until this game is over or was played long enough."""
        until = self.clock.now() + seconds
        while self.clock.now() < until and not self.finished:
            self.host.turn()

    @property
    def finished(self) -> bool:
        table = self.host.table
        return table is None or bool(table.position.outcome) or len(table.history) > self.most

    @property
    def played(self) -> int:
        return len(self.host.table.history) if self.host.table else 0

    def ask(self, request: Request) -> None:
        assert self.host.mailbox.post(request) is not None
        self.host.turn()

    def sit_down(self) -> None:
        """To a new game of robots, or to one that was left."""
        self.games += 1
        self.moves += self.played
        left = [kept.number for kept in self.host.kept]
        if left and self.luck.random() < 0.3:
            self.ask(Resume(self.luck.choice(left)))
            self.most = 2 * MOVES
            return
        self.most, game = MOVES, self.luck.choice(list(SHELF.values()))
        seats = self.luck.choice(game.seats)
        places = tuple(Place(f"Robot {n + 1}", "robot") for n in range(seats))
        self.ask(Begin(game.name, places))

    def disturb(self) -> None:
        """What happens at a table in ten minutes."""
        match self.luck.randrange(5):
            case 0:
                self.ask(Obey("unplug"))
                self.clock.sleep(self.luck.choice([0.5, 30.0]))
                self.ask(Obey("plug"))
                self.rest(3.0)
                self.ask(Obey("press yes"))  # the strip stands as it stood
            case 1:
                self.ask(Record(on=self.luck.random() < 0.5))
            case 2 | 3:
                self.visit()
            case 4:
                httpx.get(self.table.address.base + self.luck.choice(["/", "/lobby", "/nowhere"]))

    def visit(self) -> None:
        """A guest looks, and goes."""
        self.guests += 1
        where = self.table.address.base.replace("http", "ws")
        with connect(f"{where}/live/table", open_timeout=HUNG) as line:
            line.recv(10)

    def passed(self, spans: int, span: float) -> Iterator[Held]:
        """Played and left alone in turn; what is held at the end of every span."""
        self.table.open()
        known = -1
        for number in range(1, spans + 1):
            while self.clock.now() < number * span:
                self.disturb()
                if self.finished or self.played == known:
                    self.sit_down()
                known = self.played
                self.pass_by(span / 6)
                self.rest(self.luck.choice([0.0, span / 12]))
            yield held()
        self.table.close()
        self.host.house.close()

    def rest(self, seconds: float) -> None:
        """Let time pass without a touch, while robots wait."""
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.host.turn()


def grown(spans: list[Held]) -> str:
    """What the last third of the time holds more of than the third before it."""
    third = len(spans) // 3
    before, last = (zip(*part, strict=True) for part in (spans[third : 2 * third], spans[-third:]))
    pairs = zip(Held._fields, map(median, before), map(median, last), strict=True)
    return " ".join(kind for kind, then, now in pairs if now > then * (1 + SLACK[kind]))


def main(days: str, seed: str = "1") -> int:
    logging.disable(logging.WARNING)  # the board is lost on purpose; what is our fault is printed
    collect_seldom()  # as the program does
    spans = max(SPANS, round(float(days) * 24))
    span, seen = float(days) * 24 * HOUR / spans, list[Held]()
    with TemporaryDirectory() as folder:
        table = Days(Path(folder), int(seed))
        for now in table.passed(spans, span):
            seen.append(now)
            sys.stdout.write(f"{len(seen) * span / HOUR:7.1f} h {line(table, now)}\n")
            sys.stdout.flush()
    verdict = grown(seen)
    counts = (
        f"{days} simulated days, {table.games} games, {table.moves} moves, {table.guests} guests"
    )
    sys.stdout.write(f"{counts}: {f'grown: {verdict}' if verdict else 'flat'}\n")
    return bool(verdict)


def line(table: Days, now: Held) -> str:
    held = f"{now.memory:7.1f} MB{now.files:5} files{now.threads:4} threads"
    return f"{held}{table.games:6} games{table.moves:8} moves{table.guests:6} guests"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
