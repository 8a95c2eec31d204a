"""The rule that forbids each illegal move of Space Walk."""

from __future__ import annotations

from controller.game import Move, out_of_turn
from controller.games.space_walk.board import HOLES
from controller.games.space_walk.moves import Advance, Empty, Land, Phase, Place, Play, Spend
from controller.games.space_walk.ships import RANKS
from controller.games.space_walk.standing import Standing
from controller.values import Refusal, Site

NOT_AT_THE_TABLE = Refusal("W1", "space_walk.not-at-the-table")
PLACE_FIRST = Refusal("W2", "space_walk.place-first")
ALL_PLACED = Refusal("W2", "space_walk.all-placed")
STANDS_ALREADY = Refusal("W2", "space_walk.stands-already")
NOT_A_HOLE = Refusal("W2", "space_walk.not-a-hole")
OFF_ORBIT = Refusal("W2", "space_walk.off-orbit")
EMPTY_FIRST = Refusal("W3", "space_walk.empty-first")
ALL_OF_THEM = Refusal("W3", "space_walk.all-of-them")
BIG_FIRST = Refusal("W4", "space_walk.big-first")
LAND_FIRST = Refusal("W4", "space_walk.land-first")
LOWEST_FIRST = Refusal("W4", "space_walk.lowest-first")
LOST = Refusal("W6", "space_walk.lost")
NONE_LEFT = Refusal("W7", "space_walk.none-left")
ONE_A_ROUND = Refusal("W7", "space_walk.one-a-round")
TURN_OR_STEP = Refusal("W8", "space_walk.turn-or-step")
FORGOTTEN_TOKEN = Refusal("W8", "space_walk.forgotten-token")
TOKEN_FOR_STEP = Refusal("W9", "space_walk.token-for-step")
STEP_ONLY = Refusal("W9", "space_walk.step-only")
IN_A_GAP = Refusal("W9", "space_walk.in-a-gap")
STEP_FIRST = Refusal("W9", "space_walk.step-first")
GAME_OVER = Refusal("W10", "space_walk.game-over")
CARD_FIRST = Refusal("W12", "space_walk.card-first")
CARD_SAYS_GROUP = Refusal("W12", "space_walk.card-says-group")
CARD_SAYS_STEP = Refusal("W12", "space_walk.card-says-step")
ONE_CARD = Refusal("W12", "space_walk.one-card")
NO_TOKENS = Refusal("W12", "space_walk.no-tokens")
NO_CARDS = Refusal("W12", "space_walk.no-cards")
ON_THE_PILE = Refusal("W13", "space_walk.on-the-pile")


def same_size(field: Site) -> Refusal:
    """Return the refusal for placing a ship where one of its size stands (W2)."""
    return Refusal("W2", "space_walk.same-size", frozenset({field}))


def no_own_ship(field: Site) -> Refusal:
    """Return the refusal for emptying a field without a ship of the player (W3)."""
    return Refusal("W3", "space_walk.no-own-ship", frozenset({field}))


def goes_to(field: Site) -> Refusal:
    """Return the refusal for landing a ship anywhere but on this next field (W5)."""
    return Refusal("W5", "space_walk.goes-to", frozenset({field}))


def refusal(now: Standing, move: Move) -> Refusal | None:
    """Return the rule that forbids the move, or None if it is legal."""
    if now.phase is Phase.OVER:
        return GAME_OVER
    if move.seat >= now.terms.seats:
        return NOT_AT_THE_TABLE
    match move:
        case Place(ship=ship) | Advance(ship=ship) if ship not in now.terms.chart.ships:
            return NOT_AT_THE_TABLE
        case Place():
            return against_placing(now, move)
        case Empty():
            return against_emptying(now, move)
        case Land():
            return against_landing(now, move)
        case Spend():
            return against_token(now, move)
        case Advance():
            return against_step(now, move)
        case Play():
            return against_card(now, move)
    raise AssertionError(move)


def due_first(now: Standing) -> Refusal | None:
    """Return the refusal that names what must be done before anything else, or None."""
    match now.phase:
        case Phase.PLACE:
            return PLACE_FIRST
        case Phase.LAND:
            return LAND_FIRST
        case Phase.CARD:
            return CARD_FIRST
        case _:
            return None


def against_placing(now: Standing, move: Place) -> Refusal | None:
    """Return why the ship may not be placed there, or None (W1, W2, W6)."""
    if now.phase is not Phase.PLACE:
        return ALL_PLACED if now.at(move.ship) else LOST
    ship = now.terms.chart.ships[move.ship]
    if not now.mover == move.seat == ship.seat:
        return out_of_turn("W1", ship.seat if move.seat == now.mover else move.seat)
    if now.at(move.ship):
        return STANDS_ALREADY
    if move.field in HOLES:
        return NOT_A_HOLE
    if move.field not in now.terms.orbit:
        return OFF_ORBIT
    if move.field in now.taken(RANKS[ship.rank]):
        return same_size(move.field)
    return None if move.ship == now.reserve(RANKS[ship.rank]) else LOWEST_FIRST


def against_emptying(now: Standing, move: Empty) -> Refusal | None:
    """Return why the field may not be emptied by this seat, or None (W1, W3)."""
    if first := due_first(now):
        return first
    if now.phase is Phase.STEP:
        return CARD_SAYS_STEP if now.cards else STEP_ONLY
    if move.seat != now.doer:
        late = forgotten(now, move)
        return without_token(now, move) if late else out_of_turn("W1", move.seat)
    return None if move.field in now.fleets[move.seat] else no_own_ship(move.field)


def against_landing(now: Standing, move: Land) -> Refusal | None:
    """Return why the ship may not land there, or None: wrong ship or field (W4, W5)."""
    if now.phase is not Phase.LAND:
        return due_first(now) or EMPTY_FIRST
    if move.seat != now.mover:
        return out_of_turn("W1", move.seat)
    if move.ship not in now.group:
        return LAND_FIRST
    ships = now.terms.chart.ships
    if ships[move.ship].rank != ships[now.group[0]].rank:
        return BIG_FIRST
    if move.field != now.landing():
        return goes_to(now.landing())
    return None if move.ship in now.foremost() else LOWEST_FIRST


def against_token(now: Standing, move: Spend) -> Refusal | None:
    """Return why no token may be spent now, or None: not in a gap, none left, or used (W7)."""
    if now.cards:
        return NO_TOKENS
    if now.phase is not Phase.GAP:
        return STEP_FIRST if now.phase in (Phase.STEP, Phase.CHOICE) else IN_A_GAP
    if not now.tokens[move.seat]:
        return NONE_LEFT
    return ONE_A_ROUND if move.seat in now.spent else None


def against_step(now: Standing, move: Advance) -> Refusal | None:
    """Return why the ship may not advance so, or None (W8, W9)."""
    if first := due_first(now):
        return first
    if now.phase is Phase.TURN:
        return CARD_SAYS_GROUP if now.cards else ALL_OF_THEM
    if now.phase is Phase.GAP:
        return against_step_in_gap(now, move)
    if move.seat != now.mover or now.terms.chart.ships[move.ship].seat != move.seat:
        return one_own(now)
    if now.at(move.ship) != move.source or move.target != now.terms.chart.ahead.get(move.source):
        return one_own(now)
    return None if (move.ship, move.source) in now.steps() else LOWEST_FIRST


def against_step_in_gap(now: Standing, move: Advance) -> Refusal:
    """Return why a ship may not advance in a gap: no token was spent, or all ships must move."""
    if now.terms.chart.ships[move.ship].seat != move.seat:
        return no_own_ship(move.source)
    steps = move.target == now.terms.chart.ahead.get(move.source)
    if move.seat == now.coming and not steps:
        return ALL_OF_THEM
    return without_token(now, move)


def without_token(now: Standing, move: Move) -> Refusal:
    """Return why a move that needs a token is illegal: none may be spent, or none was."""
    not_spent = FORGOTTEN_TOKEN if forgotten(now, move) else TOKEN_FOR_STEP
    return against_token(now, Spend(move.seat)) or not_spent


def forgotten(now: Standing, move: Move) -> bool:
    """True if the player who has just had their turn acts again without a token (W8)."""
    return now.phase is Phase.GAP and move.seat == now.before


def one_own(now: Standing) -> Refusal:
    """Return the rule by which exactly one of the player's ships moves exactly one field."""
    if now.cards:
        return CARD_SAYS_STEP
    return TURN_OR_STEP if now.phase is Phase.CHOICE else STEP_ONLY


def against_card(now: Standing, move: Play) -> Refusal | None:
    """Return why this action card may not be played now, or None (W12, W13)."""
    if now.cards is None:
        return NO_CARDS
    if now.phase is Phase.PLACE:
        return PLACE_FIRST
    if move.seat != now.mover:
        return out_of_turn("W1", move.seat)
    if now.phase is not Phase.CARD:
        return ONE_CARD
    return None if move.card in now.hand(move.seat) else ON_THE_PILE
