"""The board is away and pages play on: afterwards light and words bring the true pieces home.

What was played stays; the lights may also ask for what has to follow, such as a turn of the strip.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.sitting.flow import Stage
from controller.sitting.keys import YES
from controller.values import CHANCE, Site, standing
from tests.hands.failure import Failure, Found
from tests.hands.obeying import ObedientHand
from tests.hands.seated import any_kind, sit_down

SAID = 4  # moves on pages, at most
STEPS = 120  # of a hand that puts right what was played meanwhile


class Reader(ObedientHand):
    """Makes what it reads that was played, and says YES."""

    def step(self) -> None:
        if self.rig.table.asks().key != "table.played_away":
            super().step()
            return
        for site in self.rig.wiring.senses:
            self.stand(site)
        self.press(YES)

    def stand(self, site: Site) -> None:
        """As the page shows it."""
        belongs = list(standing(self.rig.table.position.layout(), site))
        lies = self.rig.bench.stacks.get(site, [])
        if self.rig.wiring.senses[site].holds and self.rig.crowd(lies) != self.rig.crowd(belongs):
            self.note(f"stand {site}")
            self.rig.bench.stacks[site] = belongs
            self.rig.bench.refresh()


def check(panel: str, seed: int) -> Found:
    luck = Random(f"away {panel} {seed}")
    rig = sit_down(panel, luck)
    rig.bench.unplug()
    rig.wait(4.0)
    said = []
    for _ in range(luck.randint(1, SAID)):
        position = rig.table.position
        open_to = [move for move in position.moves() if move.seat != CHANCE]
        if position.outcome or not open_to:
            break
        said.append(any_kind(open_to, luck))
        refused = rig.table.say(said[-1])
        assert refused is None, f"{said[-1]} is refused: {refused}"
        rig.wait(0.2)
    stays = rig.table.stage in (Stage.PAUSED, Stage.OVER)
    goal = rig.table.position
    rig.bench.plug()
    rig.wait(3.0)
    hand = Reader(rig, luck)
    home = hand.obey(STEPS) and goal in [moment.position for moment in rig.table.moments]
    home = home and not (rig.astray() and goal.outcome is None)
    counts = Counter(moves=len(said), troubles=1)
    wrong = "not paused" if not stays else "" if home else "not brought home"
    if not wrong:
        return Found(counts=counts)
    told = ", ".join(map(str, said))
    done = "; ".join(hand.done[-20:])
    name = rig.wiring.file.game
    return Found((Failure("away", wrong, name, panel, seed, told, done, rig.told()),), counts)
