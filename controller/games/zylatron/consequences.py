"""What befalls pieces and players: strikes, losses, landings, conquest, and the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from controller.games.rows import put
from controller.games.zylatron.box import BANK
from controller.games.zylatron.cargo import ASHORE
from controller.games.zylatron.moves import Remove, Strike
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.sheet import DAMAGE, HIT, Kind, Works
from controller.games.zylatron.standing import NOBODY, SEATS, Standing
from controller.values import CHANCE, Seat

S = TypeVar("S", bound=Standing)


# ------------------------------------------------------------------------------------- strikes


def drawing(now: S, target: str) -> S:
    """A card is due for this one; a deck that is used up is shuffled first (Z11)."""
    if now.pile:
        return replace(now, target=target, phase=Phase.STRIKE)
    return replace(now, target=target, phase=Phase.STRIKE, pile=now.box.deck, shown="")


def struck(now: S, move: Strike) -> S:
    """The card is turned up, and does what it says (Z11)."""
    pile = tuple(card for card in now.pile if card != move.card)
    seen = replace(now, pile=pile, shown=move.card, target="")
    if not now.target:
        return seen
    card = move.card.partition(".")[0]
    if now.target in now.box.works:
        return resumed(hurt_works(seen, now.box.works[now.target], card))
    return resumed(hurt_piece(seen, now.box.numbers[now.target], card))


def hurt_works(now: S, factory: int, card: str) -> S:
    """A factory is damaged or destroyed (Z11, Z16)."""
    if card not in (HIT, DAMAGE):
        return now
    intact = now.works[factory] is Works.WORKING
    fate = Works.DAMAGED if card == DAMAGE and intact else Works.DESTROYED
    return replace(now, works=put(now.works, factory, fate))


def hurt_piece(now: S, piece: int, card: str) -> S:
    """A piece is lost, or out of action; what is damaged twice is lost (Z11)."""
    if card == HIT or (card == DAMAGE and piece in now.damaged):
        return replace(now, leaving=(*now.leaving, piece))
    if card == DAMAGE:
        return replace(now, damaged=now.damaged | {piece}, fresh=now.fresh | {piece})
    return now


def resumed(now: S) -> S:
    """What is lost is taken off; then the blast goes on; then the player."""
    if now.leaving:
        return replace(now, phase=Phase.REMOVE)
    if now.victims:
        return replace(now, phase=Phase.BLAST)
    if now.missile != NOBODY and now.at[now.missile] >= 0:
        return replace(now, leaving=(now.missile,), missile=NOBODY, phase=Phase.REMOVE)
    return replace(now, missile=NOBODY, phase=Phase.PLAY)


def removed(now: S, move: Remove) -> S:
    """A piece goes to the Bank with all it carries (Z11, Z12)."""
    piece = now.box.numbers[move.piece]
    gone = frozenset(now.tree(piece))
    names = {now.box.names[one] for one in gone}
    after = replace(
        now,
        at=tuple(BANK if one in gone else at for one, at in enumerate(now.at)),
        aboard=tuple(ASHORE if one in gone else craft for one, craft in enumerate(now.aboard)),
        damaged=now.damaged - gone,
        fresh=now.fresh - gone,
        moving=NOBODY if now.moving in gone else now.moving,
        leave=NOBODY if now.leave in gone else now.leave,
        victims=tuple(name for name in now.victims if name not in names),
        leaving=tuple(one for one in now.leaving if one not in gone),
    )
    return resumed(mourned(after, now))


def mourned(now: S, before: Standing) -> S:
    """Who took a player's last Warrior is remembered (Z20)."""
    slayers = tuple(
        now.turn if before.warriors(seat) and not now.warriors(seat) else slayer
        for seat, slayer in zip(SEATS, now.slayers, strict=False)
    )
    return replace(now, slayers=slayers)


# ------------------------------------------------------------------------------------ conquest


def landed(now: S, pieces: Iterable[int]) -> S:
    """An able Warrior that comes to stand on headquarters takes them (Z18, Z19, Z21)."""
    for piece in pieces:
        alone = now.box.kinds[piece] is Kind.WARRIOR and now.aboard[piece] == ASHORE
        if alone and piece not in now.damaged:
            now = occupied(now, now.at[piece])
    return now


def occupied(now: S, point: int) -> S:
    """What a Warrior of the player on turn takes by landing there."""
    if point == now.box.zylon:
        return replace(now, card=now.turn)
    planet = now.box.headquarters.get(point)
    if planet is None or now.holders[planet] in (CHANCE, now.turn):
        return now
    founder = Seat(now.box.home.index(planet))
    if now.alive(founder):
        return conquered(now, founder)
    return replace(now, holders=put(now.holders, planet, now.turn))


def conquered(now: S, seat: Seat) -> S:
    """That player is out: pieces, planets, money and the Zylon Card pass over (Z18)."""
    money = put(now.money, now.turn, now.money[now.turn] + now.money[seat])
    rich = replace(now, money=put(money, seat, 0), card=now.turn if now.card == seat else now.card)
    return settled(inherited(rich, seat, now.turn))


def inherited(now: S, seat: Seat, heir: Seat) -> S:
    """Everything that player commands and holds has a new master."""
    return replace(
        now,
        commands=tuple(heir if one == seat else one for one in now.commands),
        holders=tuple(heir if one == seat else one for one in now.holders),
    )


def settled(now: S) -> S:
    """The last player in the game has won (Z22)."""
    return replace(now, phase=Phase.OVER) if len(now.players) == 1 else now


def expelled(now: S, seat: Seat) -> S:
    """A player without Warriors is out; who took the last one inherits, if it was another (Z20)."""
    slayer = now.slayers[seat]
    heir = now.commands[now.box.home[slayer]] if slayer != CHANCE else CHANCE
    heir = CHANCE if heir == seat else heir
    roots = [piece for piece in now.stands.values() if now.owners[piece] == seat]
    poor = replace(
        now,
        money=put(now.money, seat, 0),
        card=CHANCE if now.card == seat else now.card,
        leaving=(*now.leaving, *roots) if heir == CHANCE else now.leaving,
    )
    return settled(inherited(poor, seat, heir))
