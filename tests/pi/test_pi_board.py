"""`pi://`: the firmware on the Pi's own pins feels and lights as it does on a Pico."""

from __future__ import annotations

import errno
import os
import re
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from controller.errors import BoardAbsent
from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import random_player
from controller.values import Piece, Seat, Sense, Site
from drivers.board import open_board
from drivers.clock import StepClock, WallClock
from drivers.fit import fit_of
from drivers.link import UP, Link
from drivers.pi import chains, pins, protocol_pi
from drivers.pi.encoder import Roller
from drivers.pi.serve import enter_settings_folder
from drivers.pi.spi import NO_SELECT, set_mode
from drivers.workshop import payload
from drivers.workshop.probe import panel_at
from firmware import wire
from sims.bench.rig import Rig
from tests.panels import ALIKE, EVERY, PANELS, load_panel
from tests.pi.soldered import PiRig
from tests.played import play_out
from tests.walls import HUNG, PatientClock

COILS = {name for name in EVERY if load_panel(name).wakes}
SEVERAL = 8  # moves in make test; make hil plays to the end


class Heard:
    """What a board says, by the byte."""

    def __init__(self, rig: Rig) -> None:
        self._decoder, self.lines = wire.Decoder(), []
        rig.board.link.listener = self._listen

    def _listen(self, sign: str, data: bytes) -> None:
        if sign == UP:
            self.lines += self._decoder.feed(data)

    @property
    def edges(self) -> list[tuple[int, int]]:
        """Each contact that closed or opened, in its order; when is the clock's affair."""
        told = [wire.unpack(kind, payload) for kind, _, payload in self.lines if kind == wire.EDGE]
        return [(channel, level) for _, channel, level in told]


def seated(kind: type[Rig], game: str, panel: str) -> tuple[Rig, Heard]:
    rig = kind(SHELF[game].start(Setting(2)), load_panel(panel), seed=5, name=kind.__name__)
    return rig, Heard(rig)


def played(rig: Rig, most: int | None) -> list[tuple[str, ...]]:
    luck = Random(9)
    players = {Seat(seat): random_player(luck) for seat in range(2)}
    return [tuple(map(str, moves)) for moves in islice(play_out(rig, players), most)]


def pixels(rig: Rig) -> bytes:
    """What shines when nothing moves: rhythms are the firmware's, and run on."""
    return bytes(rig.pico.lights.shown if isinstance(rig, PiRig) else rig.pico.hal.shown)


@pytest.mark.parametrize("most", [SEVERAL, pytest.param(None, marks=pytest.mark.hil)])
def test_a_game_of_astron_is_the_same_on_pins_as_on_the_bench(most):
    told = {}
    for kind in (Rig, PiRig):
        rig, heard = seated(kind, "astron", "astron")
        told[kind] = played(rig, most), heard.edges, rig.table.position, settled(rig)
        assert not rig.board.ailments()
    assert told[Rig][0] == told[PiRig][0], "the same moves were read"
    assert told[Rig][1] == told[PiRig][1], "from the same edges"
    assert told[Rig][2] == told[PiRig][2]
    assert told[Rig][3] == told[PiRig][3], "and the same is lit"


def settled(rig: Rig) -> list[tuple[int, ...]]:
    """Return each pixel at its brightest over a while, as rhythms change it."""
    brightest = [0] * len(pixels(rig))
    for _ in range(150):
        rig.wait(0.02)
        brightest = list(map(max, brightest, pixels(rig)))
    return brightest


@pytest.mark.parametrize(
    "panel",
    [*sorted({*PANELS} - COILS), *(pytest.param(name, marks=pytest.mark.hil) for name in ALIKE)],
)
def test_every_contact_of_every_panel_is_felt_by_its_own_channel(panel):
    """One after the other, by chance a few of each panel."""
    wiring = load_panel(panel)
    rig, heard = seated(PiRig, wiring.file.game, panel)
    rig.bench.stand({})
    feel(rig)
    heard.lines.clear()
    contacts = [
        site for site in wiring.channels.values() if wiring.senses[site] in (Sense.REED, Sense.KEY)
    ]
    for site in Random(3).sample(contacts, min(6, len(contacts))):
        if wiring.senses[site] is Sense.KEY:
            rig.bench.press(site)
        else:
            rig.bench.put(Piece("man"), site)
        feel(rig)
        channel = heard.edges[0][0]
        assert wiring.channels[channel] == site
        if wiring.senses[site] is not Sense.KEY:
            rig.bench.lift(site)
        feel(rig)
        heard.lines.clear()


def feel(rig: Rig) -> None:
    """Run the board alone for a while."""
    until = rig.clock.now() + 0.3
    while rig.clock.now() < until:
        rig.board.observe()


def test_the_strip_is_read_from_its_print_and_counted_by_our_own_table():
    rig, _ = seated(PiRig, "astron", "astron")
    dial = rig.wiring.file.dials[0].site
    for rows, speed in ((12.0, 2.0), (-3.0, 1.0), (5.0, 6.0)):
        rig.wait(rig.bench.turn(dial, rows, speed) + 0.5)
    assert rig.board.observe().readings[dial] == round(rig.bench.row(dial))
    assert rig.pico.hal.count()[1] == 0, "no step was illegal"


class LatePins:
    """Pins whose edges are passed on only at the end."""

    def __init__(self):
        self.edges = []

    def pin(self, number):
        nothing = SimpleNamespace(state=1, input_with_pull=lambda pull: None)
        return self.__dict__.setdefault(f"pin{number}", nothing)

    def change(self, number, level):
        pin = self.pin(number)
        if pin.state != level:
            pin.state = level
            self.edges.append((pin, level))

    def tell(self):
        for pin, level in self.edges:
            pin.when_changed(0.0, level)


def test_steps_that_a_busy_pi_is_told_of_late_are_counted_all_the_same():
    late = LatePins()
    roller = Roller(late, lambda: 0)
    for levels in ((1, 0), (0, 0), (0, 1), (1, 1)) * 10:
        for number, level in zip(pins.ENCODER, levels, strict=True):
            late.change(number, level)
    late.tell()
    count, illegal = roller.count()
    assert (abs(count), illegal) == (40, 0)


def test_a_card_over_a_reader_is_read_by_its_tag():
    rig, heard = seated(PiRig, "astron", "astron")
    reader = next(site for site, sense in rig.wiring.senses.items() if sense is Sense.TAP)
    name = next(iter(rig.wiring.tags.values()))
    rig.bench.tap(reader, name)
    rig.wait(1.5)
    told = [wire.unpack(kind, payload) for kind, _, payload in heard.lines if kind == wire.TAG]
    assert any(rig.wiring.tags.get(uid) == name for _, _, seen, uid in told if seen)


def test_ships_on_switched_antennas_are_told_apart():
    rig, _ = seated(PiRig, "space_walk", "space_walk_tags")
    site = next(site for site, sense in rig.wiring.senses.items() if sense is Sense.TAG)
    name = next(name for name in rig.wiring.tags.values() if "large" in name)
    rig.bench.put(Piece(name), site)
    rig.wait(3.0)
    assert name in str(rig.board.observe().readings.get(site))


@pytest.mark.parametrize("panel", sorted(COILS))
def test_one_reader_of_many_coils_needs_a_pico(panel):
    with pytest.raises(BoardAbsent, match="needs a Pico"):
        open_board("pi://", load_panel(panel), WallClock())


@pytest.mark.parametrize("panel", EVERY)
def test_no_pin_is_taken_twice_by_whatever_a_panel_has(panel):
    """The kernel's own among them; and those that config.txt gives it are as the page says."""
    taken = Counter(pin for _, pin in pins.used_pins(fit_of(load_panel(panel))))
    assert [pin for pin, times in taken.items() if times > 1] == []
    page = (Path(__file__).parents[2] / "hardware.md").read_text()
    assert f"dtoverlay=spi1-1cs,cs0_pin={pins.SPI1['CE0_1']}`" in page
    rows = f"ROW_DATA is GPIO {pins.ROW_DATA} and ROW_CLK GPIO {pins.ROW_CLOCK},"
    assert rows in page


def test_the_page_for_builders_has_the_pins_of_the_program():
    page = (Path(__file__).parents[2] / "hardware.md").read_text(encoding="utf-8")
    part = page.split("## The Pi alone")[1].split("\n## ")[0]
    rows = re.findall(r"^\| GPIO(\d+) .*?\| (?:in|out) \| ([^|]+) \|", part, re.M)
    drawn = {net: int(gpio) for gpio, net in rows}
    assert drawn == {
        "SR_CLK": 11,
        "SR_DATA": 9,
        "SR_LATCH": pins.CONTACT_LATCH,
        "LED_DATA": int(pins.PIXELS_PI5[1:]),
        **{f"ENC_{'AB'[at]}": pin for at, pin in enumerate(pins.ENCODER)},
        **dict(zip(("STRIP_CLOCK", "STRIP_DATA", "STRIP_HOME"), pins.TRACKS, strict=True)),
        "NFC_MISO": 19,
        "NFC_MOSI": 20,
        "NFC_SCK": 21,
        **{f"CS of reader {at}": pin for at, pin in enumerate(pins.SELECTS)},
        "NFC_RESET": pins.READERS_RESET,
        "ANT_LATCH": pins.ANTENNAS,
    }
    assert f"GPIO{pins.PIXELS[1:]} " in part


def test_a_bus_that_must_have_a_select_line_is_taken_with_it():
    """The kernel's own spi-gpio is one; a Pi's can do without."""
    asked = []

    def spi_gpio(file, request, told):
        asked.append(told)
        if told[0] & NO_SELECT:
            raise OSError(errno.EINVAL, "Invalid argument")

    def gone(file, request, told):
        raise OSError(errno.EIO, "Input/output error")

    set_mode(3, chains.MODE, spi_gpio)
    assert asked == [bytes((chains.MODE | NO_SELECT,)), bytes((chains.MODE,))]
    with pytest.raises(OSError, match="Input/output"):
        set_mode(3, chains.MODE, gone)


# ------------------------------------------------------------------------- a process of its own


@pytest.fixture
def process(monkeypatch):
    """pi:// opens this program instead of the one that wants real pins."""

    def program(*words: str) -> None:
        monkeypatch.setattr(protocol_pi.Serial, "program", words)

    return program


def test_the_boards_own_process_greets_feels_and_ends_with_its_port(process):
    process("-m", "tests.pi.served", "space_walk", "o1")
    clock, wiring = PatientClock(), load_panel("space_walk")
    assert panel_at("pi://", clock, PANELS.values()) == PANELS["space_walk"]
    board = open_board("pi://", wiring, clock)
    assert board.hello.firmware == payload.firmware_version()
    until = clock.now() + HUNG
    while Site("o1") not in board.observe().readings:
        assert clock.now() < until
    started = board.link._port._process
    board.close()
    assert started.poll() is not None


def test_a_process_that_dies_is_a_board_that_was_unplugged_and_is_found_again(process):
    process("-m", "tests.pi.served", "space_walk", "o1")
    clock, wiring = PatientClock(), load_panel("space_walk")
    board = open_board("pi://", wiring, clock)
    board.link._port._process.kill()
    until = clock.now() + HUNG
    while board.observe().present:
        assert clock.now() < until
    while not board.observe().present:
        assert clock.now() < until
    board.close()


def test_the_process_is_where_lgpio_can_make_its_pipes_wherever_it_was_started(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    path = enter_settings_folder()
    assert path.is_absolute() and Path.cwd() == path.parent == tmp_path / "data/stardeck/pi"


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        (("-c", "raise SystemExit(3)"), r"stardeck-table\[pi\]"),
        (("-c", "raise SystemExit(4)"), "raspi-config"),
        (("-c", "import os; os.abort()"), "cannot be opened"),
        (protocol_pi.BOARD_PROCESS, "cannot be opened|are missing"),
    ],
)
def test_why_there_is_no_board_on_these_pins_is_told(process, program, sentence, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")  # pins there are, but no bus
    process(*program)
    with pytest.raises(BoardAbsent, match=sentence):
        Link("pi://", StepClock())


@pytest.mark.parametrize(
    ("lgpio", "told"),
    [
        ("raise OSError('can not open gpiochip')", "cannot be opened .can not open gpiochip."),
        ("raise ModuleNotFoundError(\"No module named 'lgpio'\")", "are missing"),
    ],
)
def test_a_library_that_is_there_and_may_not_have_the_pins_is_not_called_missing(
    tmp_path, monkeypatch, lgpio, told
):
    for name, does in (
        ("lgpio", lgpio),
        ("RPi", "raise ImportError"),
        ("pigpio", "raise ImportError"),
    ):
        (tmp_path / f"{name}.py").write_text(does)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(BoardAbsent, match=told):
        Link("pi://", StepClock())
