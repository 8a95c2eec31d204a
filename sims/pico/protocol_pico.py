"""`pico://NAME` for pyserial: a virtual Pico's port, opened as any other; reading lets it run."""

from __future__ import annotations

from typing import Any

from serial import serialposix
from serial.serialutil import SerialException

from drivers.memory_port import answers
from sims.pico.pico import SLICE, VirtualPico

PICOS: dict[str, VirtualPico] = {}  # what is plugged in, by the name behind pico://


class Serial(serialposix.Serial):
    """pyserial's own port, on the Pico's pty. Time-outs are in emulated time."""

    def open(self) -> None:
        name = str(self.port).split("://", 1)[1]
        if name not in PICOS:
            raise SerialException(f"no virtual Pico is called {name!r}")
        self._pico = PICOS[name]
        if not self._pico.cable.path:
            raise SerialException(2, f"No such file or directory: {self.port!r}")
        self.portstr = self._pico.cable.path
        super().open()

    def read(self, size: int = 1) -> bytes:
        pico = self._pico
        until = pico.now() + (self.timeout or 0.0)
        while not (waiting := self.in_waiting) and pico.now() < until - 1e-9:
            pico.run(min(SLICE, until - pico.now()))
        if not waiting:
            return b""
        faults = pico.bench.faults
        return faults.damaged(bytes(super().read(min(size, waiting))), pico.bench.luck)

    def write(self, data: Any) -> int | None:
        bench = self._pico.bench
        super().write(bench.faults.damaged(bytes(data), bench.luck))
        self._pico.cable.pump()
        return len(data)


def install() -> None:
    """Let pyserial know where pico:// is to be found."""
    answers("sims.pico")
