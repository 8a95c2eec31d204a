"""The state of an Astroplane game, and the questions its rules ask about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from controller.game import PlainPosition
from controller.games.astroplane.board import CENTRE, GROUND
from controller.games.astroplane.box import CRAFT, GROUPED, SIDES, Box, Fleet, playing
from controller.games.astroplane.chart import OPPOSITE, Way
from controller.games.astroplane.moves import Carry, Phase
from controller.games.kept import cached_on
from controller.values import Seat, Site

MOVES = 2  # moves in a turn (P2)
FOE, TOP, BELOW, TRUE_WIN = 3, 2, 1, 8  # points (P19, P21)

Numbers: TypeAlias = tuple[int, ...]
"""A stack as craft numbers, bottom first; a seat has ten, so 23 is the fourth craft of seat 2."""

Board: TypeAlias = Mapping[Site, Numbers]
"""The stack on each occupied site. It is never changed in place."""

EMPTY: Board = {}
CREWS = tuple(frozenset(range(seat * CRAFT, (seat + 1) * CRAFT)) for seat in range(max(SIDES)))
"""The craft numbers of each seat."""


class Standing(PlainPosition, frozen=True, dict=True):
    """The state of an Astroplane game at one moment."""

    box: Box
    seats: int
    match: bool
    board: Board
    turn: Seat
    first: Seat  # who began the round
    kills: tuple[int, ...]  # foreign craft that each seat has eliminated
    totals: tuple[int, ...]  # points of the rounds that are over
    phase: Phase = Phase.MOVE
    at: Site = Site("")  # the site that the phase is about
    left: int = MOVES
    begun: bool = False  # True once the first move of the turn has been made
    calls: int = 0  # craft that may still come out of the reserve in this turn
    fresh: Numbers = ()  # craft that have moved in this turn
    jumped: Numbers = ()  # craft that came through a wormhole and have not moved since
    out: tuple[Seat, ...] = ()  # seats that could not move and have left the game

    @property
    def fleets(self) -> tuple[Fleet, ...]:
        """The fleet of each seat."""
        return playing(self.box, self.seats)

    @property
    def fleet(self) -> Fleet:
        """The fleet of the current player."""
        return self.fleets[self.turn]

    @property
    def next_first(self) -> Seat:
        """The seat that begins the next round of a match: the next one clockwise (P21)."""
        return Seat((self.first + 1) % self.seats)

    @cached_on("board")
    def taken(self) -> int:
        """The occupied positions as a bit set (cached)."""
        return self.box.chart.covered(self.board)

    @cached_on("board", "turn")
    def tops(self) -> list[Site]:
        """The sites where the current player has the top craft (cached)."""
        seat = self.turn
        return [site for site, stack in self.board.items() if stack[-1] // CRAFT == seat]

    def owner(self, site: Site) -> Seat:
        """Return the seat of the top craft there."""
        return Seat(self.board[site][-1] // CRAFT)

    def has_foreign(self, site: Site, seat: Seat) -> bool:
        """True if a craft of another seat is in that stack."""
        return not CREWS[seat].issuperset(self.board[site])

    def has_own(self, site: Site) -> bool:
        """True if a craft of the current player is in that stack."""
        return not CREWS[self.turn].isdisjoint(self.board[site])

    def standing_in(self, space: str) -> list[Site]:
        """Return the occupied positions of a diamond: two if a Square stands there."""
        board = self.board
        return [site for site in GROUND[space] if site in board]

    def landings(self, way: Way) -> tuple[Carry, ...]:
        """Return the moves by which a craft may enter the space beyond (P4, P6, P8, P11)."""
        if not (taken := self.taken & way.covers):
            return way.every
        if not (held := way.held.get(taken)):
            return ()
        onto, facing = held.onto, held.facing
        return facing if len(onto) < len(facing) and self.may_face(held.site, way.space) else onto

    def may_face(self, held: Site, space: str) -> bool:
        """True if the opposite half may be entered, to send back the stack or form a Square."""
        alone = len(self.board[held]) == 1 and space in self.box.chart.ordinary
        return alone or self.has_foreign(held, self.turn)

    def squares(self) -> dict[str, Seat]:
        """Return every Square with its owner (P8), except halves of a stack being sent back."""
        chart, taken = self.box.chart, self.taken
        found: dict[str, Seat] = {}
        if not (faced := taken & taken >> OPPOSITE & chart.half):
            return found
        for site in chart.named(faced):
            other, space = chart.halves[site]
            if (seat := self.owner(site)) == self.owner(other):
                found[space] = seat
        if found and self.phase is Phase.RETURN:
            found.pop(self.box.chart.space[self.at], None)
        return found

    def own_squares(self) -> list[str]:
        """Return the Squares of the current player."""
        return [space for space, seat in self.squares().items() if seat == self.turn]

    def crowding(self, squares: Mapping[str, Seat]) -> frozenset[str]:
        """Return the foreign Squares side by side with one of the current player's (P12)."""
        own = {space for space, seat in squares.items() if seat == self.turn} if squares else ()
        if not own or len(own) == len(squares):
            return frozenset()
        beside, foreign = self.box.chart.beside, squares.keys() - own
        return frozenset().union(*(beside[space] & foreign for space in own))

    def prey(self, square: str) -> Iterator[Site]:
        """Yield the stacks a Square can kill: the first in a line, if any foreign craft (P10)."""
        seat = self.owner(self.standing_in(square)[0])
        for line in self.box.chart.rays[square]:
            for space in line:
                if taken := self.standing_in(space):
                    if len(taken) == 1 and self.has_foreign(taken[0], seat):
                        yield taken[0]
                    break

    def hunters(self) -> list[str]:
        """Return the current player's Squares with a clear line to the cleared space (P10)."""
        goal = self.box.chart.space[self.at]
        return [square for square in self.own_squares() if self.reaches(square, goal)]

    def reaches(self, square: str, goal: str) -> bool:
        """True if a line leads from the Square to the goal over empty diamonds."""
        for line in self.box.chart.rays[square]:
            if goal in line:
                return not any(map(self.standing_in, line[: line.index(goal)]))
        return False

    def earns(self, site: Site) -> bool:
        """True if moving off here releases a foreign craft held since an earlier turn (P5)."""
        stack = self.board[site]
        held = len(stack) > 1 and stack[-2] // CRAFT != stack[-1] // CRAFT
        return held and stack[-1] not in self.fresh

    def armed(self, one: Site, other: Site) -> bool:
        """True if the current player has the top craft on both firing positions (P16)."""
        board = self.board
        if one not in board or other not in board:
            return False
        return self.owner(one) == self.turn == self.owner(other)

    def may_call(self) -> bool:
        """True if the current player may bring a craft out of the reserve (P17)."""
        return self.calls > 0 and self.fleet.reserve in self.board

    def points(self) -> tuple[int, ...]:
        """Return the points of this round so far (P19)."""
        found = [FOE * kills for kills in self.kills]
        for site in CENTRE:
            stack = self.board.get(site, ())
            for number in stack:
                found[number // CRAFT] += BELOW
            for number in stack[-1:]:
                found[number // CRAFT] += TOP - BELOW
        return tuple(found)

    def scores(self) -> tuple[int, ...]:
        """Return the points of all rounds, including the current one while it goes on."""
        if self.phase in (Phase.AGAIN, Phase.OVER):
            return self.totals
        return tuple(map(sum, zip(self.totals, self.points(), strict=True)))

    def winner(self) -> Seat | None:
        """Return the seat on top of all four central stacks, or None (P18)."""
        goal = self.box.chart.goal
        if self.taken & goal != goal:
            return None
        tops = {self.owner(site) for site in CENTRE}
        return tops.pop() if len(tops) == 1 else None

    def remaining(self, seat: Seat) -> list[Site]:
        """Return the sites with craft of the seat, except the Singularity (P20)."""
        centre, foreign = self.box.chart.centre, CREWS[seat].isdisjoint
        found = (site for site, stack in self.board.items() if not foreign(stack))
        return [site for site in found if site not in centre]


def setup(box: Box, seats: int, before: Board = EMPTY) -> dict[Site, Numbers]:
    """Return a new round's board (P1), leaving craft that are in place already where they are."""
    board: dict[Site, Numbers] = {}
    for seat, fleet in enumerate(playing(box, seats)):
        sizes = dict.fromkeys(fleet.starts, GROUPED) | {fleet.reserve: CRAFT - 2 * GROUPED}
        kept = {site: before.get(site, ())[:size] for site, size in sizes.items()}
        crew = range(seat * CRAFT, (seat + 1) * CRAFT)
        spare = [number for number in crew if not any(number in k for k in kept.values())]
        for site, size in sizes.items():
            lacking = size - len(kept[site])
            board[site] = (*kept[site], *spare[:lacking])
            del spare[:lacking]
    return board
