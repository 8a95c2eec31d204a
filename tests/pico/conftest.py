"""A virtual Pico on a desk, and a host that talks to it byte by byte."""

from __future__ import annotations

import os
import struct
from functools import partial
from itertools import pairwise

import pytest
import serial

from controller.game import Setting
from controller.games import SHELF
from firmware import wire
from sims.bench.bench import Bench
from sims.bench.faults import Faults

NAME = "desk"
ROOM = 0.005  # s; a line that is listened to for less hears nothing new


def missing() -> str:
    """Why there can be no virtual Pico here; '' when there can."""
    try:
        from sims.pico import (
            image,
            pico,  # noqa: F401
        )

        image.uf2()
    except Exception as trouble:
        return f"There is no virtual Pico here: {trouble}"
    return ""


@pytest.fixture(scope="session")
def chip(wiring):
    """One emulated Pico for all tests: it starts in a second, but it need not start each time."""
    why = missing()
    if why and os.environ.get("STARDECK_PICO") == "required":
        pytest.fail(why)
    if why:
        pytest.skip(why)
    from sims.pico.pico import VirtualPico

    return VirtualPico(wiring)


@pytest.fixture(scope="session")
def chips(chip):
    """A virtual Pico under each panel, started when it is first wanted: chips(wiring)."""
    from sims.pico.pico import VirtualPico

    made = {chip.bench.wiring.file.panel: chip}

    def under(wiring):
        if wiring.file.panel not in made:
            made[wiring.file.panel] = VirtualPico(wiring)
        return made[wiring.file.panel]

    return under


class Desk:
    """A Pico with a bench over it and a host that says only what a test wants said."""

    def __init__(self, chip, wiring, faults=None):
        from sims.pico.protocol_pico import PICOS, install

        install()
        PICOS[NAME] = chip
        self.chip = chip
        self.bench = Bench(wiring, chip.clock, faults=faults)
        self.chip.sit(self.bench)
        self.port = None

    def power_on(self):
        """Pull the plug and put it back: a Pico that knows nothing, and is greeted."""
        self.bench.unplug()
        self.chip.run(0.01)
        self.bench.plug()
        return self.greet()

    def power_on_holding(self, key):
        """Put the plug back with a finger on this key, until the Pico listens."""
        self.bench.faults.stuck.add(key)
        self.bench.press(key)
        self.bench.unplug()
        self.chip.run(0.01)
        self.bench.plug()
        self.chip.run(0.01)
        self.open()
        self.bench.faults.stuck.discard(key)
        self.bench.press(key)

    def open(self):
        self.close()
        self.chip.await_port(5.0)
        self.port = serial.serial_for_url(f"pico://{NAME}", timeout=ROOM)
        self.decoder = wire.Decoder()
        self.seq = 0

    def close(self):
        if self.port is not None:
            self.port.close()
        self.port = None

    def greet(self):
        self.open()
        return self.tell(wire.GREET, wire.PROTOCOL, within=0.15)

    def say(self, kind, *fields):
        self.seq = (self.seq + 1) & 0xFF
        self.port.write(wire.encode(kind, self.seq, wire.pack(kind, *fields)))

    def tell(self, kind, *fields, within=0.06):
        """Say this; all that is heard in answer."""
        self.say(kind, *fields)
        return self.heard(within)

    def heard(self, seconds):
        """Let time pass; what the board says meanwhile, as (kind, fields)."""
        until = self.chip.now() + seconds
        said = b""
        while self.chip.now() < until:
            said += self.port.read(256)
        return [(kind, wire.unpack(kind, rest)) for kind, _, rest in self.decoder.feed(said)]

    def edges(self, seconds):
        """(channel, level) of each edge it tells of."""
        return [fields[1:] for fields in only(wire.EDGE, self.heard(seconds))]

    def light(self, *runs):
        """(first, how many, red, green, blue, manner) each."""
        self.tell(wire.LEDS, b"".join(struct.pack(wire.RUN_FORMAT, *run) for run in runs))

    def paces(self):
        """The ms between the scans of the contacts since the last look."""
        begun = self.chip.registers.scanned
        found = [(later - sooner) / 1e6 for sooner, later in pairwise(begun)]
        begun.clear()
        return sorted(found)


def only(kind, said):
    return [fields for other, fields in said if other == kind]


@pytest.fixture
def desk_for(chip, wiring):
    """A desk with a Pico that has just got power: desk_for(faults=...)."""
    desks = []

    def made(faults=None):
        desks.append(Desk(chip, wiring, faults))
        desks[-1].power_on()
        return desks[-1]

    yield made
    for desk in desks:
        desk.close()


@pytest.fixture
def desk(desk_for):
    return desk_for()


@pytest.fixture
def rigs(chip, wiring):
    """A table over the virtual Pico: rigs(seats=2, seed=1, ...)."""
    from sims.pico.rig import PicoRig

    built = []

    def made(seats=2, **terms):
        start = SHELF["astron"].start(Setting(seats))
        built.append(PicoRig(start, wiring, chip=chip, **terms))
        return built[-1]

    chip.bench.plug()
    chip.reset()
    yield made
    for rig in built:
        rig.board.close()


bouncing = partial(Faults, bounce=0.005)
