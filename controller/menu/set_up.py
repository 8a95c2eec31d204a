"""Detection of start pieces: laying out a game chooses it, and the number of players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from controller.game import Game, Setting
from controller.values import Reading, Readings, Senses, Site, expect


class StartMarks:
    """The readings of a panel when its game begins, for every number of players."""

    def __init__(self, game: Game, senses: Senses) -> None:
        self.game, self._senses = game, senses

    def seats(self, readings: Readings, likely: int) -> int | None:
        """Return the number of players it is laid out for, trying `likely` first; else None."""
        lying = dict(self._lasting(readings))
        fits = [seats for seats, due in self._begun.items() if due and due == lying]
        return likely if likely in fits else next(iter(fits), None)

    @cached_property
    def _begun(self) -> dict[int, dict[Site, Reading]]:
        found = {}
        for seats in self.game.seats:
            layout = self.game.start(Setting(seats)).on_panel(self._senses.keys()).layout()
            found[seats] = dict(self._lasting(expect(layout, self._senses)))
        return found

    def _lasting(self, readings: Readings) -> Iterator[tuple[Site, Reading]]:
        """Yield the readings of the occupied cells."""
        for site, reading in readings.items():
            if site in self._senses and self._senses[site].holds and reading is not None:
                yield site, reading
