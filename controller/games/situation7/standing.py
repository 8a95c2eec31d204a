"""The state of a Situation 7 game, and the questions its rules ask about it."""

from __future__ import annotations

from controller.game import PlainPosition
from controller.games.kept import cached_on
from controller.games.situation7.board import Spaces
from controller.games.situation7.box import Box
from controller.games.situation7.moves import Equipment, Phase
from controller.games.situation7.score import points
from controller.games.situation7.side import Side
from controller.values import Seat


class Standing(PlainPosition, frozen=True, dict=True):
    """The state of a Situation 7 game at one moment. Seat 0 is Yellow, seat 1 Green."""

    box: Box
    sides: tuple[Side, Side] = (Side(), Side())

    @cached_on("sides")
    def phase(self) -> Phase:
        """The phase: ready, then play, until all is covered or both have stopped (S1, S11)."""
        one, other = self.sides
        if not (one.ready and other.ready):
            return Phase.READY
        if one.pieces | other.pieces == self.box.board.all or (one.stopped and other.stopped):
            return Phase.OVER
        return Phase.PLAY

    def scores(self) -> tuple[int, ...]:
        """Return each side's points for what it has covered (S12)."""
        return tuple(points(self.box.prizes, side) for side in self.sides)

    @cached_on("sides")
    def lead(self) -> float:
        """The value of all prizes to Yellow minus that to Green; contested prizes count nothing."""
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
        """The spaces where no piece lies."""
        return self.box.board.all & ~(self.sides[0].pieces | self.sides[1].pieces)

    def guarded(self, seat: Seat) -> Spaces:
        """Return the spaces next to the other side's astronauts and to none of its own (S8)."""
        return self.sides[1 - seat].watched & ~self.sides[seat].watched

    def joined(self, seat: Seat) -> Spaces:
        """Return the spaces that join the side: base line, then next to its pieces (S2, S3)."""
        side = self.sides[seat]
        return side.reach if side.pieces else self.box.lines[seat]

    def landings(self, seat: Seat) -> Spaces:
        """Return the spaces for a drop: next to the other side's pieces, not its own (S4, S5)."""
        return self.sides[1 - seat].reach & ~self.sides[seat].reach

    def posts(self, seat: Seat) -> Spaces:
        """Return the pieces connected to the astronaut base, if they include the base line (S7)."""
        base = self.box.bases[seat][Equipment.ASTRONAUT]
        land = self.box.board.land(base, self.sides[seat].pieces)
        return land if land & self.box.lines[seat] else 0

    def supplies(self, seat: Seat) -> list[Equipment]:
        """Return the kinds of equipment left whose base the side has covered (S4, S5, S7)."""
        side, bases = self.sides[seat], self.box.bases[seat].items()
        bare = ~side.pieces
        return [kind for kind, base in bases if not base & bare and side.left(kind)]
