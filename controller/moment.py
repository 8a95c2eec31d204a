"""A position and what it makes of the board: what should be read, known, lit."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from controller.game import Move, Position
from controller.infer import Known
from controller.scene import Scene
from controller.values import Reading, Senses, Site, expect


class Moment(Struct, frozen=True, dict=True, eq=False):
    """One point of a sitting. What it makes of the board is worked out once, when first asked."""

    position: Position[Any]
    senses: Senses
    move: Move | None = None  # the one that led here
    at: float = 0.0  # s, when it was made

    @cached_property
    def expected(self) -> dict[Site, Reading]:
        """What lies on the board and should be read."""
        return {site: was for site, was in self._all.items() if not self.senses[site].momentary}

    @cached_property
    def shown(self) -> dict[Site, Reading]:
        """What each tap reader was last shown."""
        return {site: was for site, was in self._all.items() if self.senses[site].momentary}

    @cached_property
    def known(self) -> Known:
        return Known(self.position, self.senses)

    @cached_property
    def scene(self) -> Scene:
        return self.position.public().scene()

    @cached_property
    def _all(self) -> dict[Site, Reading]:
        return expect(self.position.layout(), self.senses)
