"""The board's health for the workshop page: sensors, facts, meters, faults, log and recording."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec.structs import replace

from controller.app.computer.discreet_log import Logbook
from controller.app.recordings.readings import spell_reading
from controller.app.recordings.recording import Recording
from controller.app.setup.start_game import Environment
from controller.storage.doubts import CHECKED, SAID, Reasons
from controller.storage.seen_firmware import FirmwareNote
from controller.values import Observation, Saying, Sense, Site
from controller.web.view import Condition, Sensor
from controller.why.explain import Decided
from controller.words import said
from drivers.board import Board
from drivers.greeting import CAUSES, Hello, advice_on_firmware

CHECKUP = 0.5  # s between two measurements


class AtABoard(Protocol):
    """An owner of a connection to a board: a running table, or its menu."""

    @property
    def board(self) -> Board | None: ...


class Checkups:
    """Measurements of a board's health at intervals; `found` is the latest."""

    def __init__(self, log: Logbook, recording: Recording, house: Environment) -> None:
        self.found: Condition | None = None
        self._log, self._recording, self._at = log, recording, -CHECKUP
        self._machine = house.health
        self._note = FirmwareNote(None if house.simulated else house.folder)
        self._noted: Hello | None = None

    def note_firmware(self, table: AtABoard | None) -> None:
        """Store which firmware the connected board has, once for each greeting."""
        board = table.board if table else None
        if board and board.hello and board.hello is not self._noted:
            self._noted = board.hello
            self._note.write(board.hello.firmware, board.link.url)

    def look(
        self,
        board: Board,
        observation: Observation,
        doubts: Reasons,
        decided: Sequence[Decided] = (),
        *,
        covered: bool,
    ) -> None:
        """Measure the board's health, unless that was done less than CHECKUP ago."""
        if observation.at - self._at >= CHECKUP:
            ailing = self._machine.sayings if self._machine else ()
            self._at, told = observation.at, (self._log, self._recording, doubts, ailing)
            found = condition(board, observation, *told, covered=covered)
            headings = () if covered else tuple(one.heading for one in reversed(decided))
            self.found = replace(found, decided=headings, covered=covered)


def condition(
    board: Board,
    observation: Observation,
    log: Logbook,
    recording: Recording,
    doubts: Reasons,
    machine: tuple[Saying, ...] = (),
    *,
    covered: bool,
) -> Condition:
    """Return the board's health at this moment; `covered` hides the cards that readers see."""
    deaf = observation.deaf | doubts.keys()
    sensors = {
        s: sensor(s, board, observation, s not in deaf, covered) for s in board.wiring.senses
    }
    return Condition(
        sensors=sensors,
        facts=dict(facts(board)),
        meters=meters(board),
        ailments=(
            *(ailment.saying for ailment in board.ailments()),
            *(advice_on_firmware(board.hello.firmware, board.link.url) if board.hello else ()),
            *machine,
            *doubt_sentences(doubts),
        ),
        log=tuple(log.lines),
        recording=recording.on,
        reels=recording.reels(),
    )


def doubt_sentences(doubts: Reasons) -> Iterator[Saying]:
    """Yield one sentence for each reason for distrusting cells, with the cells."""
    for reason in sorted(set(doubts.values())):
        where = ", ".join(sorted(site for site, why in doubts.items() if why == reason))
        known = reason if reason in (SAID, CHECKED) else SAID
        yield Saying(f"doubt.{known}", {"where": where})


def sensor(
    site: Site, board: Board, observation: Observation, believed: bool, covered: bool
) -> Sensor:
    """Return one sensor's kind, reading, edges and bounces, and whether it is believed."""
    sense, reading = board.wiring.senses[site], observation.readings.get(site)
    card = sense is Sense.TAP and covered and reading is not None
    return Sensor(
        sense.value,
        said("fact.card") if card else spell_reading(reading),
        board.health.edges[site],
        board.health.bounces[site],
        believed,
    )


def meters(board: Board) -> dict[str, float]:
    """Return the last heartbeat's values in V, mA and ms; empty before the first heartbeat."""
    if not board.beat:
        return {}
    loop_us, _, _, millivolt, milliamp, *_ = board.beat
    limit = board.wiring.file.limit_mA
    return {
        "supply": millivolt / 1000,
        "current": milliamp,
        "limit": limit,
        "loop": loop_us / 1000,
    }


def facts(board: Board) -> Iterator[tuple[str, str]]:
    """Yield the key and text of each fact about link, firmware, board and power."""
    link, file = board.link, board.wiring.file
    yield "fact.port", link.url
    state = Saying("fact.up" if link.up else "fact.down")
    times, broken = link.reopened + 1, link.broken
    yield "fact.link", said("fact.link_is", state=state, times=times, broken=broken)
    if hello := board.hello:
        version, protocol = hello.version, hello.protocol
        name, panel, pixels = file.name, hello.panel, hello.pixels
        yield "fact.firmware", said("fact.firmware_is", version=version, protocol=protocol)
        yield "fact.board", hello.board.hex()
        yield "fact.panel", said("fact.panel_is", name=name, number=panel, pixels=pixels)
        yield "fact.started", said(f"fact.by_{CAUSES.get(hello.cause, 'stranger')}")
        if board.crash:
            yield "fact.crash", " ".join(board.crash.split())
    if board.beat:
        loop_us, lost, broken, millivolt, milliamp, *_ = board.beat
        yield "fact.loop", f"{loop_us / 1000:.1f} ms"
        yield "fact.lost", f"{lost}, {broken}"
        yield "fact.supply", f"{millivolt / 1000:.2f} V"
        yield "fact.current", f"{milliamp} mA"
    yield "fact.limit", f"{file.limit_mA} mA"
