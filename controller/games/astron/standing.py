"""How a game of Astron stands, and what its rules ask about it."""

from __future__ import annotations

from functools import cache

from controller.game import PlainPosition
from controller.games.astron.board import AHEAD, BEHIND, COLUMNS, LANDS, OPEN
from controller.games.astron.box import FLEET, Box
from controller.games.astron.cards import Flight, Heading, flights, hand_size
from controller.games.astron.ground import loses, ride
from controller.games.astron.moves import Phase
from controller.values import Seat, Site

SEATS = tuple(Seat(seat) for seat in range(FLEET))
NOWHERE = {None}


@cache
def order_of_play(fleet: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats by the numbers of their ships, the lowest first (A1, A3)."""
    return tuple(sorted(SEATS[: len(fleet)], key=fleet.__getitem__))


class Standing(PlainPosition, frozen=True):
    """All there is to know of one moment."""

    box: Box
    teams: tuple[tuple[Seat, ...], ...]
    ships: tuple[Site | None, ...]  # None once off the board
    points: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]  # in no order: luck picks from it
    offset: int  # the strip row at the near edge
    landed: tuple[tuple[Seat, ...], ...] = ((),) * 8  # who was on each station, in order
    grounded: frozenset[Seat] = frozenset()
    discard: tuple[str, ...] = ()
    laid: str = ""  # the card shown last at the reader
    dealt: str = ""  # the card that passed last over the deck's reader
    turn: Seat = Seat(0)  # who plays, or is dealt a card
    phase: Phase = Phase.DEAL
    closing: bool = True  # all have played: the strip's own row, and the deal
    rows: int = 0  # how far the strip is to move
    leaving: tuple[Seat, ...] = ()  # lost or arrived, still standing on the board
    heat: tuple[Seat, ...] = ()  # who must yield, the next one first
    no_forced_suicide: bool = False
    heat_symmetric: bool = False
    grounded_upheaval: bool = False
    fleet: tuple[int, ...] = SEATS  # which ship each seat flies, from 0 (A1)

    @property
    def order(self) -> tuple[Seat, ...]:
        """Every seat in the order of play (A3)."""
        return order_of_play(self.fleet[: len(self.ships)])

    @property
    def hand_size(self) -> int:
        """How many cards a player holds before his turn (A2)."""
        return hand_size(len(self.ships))

    def in_play(self) -> list[Seat]:
        """The seats whose ships still fly, lowest number first (A3)."""
        ships = self.ships
        flying = [seat for seat in self.order if ships[seat] is not None]
        return [seat for seat in flying if seat not in self.leaving] if self.leaving else flying

    def place(self, seat: Seat) -> Site:
        """The cell where that seat's ship stands."""
        cell = self.ships[seat]
        assert cell is not None
        return cell

    def crowd(self) -> set[Site | None]:
        """The cells where ships stand."""
        return {*self.ships} - NOWHERE

    def letter(self, seat: Seat) -> str:
        """What lies beneath that seat's ship."""
        return self.box.strip[self.offset].letters[self.place(seat)]

    def in_space(self, seat: Seat) -> bool:
        """A ship in Space can come to a Stellar Station directly (A16)."""
        return self.letter(seat) in OPEN

    def at_home(self, seat: Seat, letter: str) -> bool:
        """Who has landed on a planet's station moves on that planet's land freely (A16)."""
        return letter in LANDS and seat in self.landed[int(LANDS[letter]) - 1]

    def cut_short(self, rows: int) -> int:
        """What the ends of the strip leave of a movement of the strip (A15)."""
        end = min(max(self.offset + rows, self.box.lowest), self.box.highest)
        return end - self.offset

    def ends(self, card: str, crowd: set[Site | None]) -> list[Flight]:
        """Where the card takes the ship on turn (A6), through nobody (A7), off the land (A16)."""
        flights = self.box.flights[card][self.place(self.turn)]
        clear = [flight for flight in flights if crowd.isdisjoint(flight.clear)]
        if self.turn in self.grounded:
            return [flight for flight in clear if self.leads_out(flight)]
        return clear

    def flight(self, target: Site) -> Flight | None:
        """How the card that was laid takes the ship on turn there, if it does (A6)."""
        flights = self.box.flights[self.laid][self.place(self.turn)]
        return next((flight for flight in flights if flight.target == target), None)

    def leads_out(self, flight: Flight) -> bool:
        """A grounded ship may only fly into Space (A16)."""
        return self.box.strip[self.offset].letters[flight.target] in OPEN

    def plays(self) -> list[str]:
        """The cards in hand that can be played: by the ship, or else by the strip (A9, A16)."""
        hand, crowd = self.hands[self.turn], self.crowd()
        if self.turn in self.grounded:
            stirring = self.grounded_upheaval
            return [c for c in hand if self.ends(c, crowd) or (stirring and self.stirs(c))]
        paths, here, free = self.box.paths, self.place(self.turn), crowd.isdisjoint
        return [card for card in hand if any(map(free, paths[card][here])) or self.stirs(card)]

    def stirs(self, card: str) -> bool:
        """An upheaval is playable when the strip can move that way at all (A9)."""
        upheavals = self.box.upheavals
        return card in upheavals and self.cut_short(upheavals[card]) != 0

    def may_discard(self, plays: list[str]) -> bool:
        """With no play; or, if so agreed, with none but suicide (A8)."""
        return not plays or (self.no_forced_suicide and all(map(self.fatal, plays)))

    def fatal(self, card: str) -> bool:
        """However the card is played, the ship on turn is lost."""
        cell = self.place(self.turn)
        if rows := self.box.upheavals.get(card):
            return ride(self.box.strip, cell, self.offset, self.offset + self.cut_short(rows))[0]
        window = self.box.strip[self.offset]
        return all(loses(cell, flight.target, window) for flight in self.ends(card, self.crowd()))

    def retreats(self) -> tuple[Site, ...]:
        """Where the next ship to yield may go: back, or to the nearest free column (A10)."""
        cell, crowd = self.place(self.heat[0]), self.crowd()
        back = BEHIND.get(cell)
        if back is not None and back not in crowd:
            return (back,)
        for gap in range(1, COLUMNS):
            sides = [flight.target for flight in flights(Heading.SIDEWAYS, gap)[cell]]
            if cool := [s for s in sides if s not in crowd and AHEAD.get(s) not in crowd]:
                return tuple(cool)
        return ()
