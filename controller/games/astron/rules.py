"""The Astron game position: legal moves, attempts, successors, layout and prompts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from controller.drawing import Picture
from controller.game import Move, Option, Setting, Shuffle
from controller.games.astron import consequences, credits, evaluation, refusals, turn_order
from controller.games.astron.board import CARD, CELLS, DECK, LINES, PLACES, ROLLER, SATURN
from controller.games.astron.cards import FARTHEST_TURN
from controller.games.astron.choices import choices
from controller.games.astron.files import load_box
from controller.games.astron.moves import (
    Deal,
    Discard,
    Fly,
    Lay,
    Phase,
    TakeOff,
    Turn,
    Withdraw,
    Yield,
)
from controller.games.astron.scene import scene
from controller.games.astron.standing import SEATS, Standing
from controller.games.cards import (
    UNSEEN,
    face_down,
    hands_seen_by,
    left_of,
    turned_up,
)
from controller.scene import Scene
from controller.values import (
    CHANCE,
    Content,
    Layout,
    Outcome,
    Piece,
    Refusal,
    Saying,
    Seat,
    Site,
    either,
)

OPTIONS = {
    "takeoff_by_hand": Option("A1", "astron.option.takeoff-by-hand"),
    "no_forced_suicide": Option("A8", "astron.option.no-forced-suicide"),
    "grounded_upheaval": Option("A9", "astron.option.grounded-upheaval"),
    "heat_symmetric": Option("A11", "astron.option.heat-symmetric"),
}
ALONE = {seat: frozenset({seat}) for seat in (CHANCE, *SEATS)}


class Deals(dict[str, Deal]):
    """The deal of each card to one seat, cached because playouts deal very often."""

    def __init__(self, to: Seat) -> None:
        super().__init__()
        self.to = to

    def __missing__(self, card: str) -> Deal:
        deal = self[card] = Deal(CHANCE, self.to, card)
        return deal


DEALS = tuple(map(Deals, SEATS))


class Astron(Standing, frozen=True):
    """A position of Astron that implements the game contract."""

    @property
    def actors(self) -> frozenset[Seat]:
        match self.phase:
            case Phase.OVER:
                return frozenset()
            case Phase.DEAL:
                return ALONE[CHANCE]
            case Phase.LEAVE:
                return frozenset(self.leaving)
            case Phase.HEAT:
                return ALONE[self.heat[0]]
            case _:
                return ALONE[self.turn]

    @property
    def outcome(self) -> Outcome | None:
        """The winners by highest total (a team adds up its ships), or None before the end (A22)."""
        if self.phase is not Phase.OVER:
            return None
        sides = self.teams or tuple((seat,) for seat in SEATS[: len(self.ships)])
        totals = [sum(self.points[seat] for seat in side) for side in sides]
        best = [side for side, total in zip(sides, totals, strict=True) if total == max(totals)]
        return Outcome(frozenset(seat for side in best for seat in side), self.points)

    def moves(self) -> Sequence[Move]:
        match self.phase:
            case Phase.DEAL:
                return list(map(DEALS[self.turn].__getitem__, self.pile))
            case Phase.CARD:
                return self._card_moves()
            case Phase.FLY:
                cell = self.place(self.turn)
                return [
                    Fly(self.turn, cell, flight.target)
                    for flight in self.ends(self.laid, self.crowd())
                ]
            case Phase.BASE:
                return [Turn(self.turn, self.rows)]
            case Phase.HEAT:
                cell = self.place(self.heat[0])
                return [Yield(self.heat[0], cell, target) for target in self.retreats()]
            case Phase.LEAVE:
                return [Withdraw(seat, self.place(seat)) for seat in self.leaving]
            case Phase.TAKEOFF:
                crowd = self.crowd()
                free = (ship.takeoff for ship in self.box.ships if ship.takeoff not in crowd)
                return [TakeOff(self.turn, cell) for cell in free]
            case _:
                return []

    def attempts(self, near: frozenset[Site]) -> Iterator[Move]:
        if self.phase is Phase.LEAVE:
            yield from (move for move in self.moves() if near & {self.ships[move.seat]})
        if self.phase is Phase.TAKEOFF:
            free = sorted((near & PLACES.keys()) - self.crowd())
            yield from (TakeOff(self.turn, cell) for cell in free)
        yield from self._flights(near)
        if CARD in near:
            yield from (made(self.turn, card) for card in self.box.deck for made in (Lay, Discard))
        if DECK in near:
            yield from (DEALS[self.turn][card] for card in self.box.deck)
        if ROLLER in near:
            rows = range(-FARTHEST_TURN, FARTHEST_TURN + 1)
            yield from (Turn(self.turn, count) for count in rows if count)

    def refusal(self, move: Move) -> Refusal | None:
        return refusals.refusal(self, move)

    def after(self, move: Move) -> Astron:
        match move:
            case Deal():
                return turn_order.dealt(self, move)
            case Lay():
                return turn_order.laid(self, move)
            case Fly():
                return turn_order.onward(consequences.flown(self, move))
            case Turn():
                return turn_order.onward(consequences.turned(self, move))
            case Yield():
                return turn_order.onward(consequences.yielded(self, move))
            case Discard():
                return turn_order.onward(turn_order.discarded(self, move))
            case Withdraw():
                return turn_order.onward(consequences.withdrawn(self, move))
            case TakeOff():
                return turn_order.took_off(self, move)
        raise AssertionError(move)

    def layout(self) -> Layout:
        board: dict[Site, Content] = {ROLLER: self.offset}
        stacks = self.box.stacks
        for seat, (cell, ship) in enumerate(zip(self.ships, self.fleet, strict=False)):
            if cell is not None:
                board[cell] = stacks[ship][seat]
        if self.laid:
            board[CARD] = (Piece(self.laid),)
        if self.dealt:
            board[DECK] = (Piece(self.dealt),)
        return board

    def scene(self) -> Scene:
        return scene(self)

    def public(self) -> Astron:
        return self.seen_by(CHANCE)

    def seen_by(self, seat: Seat) -> Astron:
        own = self.hand(seat) if seat >= 0 else ()
        return replace(
            self,
            hands=hands_seen_by(seat, self.hands),
            pile=face_down(self.pile),
            dealt=self.dealt if self.dealt in own else self.dealt and UNSEEN,
        )

    def determinize(self, shuffled: Shuffle) -> Astron:
        """Return the position with face-down cards filled by chance from the unseen cards (A5)."""
        seen = [card for hand in self.hands for card in hand]
        faces = iter(shuffled(left_of(self.box.deck, (*seen, *self.pile, *self.discard))))
        hands = tuple(turned_up(hand, faces) for hand in self.hands)
        return replace(self, hands=hands, pile=turned_up(self.pile, faces))

    def scores(self) -> tuple[int, ...]:
        return self.points

    def evaluate(self, seat: Seat) -> float:
        return evaluation.evaluate(self, seat)

    def credits(self, before: Astron, seat: Seat) -> tuple[str, ...]:
        return credits.rules_behind(before, self, seat)

    def tallies(self, seat: Seat) -> tuple[Saying, ...]:
        """Return for CHANCE the sizes of pile and discards (A5), for a seat if its ship is out."""
        if seat != CHANCE:
            out = self.ships[seat] is None and self.phase is not Phase.TAKEOFF
            return (Saying("astron.gone"),) if out else ()
        piles = {"astron.pile": self.pile, "astron.discards": self.discard}
        return tuple(Saying(key, {"count": len(cards)}) for key, cards in piles.items())

    def hand(self, seat: Seat) -> tuple[str, ...]:
        return self.hands[seat]

    def picture(self) -> Picture:
        letters = self.box.strip[self.offset].letters
        return tuple(tuple((cell, letters[cell]) for cell in line) for line in LINES)

    def asks(self) -> Saying:
        ship = self.fleet[self.turn] + 1
        match self.phase:
            case Phase.TAKEOFF:
                return Saying("astron.take-off", {"ship": ship})
            case Phase.DEAL:
                return Saying("astron.deal", {"ship": ship})
            case Phase.CARD:
                return Saying(self._asks_card(), {"ship": ship})
            case Phase.FLY:
                return Saying("astron.fly", {"ship": ship, "card": self.laid})
            case Phase.LEAVE:
                return self._asks_leave(self.leaving[0])
            case Phase.HEAT:
                return self._asks_yield(self.heat[0])
            case Phase.BASE:
                return Saying("astron.turn", {"rows": f"{self.rows:+}"})
            case Phase.OVER:
                return Saying("astron.over")

    def _asks_card(self) -> str:
        if self.turn not in self.grounded:
            return "astron.lay"
        return "astron.lay-upheaval" if self.grounded_upheaval else "astron.lay-grounded"

    def _asks_leave(self, seat: Seat) -> Saying:
        """Return the request to take off this ship, with the reason (A18, A19)."""
        key = "astron.leave" if self.letter(seat) == SATURN else "astron.lost"
        return Saying(key, {"ship": self.fleet[seat] + 1, "cell": self.place(seat)})

    def _asks_yield(self, seat: Seat) -> Saying:
        """Return the request to move the pushed ship, with the possible cells."""
        ship, source, targets = self.fleet[seat] + 1, self.place(seat), either(*self.retreats())
        return Saying("astron.yield", {"ship": ship, "source": source, "targets": targets})

    def _card_moves(self) -> list[Move]:
        """Return the legal card moves: all playable cards, and all that may be discarded."""
        plays = self.plays()
        moves: list[Move] = [Lay(self.turn, card) for card in plays]
        if self.may_discard(plays):
            moves += [Discard(self.turn, card) for card in self.hands[self.turn]]
        return moves

    def _flights(self, near: frozenset[Site]) -> Iterator[Move]:
        """Yield the moves of ships near the hand to empty near cells, or to any cell if none is."""
        crowd = self.crowd()
        targets: Iterable[Site] = sorted((near & PLACES.keys()) - crowd) or CELLS
        for seat, cell in zip(SEATS, self.ships, strict=False):
            if cell in near and cell is not None:
                made = Yield if self.heat[:1] == (seat,) else Fly
                yield from (made(seat, cell, to) for to in targets if to not in crowd)


def start(setting: Setting) -> Astron:
    """Return the first position: ships on their cells, strip at its start, full pile (A1, A2)."""
    box = load_box(setting.box)
    ships, cells = map(setting.picked, choices(setting))
    begun = Astron(
        box=box,
        teams=setting.teams,
        ships=tuple(map(Site, cells)),
        points=(0,) * setting.seats,
        hands=((),) * setting.seats,
        pile=box.deck,
        offset=box.lowest,
        no_forced_suicide="no_forced_suicide" in setting.agreed,
        heat_symmetric="heat_symmetric" in setting.agreed,
        grounded_upheaval="grounded_upheaval" in setting.agreed,
        fleet=tuple(int(ship) - 1 for ship in ships),
    )
    said = setting.picks.get("cell", ()) if "takeoff_by_hand" in setting.agreed else cells
    return turn_order.to_take_off(begun, said)
