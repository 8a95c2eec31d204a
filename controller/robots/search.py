"""Monte-Carlo tree search by upper confidence bounds over the decisions of all seats.

Chance moves and hidden cards are drawn again in every iteration, so that no line relies on one
card. Every seat takes what is best for its own side. An iteration ends where it leaves the tree,
and the position there is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from math import log, sqrt
from random import Random
from typing import Any, TypeAlias

from controller.game import Position
from controller.robots.guess import determinized
from controller.robots.judge import Judge, SearchParameters
from controller.robots.spot import RobotOption, SearchState
from controller.values import CHANCE, Seat

ALWAYS_CONSIDERED = 6  # options that are always considered, the best by heuristic
MANY_OPTIONS = 60  # with more options, those the seat had a move ago are not evaluated again


class Node:
    """The search statistics of an option; `total` is the sum of values to the seat that chose it.

    Its first evaluation counts as a visit.
    """

    __slots__ = ("options", "sight", "sights", "spot", "total", "visits")

    def __init__(self, sight: float) -> None:
        self.visits = 1
        self.total = sight
        self.options: dict[RobotOption, Node] | None = None  # the best by heuristic first
        self.sight, self.sights = (
            sight,
            dict[RobotOption, float](),
        )  # heuristic: own, and of its options
        self.spot: SearchState | None = None  # cached if no chance or guess led here

    @property
    def worth(self) -> float:
        """The average value over all visits."""
        return self.total / self.visits


class SearchStopped(Exception):
    """Raised to stop the search: the iteration in progress is discarded."""


Branch: TypeAlias = tuple[RobotOption, Node]


class Search:
    """The tree search of one seat from the position that it sees."""

    def __init__(
        self,
        seen: Position[Any],
        seat: Seat,
        manner: SearchParameters,
        luck: Random,
        last: Seat = CHANCE,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        self.root, self.rounds = Node(0.0), 0
        self._seen, self._seat, self._last = seen, seat, last
        self._manner, self._luck, self._enough = manner, luck, enough
        self._judge = Judge(manner, seen)
        self._least, self._most = 1.0, 0.0  # range of values so far, which scales exploration
        self._open(self.root, self._start())

    @property
    def options(self) -> dict[RobotOption, Node]:
        """The options of the seat, the best by heuristic first."""
        return self.root.options or {}

    def think(self, rounds: int) -> None:
        """Run up to `rounds` iterations, fewer if `enough` says so."""
        with suppress(SearchStopped):
            for _ in range(rounds):
                self._go_down()

    def _go_down(self) -> None:
        """Run one iteration: select, expand, judge and update the nodes on the way."""
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

    def _start(self) -> SearchState:
        """Return the root spot, with hidden cards guessed at random."""
        position = determinized(self._seen, self._luck)
        sure = position is self._seen
        return SearchState(position, self._seat, self._last, sure=sure)

    def _opened(self, node: Node, spot: SearchState, above: Node | None) -> bool:
        """True if the search goes on below the node; it gets its options at its third visit."""
        if spot.over:
            return False
        if node.options is None and node.visits > 2:
            self._open(node, spot, above if spot.seat == spot.last else None)
        return node.options is not None

    def _open(self, node: Node, spot: SearchState, above: Node | None = None) -> None:
        """Give the node its options with heuristic values; if time is up, the root only some."""
        options = spot.options()
        sights = (
            self._seen_above(spot, options, above) if above and len(options) > MANY_OPTIONS else {}
        )
        with suppress(SearchStopped) if node is self.root else nullcontext():
            for option in options:
                if option not in sights:
                    sights[option] = self._sight(spot, option)
                if len(sights) >= ALWAYS_CONSIDERED:
                    self._pause()
        node.sight, node.sights = self._judge.worths(spot.position)[spot.seat], sights
        best_first = sorted(sights, key=sights.__getitem__, reverse=True)
        node.options = {option: Node(sights[option]) for option in best_first}

    def _seen_above(
        self, spot: SearchState, options: Sequence[RobotOption], above: Node
    ) -> dict[RobotOption, float]:
        """Return the values the seat had for these options a move ago, plus what it has gained."""
        known = above.sights
        gained = self._judge.worths(spot.position)[spot.seat] - above.sight
        return {one: known[one] + gained for one in options if one in known}

    def _pause(self) -> None:
        """Raise Enough if the search is to stop."""
        if self._enough():
            raise SearchStopped

    def _sight(self, spot: SearchState, option: RobotOption) -> float:
        """Return the heuristic value of an option to the seat that decides."""
        after = spot.position.after(option) if option else spot.position
        return self._judge.worths(after)[spot.seat]

    def _followed(self, node: Node, spot: SearchState, option: RobotOption) -> SearchState:
        """Return the spot after the option, cached in the node if it is certain."""
        if spot.sure and node.spot:
            return node.spot
        after = spot.after(option, self._luck)
        node.spot = after if after.sure else None
        return after

    def _chosen(self, node: Node, spot: SearchState) -> Branch:
        """Return the option with the highest upper confidence bound."""
        lawful = self._lawful(node, spot)
        if len(lawful) > ALWAYS_CONSIDERED:
            lawful = lawful[: max(ALWAYS_CONSIDERED, int(self._manner.width * sqrt(node.visits)))]
        spread = max(self._most - self._least, 0.0)
        doubt = self._manner.explore * spread * sqrt(log(node.visits))
        bounds = [one.total / one.visits + doubt / sqrt(one.visits) for _, one in lawful]
        return lawful[bounds.index(max(bounds))]

    def _lawful(self, node: Node, spot: SearchState) -> list[Branch]:
        """Return the options that are legal here; after chance or guesses they may differ."""
        tree = node.options or {}
        if spot.sure:
            return list(tree.items())
        able = dict.fromkeys(spot.options())
        for option in able.keys() - tree.keys():
            self._pause()
            tree[option] = Node(self._sight(spot, option))
        return [branch for branch in tree.items() if branch[0] in able]
