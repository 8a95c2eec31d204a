"""Whole games by the clumsy hand, with faults on; `make soak` plays them on every panel.

At every move that is recorded the bench itself is looked at: the pieces of that move must stand
where the new position says, or have stood so until a moment ago (an edge that was lost is noticed
with the next heartbeat), or the table has recorded something that no hand did. And whatever the
hand has done to the board, following the lights must lead back to play.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.keys import NO
from controller.values import CHANCE, Piece, Sense, Site, kind, standing
from sims.bench.faults import usual_faults
from sims.bench.hand import ClumsyHand
from sims.bench.rig import Rig
from tests.panels import load_panel

STEPS = 80  # things the lights may ask for before the way back counts as missing
LONGEST = 3000  # tries at a move
LATE = 1.2  # s; a heartbeat, and the snapshot that it asks for
ROUND = 2.0  # s more, where antennas are looked at one after the other

Stacks: TypeAlias = dict[Site, list[Piece]]


class Watched(Rig):
    """A rig whose bench is compared with the record whenever the record grows."""

    told = 0
    frame = 0.1  # s; a slow host, that looks only ten times a second unless it is spoken to

    def __init__(self, *args: Any, **terms: Any) -> None:
        self._stood: deque[tuple[float, Stacks]] = deque()  # how the bench stood, until when
        super().__init__(*args, **terms)

    def wait(self, seconds: float) -> None:
        """The hand rests: as the pieces stand now they stand until it moves again."""
        until = self.clock.now() + seconds
        self._stood.append((until, {site: list(on) for site, on in self.bench.stacks.items()}))
        late = LATE + ROUND * (Sense.TAG in self.wiring.senses.values())
        while self._stood[0][0] < self.clock.now() - late:
            self._stood.popleft()
        while self.clock.now() < until:
            self.loop.turn()
            self.compare()

    def compare(self) -> None:
        known = len(self.table.moments)
        if known != self.told:
            sites = self.concerned()
            moments = [self.bench.stacks, *(stacks for _, stacks in self._stood)]
            made = any(all(self.stands(site, stacks) for site in sites) for stacks in moments)
            assert made, f"{self.table.history[-1:]} was recorded, but nobody made it: {sites}"
            self.told = known

    def concerned(self) -> set[Site]:
        """The sites of the moves just recorded; every site, when moves were taken back."""
        layouts = [moment.position.layout() for moment in self.table.moments[self.told - 1 :]]
        if not self.told or len(layouts) < 2:
            layouts = [{}, self.table.position.layout()]
        return {
            site
            for before, after in pairwise(layouts)
            for site, _ in before.items() ^ after.items()
            if not self.wiring.senses[site].momentary
        }

    def stands(self, site: Site, stacks: Stacks) -> bool:
        """There is what the position has there; the strip within a third of its row."""
        content = self.table.position.layout().get(site, ())
        if isinstance(content, int):
            return abs(self.bench.row(site) - content) < 0.3
        return looks(stacks.get(site, [])) == looks(content)


def looks(pieces: Iterable[Piece]) -> Counter[tuple[str, int]]:
    """What stands there, whichever copies."""
    return Counter((kind(piece.name), piece.seat) for piece in pieces)


def follow(rig: Watched, hand: ClumsyHand) -> int:
    """Do what is lit until the board stands right; how many things that took."""
    for step in range(STEPS):
        rig.wait(0.6)
        if rig.table.stage in (Stage.WAITING, Stage.OVER):
            put_home(rig, hand)
            return step
        if rig.table.stage in (Stage.SETUP, Stage.MENDING, Stage.MOVING):
            lights = rig.lights()
            assert lights, f"dark in {rig.table.stage}"
            hand.follow(lights, rig.table.position.layout())
        if rig.table.stage is Stage.MOVING:
            rig.wait(3.5)
        if rig.table.stage is Stage.ASKING:  # nobody has meant anything: it fell out of the hand
            rig.hand.press(NO)
    raise AssertionError(
        f"no way out of {rig.table.stage}: {rig.table.asks()}, {rig.table.state.decision}, "
        f"bench {rig.bench.stacks}, held {hand.held}, lit {rig.lights()}"
    )


def put_home(rig: Watched, hand: ClumsyHand) -> None:
    """Put the held pieces back that belong where nothing feels them."""
    layout = rig.table.position.layout()
    for site in layout.keys() - rig.table.state.input.senses.keys():
        for piece in standing(layout, site):
            if piece in hand.held:
                hand.held.remove(piece)
                rig.bench.put(piece, site)


def game(
    seed: int, clumsiness: float = 0.25, panel: str = "astron", most: int = LONGEST
) -> Counter[str]:
    """One game to its end, or so many tries of it."""
    luck = Random(seed)
    wiring = load_panel(panel)
    played = SHELF[wiring.file.game]
    start = played.start(Setting(seats=played.seats[seed % len(played.seats)]))
    virtual = seed % 3 != 0
    rig = Watched(start, wiring, seed=seed, faults=usual_faults(), virtual=virtual)
    hand = rig.clumsy(luck, clumsiness)
    seen: Counter[str] = Counter()
    follow(rig, hand)
    while rig.table.position.outcome is None and seen["tries"] < most:
        if hand.fumble():
            seen["fumbles"] += 1
        elif rig.table.position.actors == {CHANCE} and virtual:
            rig.wait(0.1)
        else:
            rig.play(luck.choice(list(rig.table.position.moves())), hand)
        rig.compare()
        seen["steps"] += follow(rig, hand)
        seen["tries"] += 1
    assert seen["tries"] < LONGEST, f"no end: {rig.table.asks()}, {rig.table.state.decision}"
    seen["games"] = 1
    seen["moves"] = len(rig.table.history)
    seen["seconds"] = int(rig.clock.now())
    return seen
