"""How a game of Space Walk stands, and what its rules ask about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Move, PlainPosition
from controller.games.kept import kept
from controller.games.space_walk.board import READER
from controller.games.space_walk.box import Terms
from controller.games.space_walk.cards import Effect
from controller.games.space_walk.moves import GAP, PLACE, Phase
from controller.games.space_walk.ships import EARLIER, NOWHERE, WORTHS, Fleet
from controller.values import Piece, Seat, Site, Stack

TOKEN = 2  # points for a token unspent (W11)


class Cards(Struct, frozen=True):
    """The action cards: what is held, what lies open, and what the last one did."""

    hands: tuple[tuple[str, ...], ...]
    piles: tuple[tuple[str, ...], ...]
    laid: str = ""  # the card shown last at the reader
    effect: Effect | None = None  # what it did, a copy what the copied one did (W14)
    again: bool = False  # a second group is still to come (W15)


class Standing(PlainPosition, frozen=True, dict=True):
    """All there is to know of one moment. A ship in the hand is noted where it was taken from."""

    terms: Terms
    fleets: tuple[Fleet, ...]
    tokens: tuple[int, ...]
    coming: Seat  # who begins the next turn
    mover: Seat  # who acts now; in a gap, whoever acted last
    spent: frozenset[Seat] = frozenset()  # who has spent a token in this round
    phase: Phase = PLACE
    group: tuple[str, ...] = ()  # the ships in the hand, in the order of W4
    last: Site | None = None  # where the group was taken, or its last ship put down
    cards: Cards | None = None
    opened: bool = False  # the first turn of the movement has begun

    def layout(self) -> dict[Site, Stack]:
        """How the board should stand."""
        return self.board

    @kept("terms", "fleets", "group", "phase", "cards")
    def board(self) -> dict[Site, Stack]:
        """Every ship on its field, but for those in the hand.

        Before it is placed it lies in its tray, where there is one.
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
        """The action cards that seat holds."""
        return self.cards.hands[seat] if self.cards else ()

    @property
    def doer(self) -> Seat:
        """Whose hand the board takes it to be."""
        return self.coming if self.phase is GAP else self.mover

    @property
    def before(self) -> Seat | None:
        """In a gap, who has just had his turn; nobody before the first one (W8, W9)."""
        return self.terms.preceding[self.coming] if self.opened else None

    def at(self, name: str) -> Site | None:
        """The field of that ship, or None off the board."""
        ship = self.terms.chart.ships[name]
        return self.fleets[ship.seat][ship.slot]

    def crew(self, field: Site) -> tuple[str, ...]:
        """The ships on a field in the order of W4: bigger ones first."""
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
        """The tokens that may be spent in a gap (W7)."""
        tokens, spent = self.tokens, self.spent
        spends = self.terms.chart.spends
        return [spend for spend in spends if tokens[spend.seat] and spend.seat not in spent]

    def reserve(self, ships: slice) -> str | None:
        """Of these ships of a fleet the one that is placed next: the lowest number."""
        own = self.fleets[self.mover][ships]
        return self.terms.chart.names[self.mover][ships][own.index(None)] if None in own else None

    def taken(self, ships: slice) -> set[Site | None]:
        """The planets where ships of this size stand, whatever their colour (W2)."""
        return set().union(*[fleet[ships] for fleet in self.fleets])

    def landing(self) -> Site:
        """Where the next ship of the group goes: one field beyond the last (W5)."""
        assert self.last is not None
        return self.terms.chart.ahead[self.last]

    def foremost(self) -> Sequence[str]:
        """The ships that may land next: of the biggest the first of each colour (W4)."""
        group, ships = self.group, self.terms.chart.ships
        biggest = ships[group[0]].rank
        if len(group) == 1 or ships[group[1]].rank != biggest:
            return group[:1]
        rank = [ships[name] for name in group if ships[name].rank == biggest]
        return list({ship.seat: ship.name for ship in reversed(rank)}.values())[::-1]

    def steps(self) -> list[tuple[str, Site]]:
        """The own ships that could be advanced, one of those alike on a field, and from where."""
        names, fleet = self.terms.chart.names[self.mover], self.fleets[self.mover]
        return [
            (name, field)
            for name, field, earlier in zip(names, fleet, EARLIER, strict=True)
            if field and field not in fleet[earlier]
        ]

    def score(self, seat: Seat) -> int:
        """What is in orbit, and the tokens; nothing without a ship (W11)."""
        fleet = self.fleets[seat]
        if fleet == NOWHERE and self.phase is not PLACE:
            return 0
        worth = sum(w for w, place in zip(WORTHS, fleet, strict=False) if place is not None)
        return worth + TOKEN * self.tokens[seat]
