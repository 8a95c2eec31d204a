"""A simulated board under test, with a simulated helper."""

from __future__ import annotations

from collections.abc import Sequence

from drivers.clock import StepClock
from drivers.wiring import Wiring
from drivers.workshop.probe import Probe, open_probe
from sims.bench.faults import Faults
from sims.bench.twin import Twin


class Desk(Twin):
    """A simulated board with a probe; `built` is how it is really wired."""

    def __init__(
        self,
        wiring: Wiring,
        faults: Faults | None = None,
        *,
        built: Wiring | None = None,
        pieces: Sequence[str] = (),
        name: str = "desk",
    ) -> None:
        super().__init__(built or wiring, pieces, StepClock(), faults=faults, name=name)
        self.probe: Probe = open_probe(self.plug_in(), wiring, self.clock)
