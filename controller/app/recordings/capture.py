"""Captures: record a board's own bytes while a person does what is asked, for replay anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from controller.app.recordings.recording import REMARK, Recording, RecordingHead, head
from controller.app.recordings.tape import Reading, load
from controller.app.setup.start_game import GameSetup, who
from controller.game import Game, Setting
from controller.sitting.luck import Dealer
from controller.sitting.table import Table
from controller.values import Saying, Sense
from drivers.board import Board
from drivers.clock import Clock
from drivers.link import UP
from firmware import wire

CAPTURE_PARTS: Mapping[str, frozenset[Sense]] = {  # each part, and senses of which it needs one
    "rest": frozenset(),
    "lift": frozenset({Sense.REED, Sense.SIDE, Sense.COUNT, Sense.TAG}),
    "slide": frozenset({Sense.REED, Sense.SIDE, Sense.TAG}),
    "near": frozenset({Sense.REED, Sense.SIDE, Sense.COUNT}),
    "keys": frozenset({Sense.KEY}),
    "strip": frozenset({Sense.DIAL}),
    "cards": frozenset({Sense.TAP}),
    "lights": frozenset(),
}
ASKED = "asked: "


class PartFigures(Struct, frozen=True):
    """Figures of one part of a capture."""

    step: str
    edges: int = 0
    shortest: int | None = None  # ms between two edges of one contact
    tags: int = 0
    broken: int = 0  # frames
    slowest: int = 0  # us, the longest loop of the firmware


def possible_parts(senses: Iterable[Sense]) -> list[str]:
    """Return the parts that are possible at a board with these senses."""
    built = set(senses)
    return [name for name, wanted in CAPTURE_PARTS.items() if not wanted or wanted & built]


def capture(
    board: Board,
    head: RecordingHead,
    folder: Path,
    clock: Clock,
    *,
    tell: Callable[[Saying], None],
    seconds: float,
) -> Path:
    """Record every part and return the file; Ctrl-C ends it early, and the file is complete."""
    recording = Recording(folder, clock)
    recording.begin(head)
    board.link.listener = recording.listen
    board.link.send(wire.REQUEST_SNAPSHOT)
    try:
        for step in possible_parts(board.wiring.senses.values()):
            recording.remark(f"{ASKED}{step}")
            tell(Saying(f"capture.{step}", {"seconds": round(seconds)}))
            watch(board, clock, seconds)
    finally:
        recording.end()
    return max(folder.glob("*.rec"))


def capture_head(board: Board, game: Game, today: str) -> RecordingHead:
    """Return a recording's head for a board set up for its game with the fewest players."""
    start = game.start(Setting(game.seats.start))
    terms = GameSetup(game, start, who(["human"] * game.seats.start), 0, Dealer.PEOPLE)
    table = Table(board.wiring.senses, board.wiring.limits)
    table.take(start, middles=game.middles(start))
    return head(terms, table, board, today)


def watch(board: Board, clock: Clock, seconds: float) -> None:
    """Read the board for so many seconds."""
    until = clock.now() + seconds
    while clock.now() < until:
        board.observe()


def figures_by_part(path: Path) -> list[PartFigures]:
    """Return the figures of each part of a capture."""
    return [part_figures(step, data) for step, data in split_by_part(load(path))]


def split_by_part(reading: Reading) -> Iterator[tuple[str, bytes]]:
    """Yield each part's name and the bytes from the board during it."""
    step, data = "", b""
    for line in reading.lines:
        if line.sign == REMARK and line.words.startswith(ASKED):
            yield step, data
            step, data = line.words.removeprefix(ASKED), b""
        elif line.sign == UP:
            data += line.data
    yield step, data


def part_figures(step: str, data: bytes) -> PartFigures:
    """Return the figures of one part, from its bytes."""
    decoder = wire.Decoder()
    heard: dict[int, list[tuple[int, ...]]] = {wire.EDGE: [], wire.TAG: [], wire.HEARTBEAT: []}
    for kind, _, payload in decoder.feed(data):
        if kind in heard:
            heard[kind].append(wire.unpack(kind, payload))
    edges, beats = heard[wire.EDGE], heard[wire.HEARTBEAT]
    slowest = max((beat[1] for beat in beats), default=0)
    shortest = min(gaps(edges), default=None)
    return PartFigures(step, len(edges), shortest, len(heard[wire.TAG]), decoder.broken, slowest)


def gaps(edges: Iterable[tuple[int, ...]]) -> Iterator[int]:
    """Yield the ms between two edges of one contact."""
    last: dict[int, int] = {}
    for time, channel, _ in edges:
        if channel in last:
            yield time - last[channel]
        last[channel] = time


def part_line(part: PartFigures) -> Saying:
    """Return the line with a part's figures."""
    shortest = Saying("capture.no_gap") if part.shortest is None else f"{part.shortest} ms"
    counts = {"edges": part.edges, "tags": part.tags, "broken": part.broken}
    terms = {**counts, "step": part.step or "-", "slowest": part.slowest, "shortest": shortest}
    return Saying("capture.part", terms)
