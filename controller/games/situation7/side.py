"""How one side stands: what it has covered, what stands on it, what it is about to do."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from controller.games.situation7.board import Board, Spaces
from controller.games.situation7.box import EACH
from controller.games.situation7.moves import Equipment
from controller.values import Site


class Side(Struct, frozen=True):
    """One side. Pieces that lie and equipment that stands never move again (S6, S9)."""

    pieces: Spaces = 0  # the spaces it has covered
    reach: Spaces = 0  # the spaces next to those
    watched: Spaces = 0  # the spaces next to its astronauts
    gear: tuple[tuple[Equipment, Site], ...] = ()  # what stands where, in the order it came
    armed: Equipment | None = None  # what it is about to place
    ready: bool = False
    stopped: bool = False  # it has declared so, and has not played since

    def laid(self, board: Board, space: Site) -> Side:
        """A piece lies there too."""
        pieces, reach = self.pieces | board.bit[space], self.reach | board.beside[space]
        return Side(pieces, reach, self.watched, self.gear, self.armed, self.ready)

    def equipped(self, board: Board, kind: Equipment, space: Site) -> Side:
        """Equipment stands there too; an astronaut watches what is next to it (S8)."""
        watched = self.watched
        if kind is Equipment.ASTRONAUT:
            watched |= board.beside[space]
        return Side(self.pieces, self.reach, watched, (*self.gear, (kind, space)), None, self.ready)

    def taken(self, board: Board, space: Site) -> Side:
        """The piece there is gone, with all that stood on it."""
        pieces = self.pieces & ~board.bit[space]
        gear = tuple((kind, site) for kind, site in self.gear if site != space)
        return replace(self, pieces=pieces, reach=board.around(pieces), gear=gear)

    def said(self, armed: Equipment | None) -> Side:
        """What it is about to place, or nothing."""
        return Side(self.pieces, self.reach, self.watched, self.gear, armed, self.ready)

    def halted(self) -> Side:
        """It declares that it stops."""
        return Side(self.pieces, self.reach, self.watched, self.gear, None, self.ready, True)

    def covers(self, spaces: Spaces) -> bool:
        """All of these are covered by this side alone."""
        return not spaces & ~self.pieces

    def left(self, kind: Equipment) -> int:
        """How many of these it still has."""
        return EACH - sum(placed is kind for placed, _ in self.gear)

    def crewed(self, board: Board) -> Spaces:
        """Its pieces that carry equipment."""
        return sum(board.bit[site] for _, site in self.gear)

    @property
    def astronauts(self) -> tuple[Site, ...]:
        """Where its astronauts stand."""
        return tuple(site for kind, site in self.gear if kind is Equipment.ASTRONAUT)
