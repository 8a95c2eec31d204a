"""The Space Walk game position: legal moves, attempts, successors, layout and prompts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from controller.drawing import Picture
from controller.game import Move, Option, Setting, Shuffle, player
from controller.games.cards import hands_seen_by, left_of, turned_up
from controller.games.scoring import leaders, rules_applied
from controller.games.space_walk import attempts, refusals
from controller.games.space_walk.board import HOLES, ROWS, SEATS
from controller.games.space_walk.box import Box, Terms
from controller.games.space_walk.cards import deck
from controller.games.space_walk.files import load_box
from controller.games.space_walk.moves import (
    CARD,
    CHOICE,
    GAP,
    LAND,
    OVER,
    PLACE,
    STEP,
    TURN,
    Advance,
    Land,
    Play,
    Spend,
)
from controller.games.space_walk.scene import scene
from controller.games.space_walk.ships import NOWHERE, RANKS
from controller.games.space_walk.standing import Standing
from controller.games.space_walk.turn_order import FOLLOWS, dealt
from controller.scene import Scene
from controller.values import CHANCE, Outcome, Refusal, Saying, Seat, Site, either

OPTIONS = {
    "second_player_opens": Option("W2", "space_walk.option.second-player-opens"),
    "token_reset_own_turn": Option("W7", "space_walk.option.token-reset-own-turn"),
    "action_cards": Option("W12", "space_walk.option.action-cards"),
}
ALONE = tuple(frozenset({seat}) for seat in SEATS)


class SpaceWalk(Standing, frozen=True, dict=True):
    """A position of Space Walk that implements the game contract."""

    @property
    def actors(self) -> frozenset[Seat]:
        if self.phase is OVER:
            return frozenset()
        if self.phase is GAP:
            return ALONE[self.coming].union(spend.seat for spend in self.spends())
        return ALONE[self.mover]

    @property
    def due(self) -> frozenset[Seat]:
        """The seats the game waits for: in a gap only the next player; tokens are optional (W7)."""
        return ALONE[self.coming] if self.phase is GAP else self.actors

    @property
    def outcome(self) -> Outcome | None:
        """The winners by most points, ties shared, or None before the end (W11)."""
        if self.phase is not OVER:
            return None
        scores = self.scores()
        return Outcome(leaders(scores), scores)

    def moves(self) -> Sequence[Move]:
        phase, mover = self.phase, self.mover
        if phase is LAND:
            field = self.landing()
            return [Land(mover, ship, field) for ship in self.foremost()]
        if phase is GAP:
            return self._groups(self.coming) + self.spends()
        if phase is PLACE:
            return self._placings()
        if phase is TURN:
            return self._groups(mover)
        if phase is STEP:
            return self._steps()
        if phase is CHOICE:
            return self._groups(mover) + self._steps()
        return [Play(mover, card) for card in self.hand(mover)] if phase is CARD else []

    def attempts(self, near: frozenset[Site]) -> Iterator[Move]:
        """Return the moves possible at these sites, of ships that look alike only one (W4)."""
        tried = attempts.attempts(self, near)
        return (move for move in tried if self.refusal(move) is not refusals.LOWEST_FIRST)

    def refusal(self, move: Move) -> Refusal | None:
        return refusals.refusal(self, move)

    def after(self, move: Move) -> SpaceWalk:
        after: SpaceWalk = FOLLOWS[type(move)](self, move)
        return after

    def scene(self) -> Scene:
        return scene(self)

    def public(self) -> SpaceWalk:
        return self.seen_by(CHANCE)

    def seen_by(self, seat: Seat) -> SpaceWalk:
        """Return the position with the action cards of other hands face down."""
        if self.cards is None:
            return self
        hands = hands_seen_by(seat, self.cards.hands)
        return replace(self, cards=replace(self.cards, hands=hands))

    def determinize(self, shuffled: Shuffle) -> SpaceWalk:
        """Return the position with all hands known: they follow from the open piles (W12)."""
        if self.cards is None:
            return self
        colours = (fleet.name for fleet in self.terms.box.fleets)
        held = zip(colours, self.cards.hands, self.cards.piles, strict=False)
        hands = tuple(
            turned_up(hand, iter(left_of(deck(name), (*pile, *hand)))) for name, hand, pile in held
        )
        return replace(self, cards=replace(self.cards, hands=hands))

    def scores(self) -> tuple[int, ...]:
        return tuple(map(self.score, SEATS[: self.terms.seats]))

    def credits(self, before: SpaceWalk, seat: Seat) -> tuple[str, ...]:
        """Return the rules by which the score changed: ships in orbit or lost, tokens spent."""
        own = self.fleets[seat], before.fleets[seat]
        lost = any(now is None and was is not None for now, was in zip(*own, strict=True))
        spent = self.tokens[seat] < before.tokens[seat]
        counted = self.score(seat) > before.score(seat) or self.fleets[seat] == NOWHERE
        after_own_turn = self.phase is CHOICE
        return rules_applied(
            {
                "W6": lost,
                "W8": spent and after_own_turn,
                "W9": spent and not after_own_turn,
                "W11": counted,
            }
        )

    def tallies(self, seat: Seat) -> tuple[Saying, ...]:
        """Return the tokens that a seat has left (W7), or the size of its pile of cards (W12)."""
        if seat == CHANCE:
            return ()
        if self.cards:
            return (Saying("space_walk.pile", {"count": len(self.cards.piles[seat])}),)
        return (Saying("space_walk.tokens", {"count": self.tokens[seat]}),)

    def picture(self) -> Picture:
        orbit = self.terms.orbit
        rows = (tuple(field for field in row if field in orbit) for row in ROWS)
        return tuple(tuple((f, "()" if f in HOLES else ".") for f in row) for row in rows if row)

    def news(self, before: SpaceWalk, move: Move) -> Saying | None:
        """Return a report of a token spent or used, which may happen in another's turn (W7)."""
        told = {"player": player(move.seat)}
        match move:
            case Spend(seat=seat):
                return Saying("space_walk.spent", {**told, "count": self.tokens[seat]})
            case Advance(ship=ship, target=target) if self.cards is None:
                return Saying("space_walk.stepped", {**told, "ship": ship, "field": target})
        return None

    def asks(self) -> Saying:
        seat = self.doer
        who: dict[str, str | Saying] = {
            "player": player(seat),
            "colour": self.terms.box.fleets[seat].name,
        }
        if self.phase is LAND:
            ships = either(*self.foremost())
            return Saying("space_walk.land", {**who, "ship": ships, "field": self.landing()})
        if self.phase is GAP and not self.spends():
            return Saying("space_walk.turn", who)
        return Saying(f"space_walk.{self.phase.value}", who)

    def _groups(self, seat: Seat) -> list[Move]:
        """Return the moves that empty a field with a ship of that seat (W3)."""
        empties = self.terms.chart.empties[seat]
        return [empties[field] for field in dict.fromkeys(self.fleets[seat]) if field]

    def _placings(self) -> list[Move]:
        """Return moves placing one ship of each size on every planet without that size (W2)."""
        found: list[Move] = []
        for ships in RANKS:
            if ship := self.reserve(ships):
                free = dict(self.terms.chart.places[ship])
                for planet in self.taken(ships):
                    if planet:
                        free.pop(planet, None)
                found += free.values()
        return found

    def _steps(self) -> list[Move]:
        """Return moves advancing each of the player's ships one field (W8, W9)."""
        seat, ahead = self.mover, self.terms.chart.ahead
        return [Advance(seat, ship, field, ahead[field]) for ship, field in self.steps()]


def start(setting: Setting) -> SpaceWalk:
    """Return the first position: an empty orbit, and each player's ships and tokens or cards."""
    terms = agreed(load_box(setting.box), setting.seats, setting.agreed)
    return SpaceWalk(
        terms=terms,
        fleets=(NOWHERE,) * terms.seats,
        tokens=(terms.tokens,) * terms.seats,
        coming=terms.opener,
        mover=SEATS[0],
        cards=dealt(terms) if terms.action_cards else None,
    )


@cache
def agreed(box: Box, seats: int, options: frozenset[str]) -> Terms:
    """Return the terms of a game with these options (cached, so that games share them)."""
    return Terms(box, seats, **dict.fromkeys(options, True))
