"""A snapshot of a bench that can be restored."""

from __future__ import annotations

from controller.values import Layout
from sims.bench.bench import Bench
from sims.bench.motions import Motions

FELT = 0.5  # s until the Pico has reported the pieces put back


class Snapshot:
    """The pieces, the hand's content and the strips at one moment."""

    def __init__(self, bench: Bench, hand: Motions) -> None:
        self._bench, self._hand = bench, hand
        self._stacks = {site: list(stack) for site, stack in bench.stacks.items()}
        self._rows = {dial: bench.row(dial) for dial in bench.wiring.limits}
        self._held = list(hand.held)

    @classmethod
    def as_laid(cls, bench: Bench, hand: Motions, layout: Layout) -> Snapshot:
        """Return a snapshot of a game's layout, with an empty hand."""
        stood, senses = cls(bench, hand), bench.wiring.senses
        lying = {s: c for s, c in layout.items() if s in senses and not senses[s].momentary}
        stood._stacks = {s: list(c) for s, c in lying.items() if not isinstance(c, int)}
        stood._rows |= {s: c for s, c in lying.items() if isinstance(c, int)}
        stood._held = []
        return stood

    def restore(self) -> float:
        """Restore the snapshot and the cable; return the seconds until all of it is felt."""
        bench = self._bench
        for site in [site for site, stack in bench.stacks.items() for _ in stack]:
            bench.lift(site)
        for site, stack in self._stacks.items():
            for piece in stack:
                bench.put(piece, site)
        self._hand.held[:] = self._held
        bench.plug()
        turns = [bench.turn(dial, row - bench.row(dial)) for dial, row in self._rows.items()]
        return max(turns, default=0.0) + FELT
