"""The board as somebody has it who did all that he was told: what it should feel, deed by deed."""

from __future__ import annotations

from controller.table import Table
from controller.values import Layout, Reading, Site, expect, standing
from drivers.clock import StepClock
from drivers.wiring import Wiring
from sims.bench.bench import Bench
from sims.bench.hand import Hand
from sims.bench.rig import Rig
from sims.bench.verbs import obey


class Shadow(Rig):
    """Nothing here is felt or lit: it only keeps count of where every piece should be."""

    def __init__(self, table: Table, wiring: Wiring) -> None:
        self.table = table
        self.wiring = wiring
        self.clock = StepClock()
        self.bench = Bench(wiring, self.clock)
        self.hand = Hand(self.bench, self.wait)

    def wait(self, seconds: float) -> None:
        """A shadow needs no time."""

    def stand(self, layout: Layout) -> None:
        """The pieces were led to where they belong; what belongs nowhere stays in the hand."""
        self.bench.stand(layout)
        lying = {piece for site in layout for piece in standing(layout, site)}
        self.hand.held = [piece for piece in self.hand.held if piece not in lying]

    def names(self, site: Site | None) -> list[str]:
        """The pieces on a site, or in the hand."""
        pieces = self.hand.held if site is None else self.bench.stacks.get(site, [])
        return [piece.name for piece in pieces]

    def readings(self) -> dict[Site, Reading]:
        """What every cell should read."""
        stacks: Layout = {site: tuple(stack) for site, stack in self.bench.stacks.items()}
        return expect(stacks, self.wiring.senses)

    def follow_told(self, text: str) -> dict[Site, Reading]:
        """Do this; the cells that should read something else now, and what."""
        before = self.readings()
        obey(text, self)
        after = self.readings()
        return {site: after.get(site) for site, _ in before.items() ^ after.items()}
