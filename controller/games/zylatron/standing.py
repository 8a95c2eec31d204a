"""How a game of Zylatron stands, and what its rules ask about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from controller.game import PlainPosition
from controller.games.kept import kept
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
    """All there is to know of one moment. Pieces and points are known by their numbers."""

    box: Box
    at: tuple[int, ...]  # the point of each piece, or that it is in the Bank or not used
    aboard: tuple[int, ...]  # the craft that carries each piece
    commands: tuple[Seat, ...]  # who commands the pieces of each colour
    holders: tuple[Seat, ...]  # who holds each planet
    money: tuple[int, ...]
    works: tuple[Works, ...]  # how each factory stands
    pile: tuple[str, ...]  # in no order: luck picks from it
    card: Seat = CHANCE  # who has the Zylon Card
    shown: str = ""  # the Strike Card turned up last
    turn: Seat = Seat(0)
    phase: Phase = Phase.LOT
    begun: bool = False  # something was done this turn beside repairs
    moved: frozenset[int] = frozenset()  # pieces that moved this turn
    moving: int = NOBODY  # the one that moved last, and may still go on
    left: int = 0  # of its distance
    halted: bool = False  # let go of: it stays, unless something is done there (Z5)
    resting: tuple[tuple[int, int], ...] = ()  # carriers that may go on after it, and how far
    off: tuple[tuple[int, int], ...] = ()  # what was left behind this turn, and by whom
    leave: int = NOBODY  # the cargo that stays behind when its carrier goes on
    ashore: frozenset[int] = frozenset()  # put off at their carriers' last step, beside them
    fired: frozenset[int] = frozenset()
    loaded: frozenset[int] = frozenset()  # missiles bought on to a craft this turn
    damaged: frozenset[int] = frozenset()
    fresh: frozenset[int] = frozenset()  # damaged in this very turn
    shooter: int = NOBODY
    target: str = ""  # whom the next card is drawn for
    missile: int = NOBODY  # the one that is going off
    victims: tuple[str, ...] = ()  # still to be named in its blast
    leaving: tuple[int, ...] = ()  # lost, still standing on the board
    slayers: tuple[Seat, ...] = ()  # who took each player's last Warrior
    bereft: bool = False  # the player on turn began without Warriors (Z20)
    touch_move: bool = True
    show_ranges: bool = False

    # -------------------------------------------------------------------------------- what stands

    @kept("aboard")
    def bays(self) -> cargo.Loads:
        """What every craft carries."""
        return cargo.loads(self.aboard)

    @kept("aboard")
    def trees(self) -> dict[int, tuple[int, ...]]:
        """Every craft that carries something, and all it carries."""
        return {craft: cargo.tree(craft, self.bays) for craft in self.bays}

    @kept("aboard")
    def loads(self) -> dict[int, int]:
        """How many bays every craft fills that carries something, with all it carries (Z7)."""
        return {craft: cargo.tops(self.tree(craft), self.box) for craft in self.bays}

    @kept("aboard")
    def exchanges(self) -> dict[int, list[tuple[int, int]]]:
        """Every change of bays within the stacks, by their lowest craft (Z8)."""
        roots = (craft for craft in self.bays if self.aboard[craft] == ASHORE)
        return {
            root: list(cargo.exchanges(self.tree(root), self.aboard, self.bays, self.box))
            for root in roots
        }

    @kept("at", "aboard")
    def stands(self) -> dict[int, int]:
        """The lowest piece on each point that is taken."""
        found = dict(zip(self.at, range(len(self.at)), strict=True))
        found.pop(BANK, None)
        found.pop(UNUSED, None)
        found.update((self.at[craft], craft) for craft in self.bays if self.aboard[craft] < 0)
        return found

    @kept("at", "aboard", "shown")
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

    @kept("at", "aboard", "commands", "turn")
    def own(self) -> dict[int, int]:
        """The points where the player on turn stands."""
        at, stands, owners, turn = self.at, self.stands, self.owners, self.turn
        points = [at[piece] for piece in self.mine]
        return {point: stands[point] for point in points if owners[stands[point]] == turn}

    @kept("at", "aboard", "commands", "turn")
    def crowd(self) -> int:
        """The same points as one set."""
        return mask(self.own)

    @kept("commands")
    def owners(self) -> tuple[Seat, ...]:
        """Who commands each piece."""
        commands = self.commands
        return tuple([commands[colour] for colour in self.box.colours])

    @kept("commands")
    def commanded(self) -> tuple[list[int], ...]:
        """Every player's pieces, on the board or not."""
        owners = self.owners
        seats = range(len(self.box.home))
        return tuple([p for p, owner in enumerate(owners) if owner == seat] for seat in seats)

    @kept("at", "commands")
    def forces(self) -> tuple[list[int], ...]:
        """Every player's pieces that are on the board, carried ones included."""
        at = self.at
        return tuple([piece for piece in all_of if at[piece] >= 0] for all_of in self.commanded)

    @kept("at", "commands", "turn")
    def mine(self) -> list[int]:
        """Those of the player on turn."""
        at = self.at
        return [piece for piece in self.commanded[self.turn] if at[piece] >= 0]

    @kept("at", "aboard", "commands", "turn")
    def clear(self) -> int:
        """The points where no enemy stands (Z3)."""
        return ~mask(self.stands.keys() - self.own.keys())

    @kept("at", "commands", "turn", "works", "holders")
    def harmed(self) -> int:
        """The points where a missile of the player on turn strikes somebody else's (Z13)."""
        blast = self.box.lines[Kind.MISSILE].blast
        pieces = {at for seat in self.players if seat != self.turn for at in self.places(seat)}
        works = {point for _, point, holder in self.standing_works() if holder != self.turn}
        return reduce(or_, (ball(point, blast) for point in pieces | works), 0)

    def harms(self, piece: int) -> bool:
        """Whether this missile can be launched, and come down where that is so (Z13)."""
        flight = self.box.lines[Kind.MISSILE].move
        return self.may_launch(piece) and bool(self.harmed & ball(self.at[piece], flight))

    def places(self, seat: Seat) -> set[int]:
        """The points where that player's pieces are."""
        return {self.at[piece] for piece in self.forces[seat]}

    def tree(self, piece: int) -> tuple[int, ...]:
        """A piece and all it carries, bottom to top."""
        return self.trees.get(piece) or (piece,)

    def root(self, piece: int) -> int:
        """The lowest piece of the stack."""
        while (craft := self.aboard[piece]) != ASHORE:
            piece = craft
        return piece

    def stays(self, piece: int) -> int:
        """The cargo that is left when this piece goes; only who stands on the point leaves any."""
        if (self.leave == NOBODY and not self.ashore) or self.aboard[piece] != ASHORE:
            return NOBODY
        kept = self.ashore | {self.leave}
        return next((one for one in self.tree(piece)[1:] if one in kept), NOBODY)

    def company(self, piece: int) -> tuple[int, ...]:
        """What goes when this piece goes: all it carries but what is left (Z6)."""
        return self.companies.get(piece) or (piece,)

    @kept("aboard", "leave", "ashore")
    def companies(self) -> dict[int, tuple[int, ...]]:
        """The same of every craft that carries something."""
        return {craft: tuple(self._going(craft)) for craft in self.bays}

    def _going(self, craft: int) -> Iterator[int]:
        left = self.stays(craft)
        behind = () if left == NOBODY else self.tree(left)
        return (one for one in self.tree(craft) if one not in behind)

    def underway(self) -> tuple[tuple[int, int], ...]:
        """Whoever may still go on, each put off by the one before it, and how far (Z6)."""
        return self.resting if self.moving == NOBODY else (*self.resting, (self.moving, self.left))

    def came_off(self, piece: int) -> Iterator[int]:
        """The craft that carry a piece, or have put it off in this turn (Z6)."""
        left_by, seen = dict(self.off), {piece, NOBODY}
        while True:
            craft = self.aboard[piece]
            piece = craft if craft != ASHORE else left_by.get(piece, NOBODY)
            if piece in seen:
                return
            seen.add(piece)
            yield piece

    def site(self, piece: int) -> Site:
        """Where a piece stands."""
        return SITES[self.at[piece]]

    def on_land(self, point: int) -> bool:
        return bool(self.box.land >> point & 1)

    # ------------------------------------------------------------------------------------- seats

    def alive(self, seat: Seat) -> bool:
        """A player is in the game as long as he commands his own colour."""
        return self.commands[self.box.home[seat]] == seat

    @property
    def players(self) -> list[Seat]:
        """Who is in the game."""
        return [seat for seat in SEATS[: len(self.box.home)] if self.alive(seat)]

    def warriors(self, seat: Seat) -> bool:
        """Whether that player has a Warrior on the board."""
        kinds, owners = self.box.kinds, self.owners
        return any(
            at >= 0 and kinds[piece] is Kind.WARRIOR and owners[piece] == seat
            for piece, at in enumerate(self.at)
        )

    # ------------------------------------------------------------------------------------ moving

    def allowance(self, piece: int) -> int:
        """How far a piece may still go this turn, whoever holds it back (Z2, Z4)."""
        if piece == self.moving:
            return self.left
        if piece in self.moved:
            return dict(self.resting).get(piece, 0)
        return self.box.distances[piece] if len(self.moved) < self.box.moves else 0

    def steps(self, piece: int) -> int:
        """How far a piece of the player on turn may go now (Z5, Z13, Z14)."""
        if piece in self.damaged or self.box.kinds[piece] is Kind.MISSILE:
            return 0
        return 0 if piece == self.moving and self.halted else self.allowance(piece)

    def reach(self, piece: int, steps: int) -> int:
        """The points near enough, of its own ground, where no enemy stands (Z3, Z4)."""
        return self.clear & self.box.grounds[piece] & ball(self.at[piece], steps)

    def takes(self, carrier: int, other: int) -> bool:
        """Whether a craft coming to that stack has bays for all of it (Z6, Z7)."""
        if not self.box.bays[carrier] or self.box.kinds[other] is Kind.STAR:
            return False
        return self.load(other) + self.goods(carrier) <= self.box.bays[carrier]

    def boards(self, fighter: int, other: int) -> bool:
        """Whether a Star Fighter coming to that craft finds room there (Z6, Z7)."""
        if self.box.kinds[fighter] is not Kind.FIGHTER or not self.box.bays[other]:
            return False
        return self.load(other) + self.goods(fighter) <= self.box.bays[other]

    def load(self, piece: int) -> int:
        """How many bays a piece fills with all it carries (Z7)."""
        return self.loads[piece] if piece in self.loads else self.box.tops[piece]

    def goods(self, piece: int) -> int:
        """The same of what goes when this piece goes."""
        left = self.stays(piece)
        return self.load(piece) - (self.load(left) if left != NOBODY else 0)

    def has_bay(self, carrier: int) -> bool:
        """Whether one more Warrior or missile fits on that craft's stack (Z7)."""
        return self.load(carrier) < self.box.bays[carrier]

    def may_leave(self, piece: int) -> bool:
        """Its carrier goes, or has just come, and puts this off where the ground suits it (Z6)."""
        if self.aboard[piece] == ASHORE or piece == self.leave:
            return False
        carrier = self.root(piece)
        suited = self.box.grounds[piece] >> self.at[piece] & 1
        if not suited or carrier in self.damaged or self.lands_one(carrier):
            return False
        return self.allowance(carrier) > 0 or carrier in dict(self.underway())

    def lands_one(self, carrier: int) -> bool:
        """Something stands beside that carrier, put off it (Z6)."""
        return bool(self.ashore) and not self.ashore.isdisjoint(self.tree(carrier))

    # -------------------------------------------------------------------------------- other acts

    def may_fire(self, piece: int) -> bool:
        """A piece with a laser, able, that has not fired (Z10, Z14)."""
        spent = piece in self.fired or piece in self.damaged
        return not spent and self.box.lasers[piece] > 0

    def in_range(self, target: str) -> bool:
        """Whether the laser of the piece that aims reaches so far (Z10)."""
        laser = self.box.lasers[self.shooter]
        return distance(self.at[self.shooter], self.point(target)) <= laser

    def point(self, name: str) -> int:
        """Where a piece or a factory stands."""
        if name in self.box.works:
            return self.box.factories[self.box.works[name]].point
        return self.at[self.box.numbers[name]]

    def standing_works(self) -> list[tuple[str, int, Seat]]:
        """The factories that can be struck: their names, points and holders (Z12)."""
        return [
            (factory.name, factory.point, self.holders[factory.planet])
            for factory, works in zip(self.box.factories, self.works, strict=True)
            if works is not Works.DESTROYED and self.holders[factory.planet] != CHANCE
        ]

    def may_launch(self, piece: int) -> bool:
        """From its start mark, or from a craft that is able (Z13, Z14, Z17)."""
        if self.box.kinds[piece] is not Kind.MISSILE:
            return False
        if piece in self.damaged or piece in self.loaded:
            return False
        if (craft := self.aboard[piece]) != ASHORE:
            return craft not in self.damaged and self.root(piece) not in self.damaged
        return self.at[piece] in self.marks(Kind.MISSILE)

    def receives(self, craft: int, star: int) -> bool:
        """Whether that star sets cargo down on this craft; an able star takes it up itself (Z9)."""
        return craft != star and not self.may_beam(craft) and self.has_bay(craft)

    def may_beam(self, piece: int) -> bool:
        """A Battle Star that is able (Z9, Z14)."""
        return self.box.kinds[piece] is Kind.STAR and piece not in self.damaged

    def waits(self, name: str) -> bool:
        """Whether that piece stands on the ground, where a craft may fetch it."""
        return self.aboard[self.box.numbers[name]] == ASHORE

    def worth_landing(self, name: str, site: Site) -> bool:
        """Whether that piece is a Warrior, and takes something by standing there (Z18, Z19)."""
        if self.box.kinds[self.box.numbers[name]] is not Kind.WARRIOR:
            return False
        point = POINTS[site]
        if point == self.box.zylon:
            return self.card != self.turn
        planet = self.box.headquarters.get(point)
        return planet is not None and self.holders[planet] not in (CHANCE, self.turn)

    def marks(self, kind: Kind) -> list[int]:
        """The start marks of this kind on every planet the player on turn holds (Z13, Z17)."""
        held = (planet for planet, seat in enumerate(self.holders) if seat == self.turn)
        return [point for planet in held for point in self.box.marks[planet][kind]]

    def shops(self, kind: Kind) -> Sequence[int]:
        """The marks where this kind is bought: missiles on their own planet alone (Z17)."""
        if kind is Kind.MISSILE:
            return self.box.marks[self.box.home[self.turn]][kind]
        return self.marks(kind)

    def lost(self) -> list[int]:
        """What the Bank offers the player on turn: of each kind the first of his own (Z17)."""
        if BANK not in self.at:
            return []
        first: dict[Kind, int] = {}
        for piece in self.box.fleets[self.box.home[self.turn]]:
            if self.at[piece] == BANK:
                first.setdefault(self.box.kinds[piece], piece)
        return list(first.values())

    def spare(self, kind: Kind | None = None) -> int:
        """What may be spent now: who has to buy a Warrior spends on nothing else (Z20)."""
        return 0 if self.bereft and kind is not Kind.WARRIOR else self.money[self.turn]

    def affordable(self) -> list[int]:
        """What the player on turn may buy back (Z17)."""
        prices, kinds = self.box.prices, self.box.kinds
        return [piece for piece in self.lost() if prices[piece] <= self.spare(kinds[piece])]

    def ruins(self) -> list[int]:
        """The destroyed factories of the player on turn (Z16)."""
        if Works.DESTROYED not in self.works:
            return []
        factories = enumerate(zip(self.box.factories, self.works, strict=True))
        return [
            number
            for number, (factory, works) in factories
            if works is Works.DESTROYED and self.holders[factory.planet] == self.turn
        ]

    def may_repair(self, piece: int) -> bool:
        """At the start of the turn, what was damaged before it (Z14)."""
        price = self.box.lines[self.box.kinds[piece]].repair
        patient = piece in self.damaged and piece not in self.fresh
        return not self.begun and patient and price <= self.spare()

    def must_buy(self) -> bool:
        """Without a Warrior since the turn began, and able to buy one (Z20)."""
        return (
            self.bereft
            and any(self.box.kinds[piece] is Kind.WARRIOR for piece in self.affordable())
            and any(point not in self.stands for point in self.marks(Kind.WARRIOR))
        )
