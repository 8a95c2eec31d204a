"""The state of a Zylatron game, and the questions its rules ask about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from controller.game import PlainPosition
from controller.games.kept import cached_on
from controller.games.zylatron import cargo
from controller.games.zylatron.board import POINTS, SITES, STRIKE, ball, distance, mask
from controller.games.zylatron.box import BANK, UNUSED, Box
from controller.games.zylatron.cargo import ASHORE
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.sheet import Kind, Works
from controller.values import CHANCE, Content, Piece, Seat, Site

NOBODY = -1  # no piece
SEATS = tuple(Seat(seat) for seat in range(4))


class Standing(PlainPosition, frozen=True, dict=True):
    """The state of a Zylatron game. Pieces and points are identified by numbers."""

    box: Box
    at: tuple[int, ...]  # the point of each piece, or BANK or UNUSED
    aboard: tuple[int, ...]  # the craft that carries each piece, or ASHORE
    commands: tuple[Seat, ...]  # who commands the pieces of each colour
    holders: tuple[Seat, ...]  # who holds each planet
    money: tuple[int, ...]
    works: tuple[Works, ...]  # the state of each factory
    pile: tuple[str, ...]  # unordered: CHANCE picks any card
    card: Seat = CHANCE  # who has the Zylon Card
    shown: str = ""  # the last Strike Card turned up
    turn: Seat = Seat(0)
    phase: Phase = Phase.LOT
    begun: bool = False  # something other than repairs was done in this turn
    moved: frozenset[int] = frozenset()  # pieces that moved this turn
    moving: int = NOBODY  # the one that moved last, and may still go on
    left: int = 0  # the distance it has left
    halted: bool = False  # it was let go and must stay, unless something is done there (Z5)
    resting: tuple[tuple[int, int], ...] = ()  # carriers that may go on after it, and how far
    off: tuple[tuple[int, int], ...] = ()  # cargo left behind this turn, with its carrier
    leave: int = NOBODY  # the cargo that stays behind when its carrier goes on
    ashore: frozenset[int] = frozenset()  # cargo put off beside its carrier at its last step
    fired: frozenset[int] = frozenset()
    loaded: frozenset[int] = frozenset()  # missiles bought on to a craft this turn
    damaged: frozenset[int] = frozenset()
    fresh: frozenset[int] = frozenset()  # damaged in this turn
    shooter: int = NOBODY
    target: str = ""  # the piece or factory the next card is for
    missile: int = NOBODY  # the one that is going off
    victims: tuple[str, ...] = ()  # pieces and factories in its blast still to be named
    leaving: tuple[int, ...] = ()  # lost pieces still to be taken off the board
    slayers: tuple[Seat, ...] = ()  # who took each player's last Warrior
    bereft: bool = False  # the current player began the turn without Warriors (Z20)
    touch_move: bool = True
    show_ranges: bool = False

    # -------------------------------------------------------------------------------- what stands

    @cached_on("aboard")
    def bays(self) -> cargo.Loads:
        """The pieces carried by each craft (cached)."""
        return cargo.loads(self.aboard)

    @cached_on("aboard")
    def trees(self) -> dict[int, tuple[int, ...]]:
        """Every craft that carries something, with itself and all it carries (cached)."""
        return {craft: cargo.tree(craft, self.bays) for craft in self.bays}

    @cached_on("aboard")
    def loads(self) -> dict[int, int]:
        """The number of bays filled in each craft that carries something (Z7)."""
        return {craft: cargo.tops(self.tree(craft), self.box) for craft in self.bays}

    @cached_on("aboard")
    def exchanges(self) -> dict[int, list[tuple[int, int]]]:
        """Every legal change of bays, by the lowest craft of the stack (Z8)."""
        roots = (craft for craft in self.bays if self.aboard[craft] == ASHORE)
        return {
            root: list(cargo.exchanges(self.tree(root), self.aboard, self.bays, self.box))
            for root in roots
        }

    @cached_on("at", "aboard")
    def stands(self) -> dict[int, int]:
        """The lowest piece on each occupied point."""
        found = dict(zip(self.at, range(len(self.at)), strict=True))
        found.pop(BANK, None)
        found.pop(UNUSED, None)
        found.update((self.at[craft], craft) for craft in self.bays if self.aboard[craft] < 0)
        return found

    @cached_on("at", "aboard", "shown")
    def board(self) -> dict[Site, Content]:
        """How the board should stand: every stack on its point, the last card at its reader."""
        stands, alone = self.stands, self.box.alone
        board: dict[Site, Content] = {SITES[point]: alone[stands[point]] for point in stands}
        for craft in self.bays:
            if self.aboard[craft] == ASHORE:
                board[self.site(craft)] = self.box.stacks[self.tree(craft)]
        if self.shown:
            board[STRIKE] = (Piece(self.shown),)
        return board

    @cached_on("at", "aboard", "commands", "turn")
    def own(self) -> dict[int, int]:
        """The points where the current player stands, with the lowest piece."""
        at, stands, owners, turn = self.at, self.stands, self.owners, self.turn
        points = [at[piece] for piece in self.mine]
        return {point: stands[point] for point in points if owners[stands[point]] == turn}

    @cached_on("at", "aboard", "commands", "turn")
    def crowd(self) -> int:
        """The points where the current player stands, as a bit set."""
        return mask(self.own)

    @cached_on("commands")
    def owners(self) -> tuple[Seat, ...]:
        """The seat that commands each piece."""
        commands = self.commands
        return tuple([commands[colour] for colour in self.box.colours])

    @cached_on("commands")
    def commanded(self) -> tuple[list[int], ...]:
        """The pieces of each player, on the board or not."""
        owners = self.owners
        seats = range(len(self.box.home))
        return tuple([p for p, owner in enumerate(owners) if owner == seat] for seat in seats)

    @cached_on("at", "commands")
    def forces(self) -> tuple[list[int], ...]:
        """The pieces of each player on the board, carried ones included."""
        at = self.at
        return tuple([piece for piece in all_of if at[piece] >= 0] for all_of in self.commanded)

    @cached_on("at", "commands", "turn")
    def mine(self) -> list[int]:
        """The pieces of the current player on the board."""
        at = self.at
        return [piece for piece in self.commanded[self.turn] if at[piece] >= 0]

    @cached_on("at", "aboard", "commands", "turn")
    def clear(self) -> int:
        """The points without an enemy, as a bit set (Z3)."""
        return ~mask(self.stands.keys() - self.own.keys())

    @cached_on("at", "commands", "turn", "works", "holders")
    def harmed(self) -> int:
        """The points where a missile of the current player would strike an enemy (Z13)."""
        blast = self.box.lines[Kind.MISSILE].blast
        pieces = {at for seat in self.players if seat != self.turn for at in self.places(seat)}
        works = {point for _, point, holder in self.standing_works() if holder != self.turn}
        return reduce(or_, (ball(point, blast) for point in pieces | works), 0)

    def harms(self, piece: int) -> bool:
        """True if this missile can be launched to a point where it strikes an enemy (Z13)."""
        flight = self.box.lines[Kind.MISSILE].move
        return self.may_launch(piece) and bool(self.harmed & ball(self.at[piece], flight))

    def places(self, seat: Seat) -> set[int]:
        """Return the points where that player's pieces are."""
        return {self.at[piece] for piece in self.forces[seat]}

    def tree(self, piece: int) -> tuple[int, ...]:
        """Return a piece and all it carries, bottom to top."""
        return self.trees.get(piece) or (piece,)

    def root(self, piece: int) -> int:
        """Return the lowest piece of the stack in which this piece is."""
        while (craft := self.aboard[piece]) != ASHORE:
            piece = craft
        return piece

    def stays(self, piece: int) -> int:
        """Return the cargo left behind when this piece goes, -1 (none) unless it is the lowest."""
        if (self.leave == NOBODY and not self.ashore) or self.aboard[piece] != ASHORE:
            return NOBODY
        kept = self.ashore | {self.leave}
        return next((one for one in self.tree(piece)[1:] if one in kept), NOBODY)

    def company(self, piece: int) -> tuple[int, ...]:
        """Return the pieces that go when this piece goes: its tree without what is left (Z6)."""
        return self.companies.get(piece) or (piece,)

    @cached_on("aboard", "leave", "ashore")
    def companies(self) -> dict[int, tuple[int, ...]]:
        """The pieces that go with each craft that carries something (cached)."""
        return {craft: tuple(self._going(craft)) for craft in self.bays}

    def _going(self, craft: int) -> Iterator[int]:
        """Yield what goes when the craft goes: its tree without the cargo left behind."""
        left = self.stays(craft)
        behind = () if left == NOBODY else self.tree(left)
        return (one for one in self.tree(craft) if one not in behind)

    def underway(self) -> tuple[tuple[int, int], ...]:
        """Return the carriers and piece that may still go on, with their distance left (Z6)."""
        return self.resting if self.moving == NOBODY else (*self.resting, (self.moving, self.left))

    def came_off(self, piece: int) -> Iterator[int]:
        """Yield the craft that carry a piece, or have put it off in this turn (Z6)."""
        left_by, seen = dict(self.off), {piece, NOBODY}
        while True:
            craft = self.aboard[piece]
            piece = craft if craft != ASHORE else left_by.get(piece, NOBODY)
            if piece in seen:
                return
            seen.add(piece)
            yield piece

    def site(self, piece: int) -> Site:
        """Return the site where a piece stands."""
        return SITES[self.at[piece]]

    def on_land(self, point: int) -> bool:
        """True if the point is land."""
        return bool(self.box.land >> point & 1)

    # ------------------------------------------------------------------------------------- seats

    def alive(self, seat: Seat) -> bool:
        """True if the player is in the game, which is while they command their own colour."""
        return self.commands[self.box.home[seat]] == seat

    @property
    def players(self) -> list[Seat]:
        """The seats still in the game."""
        return [seat for seat in SEATS[: len(self.box.home)] if self.alive(seat)]

    def warriors(self, seat: Seat) -> bool:
        """True if that player has a Warrior on the board."""
        kinds, owners = self.box.kinds, self.owners
        return any(
            at >= 0 and kinds[piece] is Kind.WARRIOR and owners[piece] == seat
            for piece, at in enumerate(self.at)
        )

    # ------------------------------------------------------------------------------------ moving

    def allowance(self, piece: int) -> int:
        """Return how far a piece may still go this turn, even if it is halted (Z2, Z4)."""
        if piece == self.moving:
            return self.left
        if piece in self.moved:
            return dict(self.resting).get(piece, 0)
        return self.box.distances[piece] if len(self.moved) < self.box.moves else 0

    def steps(self, piece: int) -> int:
        """Return how far a piece of the current player may go now (Z5, Z13, Z14)."""
        if piece in self.damaged or self.box.kinds[piece] is Kind.MISSILE:
            return 0
        return 0 if piece == self.moving and self.halted else self.allowance(piece)

    def reach(self, piece: int, steps: int) -> int:
        """Return the points within `steps`, of its own ground and without an enemy (Z3, Z4)."""
        return self.clear & self.box.grounds[piece] & ball(self.at[piece], steps)

    def takes(self, carrier: int, other: int) -> bool:
        """True if a craft coming to that stack has bays for all of it (Z6, Z7)."""
        if not self.box.bays[carrier] or self.box.kinds[other] is Kind.STAR:
            return False
        return self.load(other) + self.goods(carrier) <= self.box.bays[carrier]

    def boards(self, fighter: int, other: int) -> bool:
        """True if a Star Fighter coming to that craft finds room there (Z6, Z7)."""
        if self.box.kinds[fighter] is not Kind.FIGHTER or not self.box.bays[other]:
            return False
        return self.load(other) + self.goods(fighter) <= self.box.bays[other]

    def load(self, piece: int) -> int:
        """Return how many bays a piece fills with all it carries (Z7)."""
        return self.loads[piece] if piece in self.loads else self.box.tops[piece]

    def goods(self, piece: int) -> int:
        """Return how many bays are filled by what goes when this piece goes."""
        left = self.stays(piece)
        return self.load(piece) - (self.load(left) if left != NOBODY else 0)

    def has_bay(self, carrier: int) -> bool:
        """True if one more Warrior or missile fits on that craft's stack (Z7)."""
        return self.load(carrier) < self.box.bays[carrier]

    def may_leave(self, piece: int) -> bool:
        """True if its carrier may go on, or has just come, and the ground suits the cargo (Z6)."""
        if self.aboard[piece] == ASHORE or piece == self.leave:
            return False
        carrier = self.root(piece)
        suited = self.box.grounds[piece] >> self.at[piece] & 1
        if not suited or carrier in self.damaged or self.lands_one(carrier):
            return False
        return self.allowance(carrier) > 0 or carrier in dict(self.underway())

    def lands_one(self, carrier: int) -> bool:
        """True if a piece that was put off the carrier stands beside it (Z6)."""
        return bool(self.ashore) and not self.ashore.isdisjoint(self.tree(carrier))

    # -------------------------------------------------------------------------------- other acts

    def may_fire(self, piece: int) -> bool:
        """True if the piece has a laser, is not damaged and has not fired (Z10, Z14)."""
        spent = piece in self.fired or piece in self.damaged
        return not spent and self.box.lasers[piece] > 0

    def in_range(self, target: str) -> bool:
        """True if the laser of the aiming piece reaches the target (Z10)."""
        laser = self.box.lasers[self.shooter]
        return distance(self.at[self.shooter], self.point(target)) <= laser

    def point(self, name: str) -> int:
        """Return the point where a piece or a factory stands."""
        if name in self.box.works:
            return self.box.factories[self.box.works[name]].point
        return self.at[self.box.numbers[name]]

    def standing_works(self) -> list[tuple[str, int, Seat]]:
        """Return name, point and holder of the factories that can be struck (Z12)."""
        return [
            (factory.name, factory.point, self.holders[factory.planet])
            for factory, works in zip(self.box.factories, self.works, strict=True)
            if works is not Works.DESTROYED and self.holders[factory.planet] != CHANCE
        ]

    def may_launch(self, piece: int) -> bool:
        """True if the missile is on a start mark or on an undamaged craft (Z13, Z14, Z17)."""
        if self.box.kinds[piece] is not Kind.MISSILE:
            return False
        if piece in self.damaged or piece in self.loaded:
            return False
        if (craft := self.aboard[piece]) != ASHORE:
            return craft not in self.damaged and self.root(piece) not in self.damaged
        return self.at[piece] in self.marks(Kind.MISSILE)

    def receives(self, craft: int, star: int) -> bool:
        """True if the star can set cargo on this craft; an able star takes it up itself (Z9)."""
        return craft != star and not self.may_beam(craft) and self.has_bay(craft)

    def may_beam(self, piece: int) -> bool:
        """True if the piece is an undamaged Battle Star (Z9, Z14)."""
        return self.box.kinds[piece] is Kind.STAR and piece not in self.damaged

    def waits(self, name: str) -> bool:
        """True if that piece stands on the ground, where a craft may fetch it."""
        return self.aboard[self.box.numbers[name]] == ASHORE

    def worth_landing(self, name: str, site: Site) -> bool:
        """True if the piece is a Warrior and takes headquarters at this site (Z18, Z19)."""
        if self.box.kinds[self.box.numbers[name]] is not Kind.WARRIOR:
            return False
        point = POINTS[site]
        if point == self.box.zylon:
            return self.card != self.turn
        planet = self.box.headquarters.get(point)
        return planet is not None and self.holders[planet] not in (CHANCE, self.turn)

    def marks(self, kind: Kind) -> list[int]:
        """Return the start marks of this kind on planets the current player holds (Z13, Z17)."""
        held = (planet for planet, seat in enumerate(self.holders) if seat == self.turn)
        return [point for planet in held for point in self.box.marks[planet][kind]]

    def shops(self, kind: Kind) -> Sequence[int]:
        """Return the marks where this kind is bought; missiles only on their own planet (Z17)."""
        if kind is Kind.MISSILE:
            return self.box.marks[self.box.home[self.turn]][kind]
        return self.marks(kind)

    def lost(self) -> list[int]:
        """Return what the Bank offers the current player: the first piece of each kind (Z17)."""
        if BANK not in self.at:
            return []
        first: dict[Kind, int] = {}
        for piece in self.box.fleets[self.box.home[self.turn]]:
            if self.at[piece] == BANK:
                first.setdefault(self.box.kinds[piece], piece)
        return list(first.values())

    def spare(self, kind: Kind | None = None) -> int:
        """Return the money that may be spent; a player without Warriors keeps it for one (Z20)."""
        return 0 if self.bereft and kind is not Kind.WARRIOR else self.money[self.turn]

    def affordable(self) -> list[int]:
        """Return the lost pieces that the current player can pay for (Z17)."""
        prices, kinds = self.box.prices, self.box.kinds
        return [piece for piece in self.lost() if prices[piece] <= self.spare(kinds[piece])]

    def ruins(self) -> list[int]:
        """Return the destroyed factories of the current player (Z16)."""
        if Works.DESTROYED not in self.works:
            return []
        factories = enumerate(zip(self.box.factories, self.works, strict=True))
        return [
            number
            for number, (factory, works) in factories
            if works is Works.DESTROYED and self.holders[factory.planet] == self.turn
        ]

    def may_repair(self, piece: int) -> bool:
        """True at the start of the turn for a piece damaged before it, if affordable (Z14)."""
        price = self.box.lines[self.box.kinds[piece]].repair
        patient = piece in self.damaged and piece not in self.fresh
        return not self.begun and patient and price <= self.spare()

    def must_buy(self) -> bool:
        """True if the player began without a Warrior and can still buy one (Z20)."""
        return (
            self.bereft
            and any(self.box.kinds[piece] is Kind.WARRIOR for piece in self.affordable())
            and any(point not in self.stands for point in self.marks(Kind.WARRIOR))
        )
