"""The state of a Space Walk game, and the questions its rules ask about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Move, PlainPosition
from controller.games.kept import cached_on
from controller.games.space_walk.board import READER
from controller.games.space_walk.box import Terms
from controller.games.space_walk.cards import Effect
from controller.games.space_walk.moves import GAP, PLACE, Phase
from controller.games.space_walk.ships import EARLIER, NOWHERE, WORTHS, Fleet
from controller.values import Piece, Seat, Site, Stack

TOKEN = 2  # points for each token left (W11)


class Cards(Struct, frozen=True):
    """The state of the action cards: hands, open piles and the last card's effect."""

    hands: tuple[tuple[str, ...], ...]
    piles: tuple[tuple[str, ...], ...]
    laid: str = ""  # the card last shown at the reader
    effect: Effect | None = None  # its effect; of a copy the copied card's effect (W14)
    again: bool = False  # a second group is still to come (W15)


class Standing(PlainPosition, frozen=True, dict=True):
    """The state of a Space Walk game. A ship in the hand keeps the field it was taken from."""

    terms: Terms
    fleets: tuple[Fleet, ...]
    tokens: tuple[int, ...]
    coming: Seat  # who begins the next turn
    mover: Seat  # who acts now; in a gap, the seat that acted last
    spent: frozenset[Seat] = frozenset()  # seats that have spent a token in this round
    phase: Phase = PLACE
    group: tuple[str, ...] = ()  # ships in the hand, in landing order (W4)
    last: Site | None = None  # the field where the group was taken, or where its last ship landed
    cards: Cards | None = None
    opened: bool = False  # True once the first turn of the movement has begun

    def layout(self) -> dict[Site, Stack]:
        """Return how the board should stand."""
        return self.board

    @cached_on("terms", "fleets", "group", "phase", "cards")
    def board(self) -> dict[Site, Stack]:
        """The pieces on each site without the ships in the hand (cached).

        Before it is placed a ship lies in its tray, if the panel has trays.
        """
        board: dict[Site, Stack] = {}
        group = self.group
        placing = self.phase is PLACE and self.terms.trays
        fields = chain.from_iterable(zip(*self.fleets, strict=True))
        for ship, field in zip(self.terms.chart.ships.values(), fields, strict=True):
            place = ship.tray if placing and not field else field
            if place and (not group or ship.name not in group):
                board[place] = (*board.get(place, ()), ship.piece)
        if self.cards and self.cards.laid:
            board[READER] = (Piece(self.cards.laid),)
        return board

    def on_panel(self, sites: Collection[Site]) -> Self:
        trays = {ship.tray for ship in self.terms.chart.ships.values()}
        return replace(self, terms=replace(self.terms, trays=trays <= set(sites)))

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """Return the action cards that the seat holds."""
        return self.cards.hands[seat] if self.cards else ()

    @property
    def doer(self) -> Seat:
        """The seat whose hand is assumed to be acting."""
        return self.coming if self.phase is GAP else self.mover

    @property
    def before(self) -> Seat | None:
        """The seat that has just had its turn, or None before the first turn (W8, W9)."""
        return self.terms.preceding[self.coming] if self.opened else None

    def at(self, name: str) -> Site | None:
        """Return the field of that ship, or None off the board."""
        ship = self.terms.chart.ships[name]
        return self.fleets[ship.seat][ship.slot]

    def crew(self, field: Site) -> tuple[str, ...]:
        """Return the ships on a field in landing order: bigger ones first (W4)."""
        chart = self.terms.chart
        found: list[str] = []
        for names, fleet in zip(chart.names, self.fleets, strict=True):
            if count := fleet.count(field):
                first = fleet.index(field)
                found.append(names[first])
            if count > 1:
                rest = zip(names[first + 1 :], fleet[first + 1 :], strict=True)
                found += [name for name, at in rest if at == field]
        if len(found) > 1:
            found.sort(key=chart.order.__getitem__)
        return tuple(found)

    def spends(self) -> list[Move]:
        """Return the moves spending a token that are legal in a gap (W7)."""
        tokens, spent = self.tokens, self.spent
        spends = self.terms.chart.spends
        return [spend for spend in spends if tokens[spend.seat] and spend.seat not in spent]

    def reserve(self, ships: slice) -> str | None:
        """Return the unplaced ship with the lowest number in this slice of the fleet, or None."""
        own = self.fleets[self.mover][ships]
        return self.terms.chart.names[self.mover][ships][own.index(None)] if None in own else None

    def taken(self, ships: slice) -> set[Site | None]:
        """Return the planets where a ship of this size and any colour stands (W2)."""
        return set().union(*[fleet[ships] for fleet in self.fleets])

    def landing(self) -> Site:
        """Return the field where the next ship lands: one beyond the last (W5)."""
        assert self.last is not None
        return self.terms.chart.ahead[self.last]

    def foremost(self) -> Sequence[str]:
        """Return the ships that may land next: the first of each colour among the biggest (W4)."""
        group, ships = self.group, self.terms.chart.ships
        biggest = ships[group[0]].rank
        if len(group) == 1 or ships[group[1]].rank != biggest:
            return group[:1]
        rank = [ships[name] for name in group if ships[name].rank == biggest]
        return list({ship.seat: ship.name for ship in reversed(rank)}.values())[::-1]

    def steps(self) -> list[tuple[str, Site]]:
        """Return the player's ships that may advance, with their fields; of like ships only one."""
        names, fleet = self.terms.chart.names[self.mover], self.fleets[self.mover]
        return [
            (name, field)
            for name, field, earlier in zip(names, fleet, EARLIER, strict=True)
            if field and field not in fleet[earlier]
        ]

    def score(self, seat: Seat) -> int:
        """Return the points of ships in orbit and tokens; 0 without a ship (W11)."""
        fleet = self.fleets[seat]
        if fleet == NOWHERE and self.phase is not PLACE:
            return 0
        worth = sum(w for w, place in zip(WORTHS, fleet, strict=False) if place is not None)
        return worth + TOKEN * self.tokens[seat]
