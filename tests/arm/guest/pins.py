"""`pi://` on the kernel's gpio-sim: whatever a hand would do is a pull on one of its lines."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from looked import awaited, ran, tell

from controller.errors import BoardAbsent
from controller.values import Site
from drivers.board import Board, open_board
from drivers.clock import WallClock
from drivers.link import UP
from drivers.pi import pins
from drivers.wiring import load_wiring
from firmware import wire

HERE = Path(__file__).parent
KEY, MISO = Site("key.yes"), 9
PAUSES = (0.40, 0.15, 0.25)  # s between the edges of a mark
NEAR = 0.03  # s; two processors that another computer plays
TURNS = ((1, 0), (0, 0), (0, 1), (1, 1))  # of an encoder, onward
CYCLES = 10
HELD = {"/dev/gpiochip0", "/dev/spidev0.0", "lgpio"}


class Sim:
    """The lines of the simulated chip."""

    def __init__(self) -> None:
        found = sorted(Path("/sys/devices/platform").glob("*/gpiochip*/sim_gpio0"))
        self.folder = found[0].parent if found else Path("/nowhere")

    def pull(self, line: int, high: bool) -> None:
        (self.folder / f"sim_gpio{line}/pull").write_text("pull-up" if high else "pull-down")

    def press(self, seconds: float = 0.3) -> None:
        """The key, which closes to ground."""
        self.pull(MISO, False)
        time.sleep(seconds)
        self.pull(MISO, True)


class Heard:
    """What a board says, while it is observed."""

    def __init__(self, board: Board) -> None:
        self._board, self._decoder = board, wire.Decoder()
        self._lines: list[tuple[int, int, bytes]] = []
        board.link.listener = self._listen

    def _listen(self, sign: str, data: bytes) -> None:
        if sign == UP:
            self._lines += self._decoder.feed(data)

    def told(self, kind: int) -> list[tuple[int, ...]]:
        return [wire.unpack(one, payload) for one, _, payload in self._lines if one == kind]

    def until(self, so: Callable[[], bool], seconds: float = 20.0) -> bool:
        end = time.monotonic() + seconds
        while not so() and time.monotonic() < end:
            self._board.observe()
        return so()

    def clear(self) -> None:
        self.until(lambda: False, 1.0)
        self._lines.clear()


def main() -> None:
    for module in ("gpio-sim", "spi-gpio", "spidev"):
        ran("modprobe", module)
    sim = Sim()
    awaited(lambda: os.path.exists("/dev/spidev0.0"), 20.0)
    chip, bus = sim.folder.name, os.path.exists("/dev/spidev0.0")
    there = "there" if bus else "not there"
    tell(sim.folder.exists() and bus, "the kernel's gpio-sim", f"{chip}, /dev/spidev0.0 is {there}")
    sim.pull(MISO, True)
    try:
        with opened() as board:
            felt(sim, board)
    except BoardAbsent as trouble:
        tell(False, "pi:// opens its pins", str(trouble))


@contextmanager
def opened() -> Iterator[Board]:
    board = open_board("pi://", load_wiring(HERE / "strip.toml"), WallClock())
    try:
        yield board
    finally:
        board.close()


def felt(sim: Sim, board: Board) -> None:
    heard = Heard(board)
    process = board.link._port._process.pid
    present = heard.until(lambda: board.observe().present)
    held = holds(process)
    tell(present and held >= HELD, "pi:// opens its pins", f"its process has {sorted(held)}")
    heard.clear()
    pressed(sim, heard, board)
    turned(sim, heard)
    timed(sim, heard, process)


def holds(process: int) -> set[str]:
    """Which devices a process has open, and whether it has lgpio."""
    files = {os.readlink(file) for file in Path(f"/proc/{process}/fd").iterdir()}
    lgpio = "/_lgpio." in Path(f"/proc/{process}/maps").read_text()
    return {file for file in files if file.startswith("/dev/")} | ({"lgpio"} if lgpio else set())


def pressed(sim: Sim, heard: Heard, board: Board) -> None:
    sim.pull(MISO, False)
    closed = heard.until(lambda: any(edge[2] for edge in heard.told(wire.EDGE)))
    sim.pull(MISO, True)
    both = closed and heard.until(lambda: len(heard.told(wire.EDGE)) >= 2)
    touched = board.observe().changed.get(KEY)
    tell(both and touched is not None, "a key, pulled down, is felt", f"{heard.told(wire.EDGE)}")


def turned(sim: Sim, heard: Heard) -> None:
    heard.clear()
    for a, b in TURNS * CYCLES:
        for line, level in zip(pins.ENCODER, (a, b), strict=True):
            sim.pull(line, bool(level))
        time.sleep(0.01)
    heard.until(lambda: False, 2.0)
    rolls = heard.told(wire.ROLLER)
    way = rolls[-1][1] if rolls else 0
    steps, illegal = round(abs(way) * 167 / 1000), rolls[-1][3] if rolls else -1
    seen = f"{4 * CYCLES} steps made, {steps} counted, {illegal} illegal"
    tell(abs(steps - 4 * CYCLES) <= 1 and illegal == 0, "the encoder is counted", seen)


def timed(sim: Sim, heard: Heard, process: int) -> None:
    """While the board's process is stopped, only the kernel knows the time."""
    heard.clear()
    level, track = True, pins.TRACKS[wire.DATA]
    made: list[float] = []  # a busy machine pauses for longer than it is told
    os.kill(process, signal.SIGSTOP)
    for pause in (0.0, *PAUSES):
        time.sleep(pause)
        level = not level
        sim.pull(track, level)
        made.append(time.monotonic())
    time.sleep(0.5)
    os.kill(process, signal.SIGCONT)
    heard.until(lambda: len(heard.told(wire.MARK)) > len(PAUSES))
    times = [mark[0] / 1000 for mark in heard.told(wire.MARK)]
    apart, pauses = (
        [round(after - before, 3) for before, after in pairwise(each)] for each in (times, made)
    )
    well = len(apart) == len(pauses)
    well &= all(abs(a - b) < NEAR for a, b in zip(apart, pauses, strict=False))
    tell(well, "edges have the kernel's times", f"{pauses} s apart, told as {apart}")


if __name__ == "__main__":
    main()
