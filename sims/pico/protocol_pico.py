"""`pico://NAME` for pyserial: a virtual Pico's port; reading it lets the Pico run."""

from __future__ import annotations

from typing import Any

from serial.serialutil import SerialException

from drivers.ports.memory_port import Port, register_handlers
from sims.pico.pico import SLICE, VirtualPico

PICOS: dict[str, VirtualPico] = {}  # the Picos plugged in, by the name in pico://


class Serial(Port):
    """The port that pyserial opens for pico://; timeouts are in emulated time."""

    def open(self) -> None:
        name = str(self.port).split("://", 1)[1]
        if name not in PICOS:
            raise SerialException(f"no virtual Pico is called {name!r}")
        self._pico = PICOS[name]
        self._life = self._pico.cable.lives
        if not self._pico.cable.there:
            raise SerialException(2, f"No such file or directory: {self.port!r}")
        self._pico.cable.take()  # like pyserial, drop what came before
        super().open()

    @property
    def in_waiting(self) -> int:
        self._fetch()
        return len(self._ready)

    def _await(self, seconds: float) -> None:
        pico = self._pico
        until = pico.now() + seconds
        while not self.in_waiting and pico.now() < until - 1e-9:
            pico.run(min(SLICE, until - pico.now()))

    def write(self, data: Any) -> int:
        self._plugged()
        bench = self._pico.bench
        self._pico.cable.send(bench.faults.damaged(bytes(data), bench.luck))
        return len(data)

    def _fetch(self) -> None:
        self._plugged()
        if said := self._pico.cable.take():
            bench = self._pico.bench
            self._ready += bench.faults.damaged(said, bench.luck)

    def _plugged(self) -> None:
        cable = self._pico.cable
        if not cable.there or cable.lives != self._life:
            raise SerialException("device reports readiness to read but returned no data")


def install() -> None:
    """Register pico:// with pyserial."""
    register_handlers("sims.pico")
