"""A tree of what may follow: gone down again and again, the promising ways most.

Monte-Carlo tree search by upper confidence bounds. The tree is of decisions: luck is played anew on
every way down, and what the seat cannot see is guessed anew, so that no way counts on a card. Every
seat takes what is best for its own side. A way ends where it leaves the tree, and is judged there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from math import log, sqrt
from random import Random
from typing import Any, TypeAlias

from controller.game import Position
from controller.robots.guess import guessed
from controller.robots.judge import Judge, Manner
from controller.robots.spot import Option, Spot
from controller.values import CHANCE, Seat

FEW = 6  # options that are looked at in any case, the best at first sight
WIDE = 60  # options: of more, those that could be chosen a move ago are not looked at anew


class Node:
    """What an option has come to so far. `total` is its worth to whoever chose it, over visits.

    Its first sight counts as a visit.
    """

    __slots__ = ("options", "sight", "sights", "spot", "total", "visits")

    def __init__(self, sight: float) -> None:
        self.visits = 1
        self.total = sight
        self.options: dict[Option, Node] | None = None  # the best at first sight first
        self.sight, self.sights = sight, dict[Option, float]()  # of itself and its options, opened
        self.spot: Spot | None = None  # where nothing but decisions led here

    @property
    def worth(self) -> float:
        return self.total / self.visits


class Enough(Exception):
    """Time is up, or somebody asks something else: a way that was broken off counts for nothing."""


Branch: TypeAlias = tuple[Option, Node]


class Search:
    """What one seat thinks of a moment that it sees."""

    def __init__(
        self,
        seen: Position[Any],
        seat: Seat,
        manner: Manner,
        luck: Random,
        last: Seat = CHANCE,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        self.root, self.rounds = Node(0.0), 0
        self._seen, self._seat, self._last = seen, seat, last
        self._manner, self._luck, self._enough = manner, luck, enough
        self._judge = Judge(manner, seen)
        self._least, self._most = 1.0, 0.0  # of all that was judged: doubt is measured by it
        self._open(self.root, self._start())

    @property
    def options(self) -> dict[Option, Node]:
        """What the seat may do, the best at first sight first."""
        return self.root.options or {}

    def think(self, rounds: int) -> None:
        """So many ways down, or fewer when that is enough; the last may be broken off."""
        with suppress(Enough):
            for _ in range(rounds):
                self._go_down()

    def _go_down(self) -> None:
        self._pause()
        node, spot = self.root, self._start()
        way: list[tuple[Node, Seat]] = []
        above: Node | None = None
        while self._opened(node, spot, above):
            seat, (option, below) = spot.seat, self._chosen(node, spot)
            above, node = node, below
            way.append((node, seat))
            spot = self._followed(node, spot, option)
        worths = self._judge.judged(spot, self._luck)
        self._least, self._most = min(self._least, *worths), max(self._most, *worths)
        self.rounds += 1
        self.root.visits += 1
        for node, seat in way:
            node.visits += 1
            node.total += worths[seat]

    def _start(self) -> Spot:
        position = guessed(self._seen, self._luck)
        sure = position is self._seen
        return Spot(position, self._seat, self._last, sure=sure)

    def _opened(self, node: Node, spot: Spot, above: Node | None) -> bool:
        """The tree goes on from here; it grows where a way has come by before."""
        if spot.over:
            return False
        if node.options is None and node.visits > 2:
            self._open(node, spot, above if spot.seat == spot.last else None)
        return node.options is not None

    def _open(self, node: Node, spot: Spot, above: Node | None = None) -> None:
        """On a wide board time may be up before all is seen; of the root some is enough."""
        options = spot.options()
        sights = self._seen_above(spot, options, above) if above and len(options) > WIDE else {}
        with suppress(Enough) if node is self.root else nullcontext():
            for option in options:
                if option not in sights:
                    sights[option] = self._sight(spot, option)
                if len(sights) >= FEW:
                    self._pause()
        node.sight, node.sights = self._judge.worths(spot.position)[spot.seat], sights
        best_first = sorted(sights, key=sights.__getitem__, reverse=True)
        node.options = {option: Node(sights[option]) for option in best_first}

    def _seen_above(
        self, spot: Spot, options: Sequence[Option], above: Node
    ) -> dict[Option, float]:
        """What the same seat saw a move ago, as much better or worse as that move has made it."""
        known = above.sights
        gained = self._judge.worths(spot.position)[spot.seat] - above.sight
        return {one: known[one] + gained for one in options if one in known}

    def _pause(self) -> None:
        if self._enough():
            raise Enough

    def _sight(self, spot: Spot, option: Option) -> float:
        """What an option is worth at first sight to whoever decides."""
        after = spot.position.after(option) if option else spot.position
        return self._judge.worths(after)[spot.seat]

    def _followed(self, node: Node, spot: Spot, option: Option) -> Spot:
        if spot.sure and node.spot:
            return node.spot
        after = spot.after(option, self._luck)
        node.spot = after if after.sure else None
        return after

    def _chosen(self, node: Node, spot: Spot) -> Branch:
        """The option that may be best: its worth, and the more the less it was tried."""
        lawful = self._lawful(node, spot)
        if len(lawful) > FEW:
            lawful = lawful[: max(FEW, int(self._manner.width * sqrt(node.visits)))]
        spread = max(self._most - self._least, 0.0)
        doubt = self._manner.explore * spread * sqrt(log(node.visits))
        bounds = [one.total / one.visits + doubt / sqrt(one.visits) for _, one in lawful]
        return lawful[bounds.index(max(bounds))]

    def _lawful(self, node: Node, spot: Spot) -> list[Branch]:
        """Where luck or a guess came in, not everything that was thought of before can be done."""
        tree = node.options or {}
        if spot.sure:
            return list(tree.items())
        able = dict.fromkeys(spot.options())
        for option in able.keys() - tree.keys():
            self._pause()
            tree[option] = Node(self._sight(spot, option))
        return [branch for branch in tree.items() if branch[0] in able]
