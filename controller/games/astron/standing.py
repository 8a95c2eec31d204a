"""The state of an Astron game, and the questions its rules ask about it."""

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
    """Return the seats in order of their ships' numbers, lowest first (A1, A3)."""
    return tuple(sorted(SEATS[: len(fleet)], key=fleet.__getitem__))


class Standing(PlainPosition, frozen=True):
    """The state of an Astron game at one moment."""

    box: Box
    teams: tuple[tuple[Seat, ...], ...]
    ships: tuple[Site | None, ...]  # None once off the board
    points: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]  # unordered: CHANCE picks any card
    offset: int  # the strip row at the near edge
    landed: tuple[tuple[Seat, ...], ...] = ((),) * 8  # who was on each station, in order
    grounded: frozenset[Seat] = frozenset()
    discard: tuple[str, ...] = ()
    laid: str = ""  # the card last shown at the card reader
    dealt: str = ""  # the card last read by the deck's reader
    turn: Seat = Seat(0)  # who plays, or is dealt a card
    phase: Phase = Phase.DEAL
    closing: bool = True  # True from the end of a round (strip moves, deal) until the next turn
    rows: int = 0  # rows by which the strip is to move
    leaving: tuple[Seat, ...] = ()  # lost or arrived, still to be taken off the board
    heat: tuple[Seat, ...] = ()  # seats whose ships must yield, the next one first
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
        """The number of cards a player holds before their turn (A2)."""
        return hand_size(len(self.ships))

    def in_play(self) -> list[Seat]:
        """Return the seats whose ships are still flying, lowest ship number first (A3)."""
        ships = self.ships
        flying = [seat for seat in self.order if ships[seat] is not None]
        return [seat for seat in flying if seat not in self.leaving] if self.leaving else flying

    def place(self, seat: Seat) -> Site:
        """Return the cell where that seat's ship stands."""
        cell = self.ships[seat]
        assert cell is not None
        return cell

    def crowd(self) -> set[Site | None]:
        """Return the cells occupied by ships."""
        return {*self.ships} - NOWHERE

    def letter(self, seat: Seat) -> str:
        """Return the terrain letter under that seat's ship."""
        return self.box.strip[self.offset].letters[self.place(seat)]

    def in_space(self, seat: Seat) -> bool:
        """True if that seat's ship is in Space; it can land on a Stellar Station (A16)."""
        return self.letter(seat) in OPEN

    def at_home(self, seat: Seat, letter: str) -> bool:
        """True if the letter is land of a planet whose station the seat has landed on (A16)."""
        return letter in LANDS and seat in self.landed[int(LANDS[letter]) - 1]

    def cut_short(self, rows: int) -> int:
        """Return the part of a strip movement that the ends of the strip allow (A15)."""
        end = min(max(self.offset + rows, self.box.lowest), self.box.highest)
        return end - self.offset

    def ends(self, card: str, crowd: set[Site | None]) -> list[Flight]:
        """Return the unblocked flights of the current ship with this card (A6, A7, A16)."""
        flights = self.box.flights[card][self.place(self.turn)]
        clear = [flight for flight in flights if crowd.isdisjoint(flight.clear)]
        if self.turn in self.grounded:
            return [flight for flight in clear if self.leads_out(flight)]
        return clear

    def flight(self, target: Site) -> Flight | None:
        """Return the flight of the current ship to `target` by the card laid, or None (A6)."""
        flights = self.box.flights[self.laid][self.place(self.turn)]
        return next((flight for flight in flights if flight.target == target), None)

    def leads_out(self, flight: Flight) -> bool:
        """True if the flight ends in Space, as a grounded ship's must (A16)."""
        return self.box.strip[self.offset].letters[flight.target] in OPEN

    def plays(self) -> list[str]:
        """Return the cards in hand that can be played, by the ship or by the strip (A9, A16)."""
        hand, crowd = self.hands[self.turn], self.crowd()
        if self.turn in self.grounded:
            stirring = self.grounded_upheaval
            return [c for c in hand if self.ends(c, crowd) or (stirring and self.stirs(c))]
        paths, here, free = self.box.paths, self.place(self.turn), crowd.isdisjoint
        return [card for card in hand if any(map(free, paths[card][here])) or self.stirs(card)]

    def stirs(self, card: str) -> bool:
        """True if the card is an upheaval and the strip can move that way at all (A9)."""
        upheavals = self.box.upheavals
        return card in upheavals and self.cut_short(upheavals[card]) != 0

    def may_discard(self, plays: list[str]) -> bool:
        """True if no card can be played, or, by option, none that keeps the ship (A8)."""
        return not plays or (self.no_forced_suicide and all(map(self.fatal, plays)))

    def fatal(self, card: str) -> bool:
        """True if the current ship is lost in every way this card can be played."""
        cell = self.place(self.turn)
        if rows := self.box.upheavals.get(card):
            return ride(self.box.strip, cell, self.offset, self.offset + self.cut_short(rows))[0]
        window = self.box.strip[self.offset]
        return all(loses(cell, flight.target, window) for flight in self.ends(card, self.crowd()))

    def retreats(self) -> tuple[Site, ...]:
        """Return where the next ship to yield may go: back, or the nearest free column (A10)."""
        cell, crowd = self.place(self.heat[0]), self.crowd()
        back = BEHIND.get(cell)
        if back is not None and back not in crowd:
            return (back,)
        for gap in range(1, COLUMNS):
            sides = [flight.target for flight in flights(Heading.SIDEWAYS, gap)[cell]]
            if cool := [s for s in sides if s not in crowd and AHEAD.get(s) not in crowd]:
                return tuple(cool)
        return ()
