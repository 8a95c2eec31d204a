"""The board as it should be if a person does all that they are told; no sensors or lights."""

from __future__ import annotations

from collections import deque

from controller.game import Game
from controller.sitting.table import Table
from controller.values import Layout, Reading, Site, expect, standing
from drivers.clock import StepClock
from drivers.wiring import Wiring
from sims.bench.twin import Twin
from sims.bench.verbs import obeyed


class ExpectedBoard(Twin):
    """A board model that only tracks where every piece should be."""

    def __init__(self, table: Table, game: Game, wiring: Wiring) -> None:
        super().__init__(wiring, (), StepClock())
        self.sit(table, game, standing=False)

    def stand(self, layout: Layout) -> None:
        """Set the board up; pieces without a place in the layout stay in the hand."""
        self.bench.stand(layout)
        lying = {piece for site in layout for piece in standing(layout, site)}
        self.motions.held = [piece for piece in self.motions.held if piece not in lying]

    def names(self, site: Site | None) -> list[str]:
        """Return the names of the pieces on a site, or in the hand."""
        pieces = self.motions.held if site is None else self.bench.stacks.get(site, [])
        return [piece.name for piece in pieces]

    def readings(self) -> dict[Site, Reading]:
        """Return what every cell should read."""
        stacks: Layout = {site: tuple(stack) for site, stack in self.bench.stacks.items()}
        return expect(stacks, self.wiring.senses)

    def changes(self, line: str) -> dict[Site, Reading]:
        """Do what this line says, without time passing; return the changed readings."""
        before = self.readings()
        deque(obeyed(line, self), maxlen=0)
        after = self.readings()
        return {site: after.get(site) for site, _ in before.items() ^ after.items()}
