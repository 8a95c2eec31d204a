"""Hands and eyes at the bench for whoever plays in a page: everything they do goes by the wire."""

from __future__ import annotations

from controller.errors import Misuse
from controller.scene import Scene
from controller.web.view import Eyes
from sims.bench import verbs
from sims.bench.rig import Rig


class Fingers:
    """One pair of hands; what it holds it holds until it is put down."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self._wanted = b""
        self._lights: Scene = {}

    def obey(self, line: str) -> None:
        """Do this on the bench; Misuse says why it cannot be done."""
        if not line.split():
            raise Misuse("Say what to do.")
        verbs.obey(line, self.rig)

    def eyes(self) -> Eyes:
        bench = self.rig.bench
        return Eyes(
            pieces={site: tuple(stack) for site, stack in bench.stacks.items() if stack},
            held=tuple(piece.name for piece in self.rig.hand.held),
            rows={dial: round(bench.row(dial), 2) for dial in self.rig.wiring.limits},
            lights=self._shining(),
        )

    def _shining(self) -> Scene:
        """What the Pico lights: nothing, while it has no power."""
        if not self.rig.bench.plugged:
            return {}
        wanted = bytes(self.rig.pico.panel.lights.wanted)
        if wanted != self._wanted:
            self._wanted, self._lights = wanted, self.rig.lights()
        return self._lights
