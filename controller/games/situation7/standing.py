"""How a game of Situation 7 stands, and what its rules ask about it."""

from __future__ import annotations

from controller.game import PlainPosition
from controller.games.kept import kept
from controller.games.situation7.board import Spaces
from controller.games.situation7.box import Box
from controller.games.situation7.moves import Equipment, Phase
from controller.games.situation7.score import points
from controller.games.situation7.side import Side
from controller.values import Seat


class Standing(PlainPosition, frozen=True, dict=True):
    """All there is to know of one moment. Seat 0 is Yellow, seat 1 Green."""

    box: Box
    sides: tuple[Side, Side] = (Side(), Side())

    @kept("sides")
    def phase(self) -> Phase:
        """Both are ready, then both play, until all is covered or both have stopped (S1, S11)."""
        one, other = self.sides
        if not (one.ready and other.ready):
            return Phase.READY
        if one.pieces | other.pieces == self.box.board.all or (one.stopped and other.stopped):
            return Phase.OVER
        return Phase.PLAY

    def scores(self) -> tuple[int, ...]:
        """What each side has covered, in points (S12)."""
        return tuple(points(self.box.prizes, side) for side in self.sides)

    @kept("sides")
    def lead(self) -> float:
        """What all prizes promise Yellow, less what they promise Green; what both have begun is
        nobody's."""
        one, other = self.sides[0].pieces, self.sides[1].pieces
        lead = 0.0
        for spaces, share in self.box.shares:
            if not (theirs := other & spaces):
                lead += share[(one & spaces).bit_count()]
            elif not one & spaces:
                lead -= share[theirs.bit_count()]
        return lead

    @property
    def empty(self) -> Spaces:
        """Where nothing lies."""
        return self.box.board.all & ~(self.sides[0].pieces | self.sides[1].pieces)

    def guarded(self, seat: Seat) -> Spaces:
        """Next to the other's astronaut, and to none of its own (S8)."""
        return self.sides[1 - seat].watched & ~self.sides[seat].watched

    def joined(self, seat: Seat) -> Spaces:
        """Where a piece joins its side: its base line at first, then its own pieces (S2, S3)."""
        side = self.sides[seat]
        return side.reach if side.pieces else self.box.lines[seat]

    def landings(self, seat: Seat) -> Spaces:
        """Where a drop would land: next to the other's pieces, not joined to its own (S4, S5)."""
        return self.sides[1 - seat].reach & ~self.sides[seat].reach

    def posts(self, seat: Seat) -> Spaces:
        """The pieces an astronaut comes to from his base, if the base line hangs on it too (S7)."""
        base = self.box.bases[seat][Equipment.ASTRONAUT]
        land = self.box.board.land(base, self.sides[seat].pieces)
        return land if land & self.box.lines[seat] else 0

    def supplies(self, seat: Seat) -> list[Equipment]:
        """What is left of the equipment whose base the side has covered (S4, S5, S7)."""
        side, bases = self.sides[seat], self.box.bases[seat].items()
        bare = ~side.pieces
        return [kind for kind, base in bases if not base & bare and side.left(kind)]
