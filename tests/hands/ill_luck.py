"""What happens to a board without any hand: sparks, welds, dead reeds, chatter, a pulled cable."""

from __future__ import annotations

from random import Random

from controller.values import Sense, Site
from tests.hands.seated import Seated, lasting

PASSING = ("spark", "flip", "chatter", "replug", "deaf")
LASTING = ("weld", "die")
ONE = 0.02, 0.2  # s that a spark lasts


class IllLuck:
    """Does it to the bench, and remembers what it did."""

    def __init__(self, rig: Seated, luck: Random) -> None:
        self.rig = rig
        self.luck = luck
        self.acts: list[str] = []

    def strike(self, what: str) -> None:
        self.acts.append(f"{self.rig.clock.now():.2f} {what}")
        getattr(self, what)()

    def spark(self) -> None:
        """Half of all inputs, whichever they are, read wrong for a moment."""
        channels = list(self.rig.wiring.channels)
        self.rig.bench.glitch(self.luck.uniform(*ONE), channels[self.luck.randint(0, 1) :: 2])

    def flip(self) -> None:
        """All of them do."""
        self.rig.bench.glitch(self.luck.uniform(*ONE), list(self.rig.wiring.channels))

    def chatter(self) -> None:
        """A reed that opens and closes by itself, a few milliseconds each time."""
        cells = self.contacts()
        if cells:
            self.rig.bench.glitch(self.luck.uniform(0.004, 0.03), [self.luck.choice(cells)])

    def replug(self) -> None:
        self.rig.bench.unplug()
        self.rig.wait(self.luck.choice([0.05, 0.5, 2.0, 5.0]))
        self.rig.bench.plug()

    def deaf(self) -> None:
        """Readers that do not answer for a while."""
        readers = [s for s, sense in self.rig.wiring.senses.items() if sense is Sense.TAG]
        chosen = set(self.luck.sample(readers, len(readers) // 2))
        self.rig.bench.faults.dead_readers |= chosen
        self.rig.wait(self.luck.choice([0.1, 0.5, 2.0]))
        self.rig.bench.faults.dead_readers -= chosen

    def weld(self) -> None:
        """A reed stays shut where nothing stands."""
        reeds = [s for s in self.reeds() if not self.rig.bench.stacks.get(s)]
        self.rig.bench.faults.stuck |= set(self.luck.sample(reeds, min(1, len(reeds))))
        self.rig.bench.refresh()

    def die(self) -> None:
        """A reed opens under what stands on it."""
        reeds = [s for s in self.reeds() if self.rig.bench.stacks.get(s)]
        self.rig.bench.faults.dead |= set(self.luck.sample(reeds, min(1, len(reeds))))
        self.rig.bench.refresh()

    def reeds(self) -> list[Site]:
        senses = self.rig.wiring.senses
        return [site for site in lasting(self.rig) if senses[site] is not Sense.TAG]

    def contacts(self) -> list[int]:
        """Those of cells; a key that closes by itself is a finger for all that anybody knows."""
        senses, channels = self.rig.wiring.senses, self.rig.wiring.channels
        return [channel for channel, site in channels.items() if senses[site].holds]
