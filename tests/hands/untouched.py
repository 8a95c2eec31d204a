"""No hand, no move: whatever the board does by itself, nothing is recorded that no hand made."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from random import Random
from typing import Any

from controller.game import Move
from controller.reading.moment import Moment
from controller.sitting.keys import BACK, NO
from controller.values import CHANCE, Site, Trace, differing
from sims.bench.faults import Faults, usual_faults
from tests.hands.failure import Failure, Found
from tests.hands.ill_luck import LASTING, PASSING, IllLuck
from tests.hands.obeying import SETTLED, ObedientHand
from tests.hands.seated import Seated, any_kind, sit_down

FRESH = 8.0  # s within which a hand must have been where the record says that it was
ROUNDS = 6


def check(panel: str, seed: int) -> Found:
    """Some minutes of bad sensors, with or without a player at the table."""
    luck = Random(f"untouched {panel} {seed}")
    faults = Faults() if luck.random() < 0.5 else usual_faults()
    rig = sit_down(panel, luck, faults=faults)
    watch = Watch(rig)
    trouble = IllLuck(rig, luck)
    alone = luck.random() < 0.5
    kinds = [*PASSING, luck.choice(LASTING)]
    deeds = (nobody if alone else somebody)(rig, luck, trouble, kinds, watch)
    counts = Counter(troubles=len(trouble.acts))
    if not watch.false:
        return Found(counts=counts)
    kind = f"false move{'' if alone else ' beside a hand'}"
    what = f"{watch.false[0]}; {', '.join(trouble.acts)}"
    failure = Failure(
        "untouched", kind, rig.game.name, panel, seed, what, "; ".join(deeds), rig.told()
    )
    return Found((failure,), counts)


def same(pair: tuple[Moment, Moment]) -> bool:
    one, other = pair
    return one.move == other.move and one.position == other.position


class Watch:
    """Compares what is recorded with where hands have been."""

    def __init__(self, rig: Seated) -> None:
        self.rig = rig
        self.false: list[str] = []
        self.spoken: list[Move] = []
        self._known = list(rig.table.moments)
        self._disbelieved = len(rig.disbelieved)
        self._denied = rig.bench.handled.get(NO)

    def look(self) -> None:
        moments = list(self.rig.table.moments)
        kept = sum(1 for _ in takewhile(same, zip(moments, self._known, strict=False)))
        back = kept < len(self._known) and not self.meant_back()
        if back and not self.all_one_can_feel(felt_apart(self._known[-1], moments[kept - 1])):
            self.false.append(f"taken back: {self._known[kept].move}")
        denied, self._denied = self._denied, self.rig.bench.handled.get(NO)
        if len(self.rig.disbelieved) > self._disbelieved and self._denied == denied:
            self.false.append("a cell is no longer believed, and nobody has said NO")
        self._disbelieved = len(self.rig.disbelieved)
        for before, after in zip(
            moments[max(kept, 1) - 1 :], moments[max(kept, 1) :], strict=False
        ):
            if after.move and after.move.seat != CHANCE and after.move not in self.spoken:
                self.judge(before.position, after.position, after.move)
        self._known = moments

    def judge(self, before: Any, after: Any, move: Move) -> None:
        """What nothing feels was made, for all that is known, when somebody does what follows."""
        trace = Trace.of(before.layout(), after.layout(), self.rig.wiring.senses, move.touches)
        if not trace:
            return
        sites = differing(before.layout(), after.layout()) | move.touches
        foreign = sorted(site for site in sites if not self.fresh(site))
        if foreign and not self.all_one_can_feel(trace.touched):
            self.false.append(f"{move}: nobody was at {', '.join(foreign)}")

    def all_one_can_feel(self, sites: frozenset[Site]) -> bool:
        """One cell broke, and that is a move: a piece taken or brought feels no different.

        Nor does one that is brought out of a crowd.
        """
        faults = self.rig.bench.faults
        return len(sites) == 1 and sites <= faults.stuck | faults.dead

    def fresh(self, site: Site) -> bool:
        at = self.rig.bench.handled.get(site)
        return at is not None and self.rig.clock.now() - at < FRESH

    def meant_back(self) -> bool:
        cells = [s for s, sense in self.rig.wiring.senses.items() if sense.holds or s == BACK]
        return any(map(self.fresh, cells))


def felt_apart(one: Moment, other: Moment) -> frozenset[Site]:
    """The cells that tell these two apart."""
    return frozenset(site for site, _ in one.expected.items() ^ other.expected.items())


def nobody(
    rig: Seated, luck: Random, trouble: IllLuck, kinds: list[str], watch: Watch
) -> list[str]:
    """The board is left to itself."""
    for _ in range(ROUNDS):
        trouble.strike(luck.choice(kinds))
        rig.wait(luck.choice([0.05, 0.3, 1.0, 4.0]))
        watch.look()
    return ["nobody is there"]


def somebody(
    rig: Seated, luck: Random, trouble: IllLuck, kinds: list[str], watch: Watch
) -> list[str]:
    """A steady hand plays, or lifts a piece and thinks better of it, and does as it is told."""
    deeds = []
    for _ in range(ROUNDS):
        if rig.table.position.outcome:
            break
        trouble.strike(luck.choice(kinds))
        rig.wait(luck.choice([0.02, 0.3, 1.0]))
        watch.look()
        if rig.table.stage in SETTLED and rig.table.position.actors:
            deeds.append(deed(rig, luck, trouble, watch))
        watch.look()
        hand = ObedientHand(rig, luck)
        hand.obey(12)
        deeds += hand.done
        watch.look()
    return deeds


def deed(rig: Seated, luck: Random, trouble: IllLuck, watch: Watch) -> str:
    """Something a player does, with a fault in the middle of it."""
    if rig.bench.stacks and (luck.random() < 0.5 or rig.astray()):
        site = luck.choice(sorted(rig.bench.stacks))
        piece = rig.bench.lift(site)
        rig.wait(luck.choice([0.1, 0.5]))
        trouble.strike(luck.choice(PASSING))
        rig.wait(luck.choice([0.1, 1.0]))
        watch.look()
        rig.bench.put(piece, site)
        rig.wait(0.5)
        return f"lift {site} and put back"
    move = any_kind(list(rig.table.position.moves()), luck)
    watch.spoken.append(move)
    rig.play(move)
    rig.wait(0.6)
    return str(move)
