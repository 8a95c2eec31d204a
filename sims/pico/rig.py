"""A simulated board with a virtual Pico: the same table and hand, with real firmware."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from controller.game import Position
from controller.scene import Light
from controller.values import Site
from drivers.wiring import Wiring
from sims.bench.rig import Rig
from sims.bench.twin import Twin
from sims.pico.pico import VirtualPico
from sims.pico.protocol_pico import PICOS, install

START_TIMEOUT = 5.0  # s for a Pico to start after power-up or a watchdog reset


class PicoTwin(Twin):
    """A simulated table on `chip`, which may have been used before and keeps its state."""

    round = 2.5  # s, with every ship of the box on the board

    def __init__(
        self, wiring: Wiring, pieces: Iterable[str], *, chip: VirtualPico, name: str = "table"
    ) -> None:
        self.chip = chip
        super().__init__(wiring, pieces, chip.clock, name=name)

    def plug_in(self) -> str:
        install()
        PICOS[self.name] = self.chip
        self.chip.sit(self.bench)
        self.chip.await_port(START_TIMEOUT)
        return f"pico://{self.name}"

    @property
    def told_pixels(self) -> bytes:
        """Always empty: no page looks at it, and its pixels change all the time."""
        return b""

    def hang(self) -> None:
        self.chip.hang()


class PicoRig(PicoTwin, Rig):
    """A whole board with a game on a virtual Pico."""

    def __init__(
        self, start: Position[Any], wiring: Wiring, *, chip: VirtualPico, **terms: Any
    ) -> None:
        self.chip = chip
        Rig.__init__(self, start, wiring, clock=chip.clock, **terms)

    def lights(self) -> dict[Site, Light]:
        """Return what the pixels show, watched for as long as the slowest rhythm takes."""
        return self.chip.lights(self.wait)
