"""The state of one side: its pieces, its equipment, and what it has announced."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from controller.games.situation7.board import Board, Spaces
from controller.games.situation7.box import EACH
from controller.games.situation7.moves import Equipment
from controller.values import Site


class Side(Struct, frozen=True):
    """The state of one side. Pieces and equipment on the board never move again (S6, S9)."""

    pieces: Spaces = 0  # the spaces it has covered
    reach: Spaces = 0  # the spaces next to those
    watched: Spaces = 0  # the spaces next to its astronauts
    gear: tuple[tuple[Equipment, Site], ...] = ()  # equipment with its space, in order of arrival
    armed: Equipment | None = None  # the equipment it has announced
    ready: bool = False
    stopped: bool = False  # it has declared that it stops, and has not played since

    def laid(self, board: Board, space: Site) -> Side:
        """Return the side with one more piece laid, and no longer stopped."""
        pieces, reach = self.pieces | board.bit[space], self.reach | board.beside[space]
        return Side(pieces, reach, self.watched, self.gear, self.armed, self.ready)

    def equipped(self, board: Board, kind: Equipment, space: Site) -> Side:
        """Return the side with equipment placed there; an astronaut guards the neighbours (S8)."""
        watched = self.watched
        if kind is Equipment.ASTRONAUT:
            watched |= board.beside[space]
        return Side(self.pieces, self.reach, watched, (*self.gear, (kind, space)), None, self.ready)

    def taken(self, board: Board, space: Site) -> Side:
        """Return the side without the piece there and the equipment on it."""
        pieces = self.pieces & ~board.bit[space]
        gear = tuple((kind, site) for kind, site in self.gear if site != space)
        return replace(self, pieces=pieces, reach=board.around(pieces), gear=gear)

    def said(self, armed: Equipment | None) -> Side:
        """Return the side with this equipment announced, or none."""
        return Side(self.pieces, self.reach, self.watched, self.gear, armed, self.ready)

    def halted(self) -> Side:
        """Return the side after it has declared that it stops."""
        return Side(self.pieces, self.reach, self.watched, self.gear, None, self.ready, True)

    def covers(self, spaces: Spaces) -> bool:
        """True if this side covers all of these spaces."""
        return not spaces & ~self.pieces

    def left(self, kind: Equipment) -> int:
        """Return how many pieces of this equipment the side has left."""
        return EACH - sum(placed is kind for placed, _ in self.gear)

    def crewed(self, board: Board) -> Spaces:
        """Return the spaces of its pieces that carry equipment."""
        return sum(board.bit[site] for _, site in self.gear)

    @property
    def astronauts(self) -> tuple[Site, ...]:
        """The spaces where its astronauts stand."""
        return tuple(site for kind, site in self.gear if kind is Equipment.ASTRONAUT)
