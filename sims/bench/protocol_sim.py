"""`sim://NAME` for pyserial: the firmware's own modules over a bench, in this process."""

from __future__ import annotations

from typing import Any

from serial.serialutil import SerialException

import sims.bench.pixel_ops
from controller.scene import Glow, Light
from controller.values import Site
from drivers.clock import Clock
from drivers.fit import fit_of
from drivers.ports.memory_port import Port, register_handlers
from drivers.wiring import Wiring
from drivers.workshop import payload
from firmware import pixel_ops
from firmware.fit import Fit
from firmware.panel import Panel
from sims.bench.bench import Bench
from sims.bench.hal import Disk, Hal

SCAN = 0.005  # s between two samples of the contacts
BENCHES: dict[str, Pico] = {}  # the boards plugged in, by the name in sim://


class Pico:
    """A simulated Pico, which runs whenever its port is read.

    It has been flashed with its panel, unless `fit` says otherwise.
    """

    def __init__(self, bench: Bench, clock: Clock, fit: Fit | None = None) -> None:
        self.bench = bench
        self.clock = clock
        self.disk = Disk(fit or fit_of(bench.wiring))
        self.hal, self.panel = self._boot()

    def _boot(self) -> tuple[Hal, Any]:
        hal = Hal(self.bench, self.disk)
        panel = Panel(hal, payload.firmware_version())
        self._boots = self.bench.boots
        self._passed = 0.0
        return hal, panel

    def run(self) -> None:
        """Make one pass of the firmware if one is due; restart it after a power cut."""
        if self.bench.boots != self._boots:
            self.hal, self.panel = self._boot()
        now = self.clock.now()
        if now - self._passed < SCAN - 1e-9:
            self.panel.attend()
            return
        self._catch_up(now)
        self._passed = now
        self.panel.step()

    def _catch_up(self, now: float) -> None:
        """Make up the passes in which something happened while this machine was busy."""
        at = max(self.bench.stirred(self._passed), (self._passed or now) + SCAN)
        while at < now - SCAN:
            self.bench.moment = at
            self.panel.step()
            at += self.rest(now)
        self.bench.moment = None

    def rest(self, until: float) -> float:
        """Return the seconds in which nothing will happen, up to `until`."""
        now = self.bench.now()
        change = self.bench.next_change()
        if self.hal.down or not self.panel.settled or change <= now:
            return SCAN
        beat: float = now + (self.panel.due - self.hal.ms()) / 1000
        return max(SCAN, min(until, change, beat) - now)


def told_lights(panel: Any, wiring: Wiring) -> dict[Site, Light]:
    """Return the lights that the firmware was told, by site, from each site's first pixel."""
    wanted = panel.lights.wanted
    found: dict[Site, Light] = {}
    for site, pixels in wiring.chain.items():
        red, green, blue, manner = wanted[4 * pixels.start : 4 * pixels.start + 4]
        if red or green or blue:
            found[site] = Light((red, green, blue), Glow(manner & 15))
    return found


class Serial(Port):
    """The port that pyserial opens for sim://."""

    def open(self) -> None:
        name = str(self.port).split("://", 1)[1].split("?")[0]
        if name not in BENCHES:
            raise SerialException(f"no simulated board is called {name!r}")
        self._pico = BENCHES[name]
        self._plugged()
        self._lifetime = self._pico.bench.boots
        super().open()

    def _await(self, seconds: float) -> None:
        clock = self._pico.clock
        until = clock.now() + seconds
        self._fetch()
        while not self._ready and clock.now() < until - 1e-9:
            rung = clock.doze(min(self._pico.rest(until), until - clock.now()))
            self._fetch()
            if rung:
                return

    def write(self, data: Any) -> int:
        self._plugged()
        self._pico.run()  # its passes up to now come before these bytes
        bench = self._pico.bench
        self._pico.hal.down += bench.faults.damaged(bytes(data), bench.luck)
        return len(data)

    def _fetch(self) -> None:
        self._plugged()
        self._pico.run()
        up = self._pico.hal.up
        if up:
            bench = self._pico.bench
            self._ready += bench.faults.damaged(bytes(up), bench.luck)
            up.clear()

    def _plugged(self) -> None:
        bench = self._pico.bench
        if not bench.plugged or (self.is_open and bench.boots != self._lifetime):
            raise SerialException("device reports readiness to read but returned no data")


def install() -> None:
    """Register sim:// with pyserial, and the fast pixel operations with the firmware."""
    pixel_ops.hasten(sims.bench.pixel_ops)
    register_handlers("sims.bench")
