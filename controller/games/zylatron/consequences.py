"""The effects of Zylatron's moves: strikes, losses, landings, conquest and the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from controller.games.kept import changed
from controller.games.rows import put
from controller.games.zylatron import cargo
from controller.games.zylatron.box import BANK
from controller.games.zylatron.cargo import ASHORE
from controller.games.zylatron.moves import Remove, Strike
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.sheet import DAMAGE, HIT, Kind, Works
from controller.games.zylatron.standing import NOBODY, SEATS, Standing
from controller.values import CHANCE, Seat

S = TypeVar("S", bound=Standing)


# ------------------------------------------------------------------------------------- strikes


def draw_card(now: S, target: str) -> S:
    """Return the position in which a card is due for `target`, refilling an empty pile (Z11)."""
    if now.pile:
        return changed(now, target=target, phase=Phase.STRIKE)
    return changed(now, target=target, phase=Phase.STRIKE, pile=now.box.deck, shown="")


def struck(now: S, move: Strike) -> S:
    """Return the position after a Strike Card is turned up and applied (Z11)."""
    pile = tuple(card for card in now.pile if card != move.card)
    seen = changed(now, pile=pile, shown=move.card, target="")
    if not now.target:
        return seen
    card = move.card.partition(".")[0]
    if now.target in now.box.works:
        return resumed(hurt_works(seen, now.box.works[now.target], card))
    return resumed(hurt_piece(seen, now.box.numbers[now.target], card))


def hurt_works(now: S, factory: int, card: str) -> S:
    """Return the position after a card hit a factory: damaged or destroyed (Z11, Z16)."""
    if card not in (HIT, DAMAGE):
        return now
    intact = now.works[factory] is Works.WORKING
    fate = Works.DAMAGED if card == DAMAGE and intact else Works.DESTROYED
    return changed(now, works=put(now.works, factory, fate))


def hurt_piece(now: S, piece: int, card: str) -> S:
    """Return the position after a card hit a piece: lost, damaged, or lost by a second (Z11)."""
    if card == HIT or (card == DAMAGE and piece in now.damaged):
        return changed(now, leaving=(*now.leaving, piece))
    if card == DAMAGE:
        return changed(now, damaged=now.damaged | {piece}, fresh=now.fresh | {piece})
    return now


def resumed(now: S) -> S:
    """Return the position with its next phase: removals, then the blast, then play."""
    if now.leaving:
        return changed(now, phase=Phase.REMOVE)
    if now.victims:
        return changed(now, phase=Phase.BLAST)
    if now.missile != NOBODY and now.at[now.missile] >= 0:
        return changed(now, leaving=(now.missile,), missile=NOBODY, phase=Phase.REMOVE)
    return changed(now, missile=NOBODY, phase=Phase.PLAY)


def removed(now: S, move: Remove) -> S:
    """Return the position after a piece went to the Bank with all it carried (Z11, Z12)."""
    piece = now.box.numbers[move.piece]
    gone = frozenset(now.tree(piece)).difference(*map(now.tree, put_off_pieces(now, piece)))
    names = {now.box.names[one] for one in gone}
    aboard = cargo.bereaved(now.aboard, gone)
    after = changed(
        now,
        at=tuple(BANK if one in gone else at for one, at in enumerate(now.at)),
        aboard=tuple(aboard),
        damaged=now.damaged - gone,
        fresh=now.fresh - gone,
        moving=NOBODY if now.moving in gone else now.moving,
        resting=tuple(pair for pair in now.resting if pair[0] not in gone),
        leave=NOBODY if now.leave in gone else now.leave,
        ashore=frozenset(one for one in now.ashore if aboard[one] != ASHORE),
        victims=tuple(name for name in now.victims if name not in names),
        leaving=tuple(one for one in now.leaving if one not in gone),
    )
    return resumed(mourned(after, now))


def put_off_pieces(now: Standing, piece: int) -> list[int]:
    """Return the pieces that stand beside that piece because they were put off it (Z6)."""
    return [one for one in now.tree(piece)[1:] if one in now.ashore]


def mourned(now: S, before: Standing) -> S:
    """Return the position with the seat recorded that took a player's last Warrior (Z20)."""
    slayers = tuple(
        now.turn if before.warriors(seat) and not now.warriors(seat) else slayer
        for seat, slayer in zip(SEATS, now.slayers, strict=False)
    )
    return changed(now, slayers=slayers)


# ------------------------------------------------------------------------------------ conquest


def landed(now: S, pieces: Iterable[int]) -> S:
    """Return the position after these pieces landed: Warriors take headquarters (Z18, Z19, Z21)."""
    for piece in pieces:
        down = now.aboard[piece] == ASHORE or piece in now.ashore
        if not down or now.box.kinds[piece] is not Kind.WARRIOR:
            continue
        if now.at[piece] == now.box.zylon:
            now = changed(now, card=now.turn)
        elif piece not in now.damaged:
            now = occupied(now, now.at[piece])
    return now


def occupied(now: S, point: int) -> S:
    """Return the position after an undamaged Warrior of the current player landed (Z18, Z21)."""
    planet = now.box.headquarters.get(point)
    if planet is None or now.holders[planet] in (CHANCE, now.turn):
        return now
    founder = Seat(now.box.home.index(planet))
    if now.alive(founder):
        return conquered(now, founder)
    return changed(now, holders=put(now.holders, planet, now.turn))


def conquered(now: S, seat: Seat) -> S:
    """Return the position after a player was eliminated and everything passed over (Z18)."""
    money = put(now.money, now.turn, now.money[now.turn] + now.money[seat])
    rich = changed(now, money=put(money, seat, 0), card=now.turn if now.card == seat else now.card)
    return settled(inherited(rich, seat, now.turn))


def inherited(now: S, seat: Seat, heir: Seat) -> S:
    """Return the position with all pieces and planets of `seat` passed to `heir`."""
    return changed(
        now,
        commands=tuple(heir if one == seat else one for one in now.commands),
        holders=tuple(heir if one == seat else one for one in now.holders),
    )


def settled(now: S) -> S:
    """Return the position, which is over if only one player is left in the game (Z22)."""
    return changed(now, phase=Phase.OVER) if len(now.players) == 1 else now


def expelled(now: S, seat: Seat) -> S:
    """Return the position without a player who has no Warrior, whose pieces pass on (Z20)."""
    slayer = now.slayers[seat]
    heir = now.commands[now.box.home[slayer]] if slayer != CHANCE else CHANCE
    heir = CHANCE if heir == seat else heir
    roots = [piece for piece in now.stands.values() if now.owners[piece] == seat]
    poor = changed(
        now,
        money=put(now.money, seat, 0),
        card=CHANCE if now.card == seat else now.card,
        leaving=(*now.leaving, *roots) if heir == CHANCE else now.leaving,
        ashore=frozenset(one for one in now.ashore if now.owners[one] != seat),
    )
    return settled(inherited(poor, seat, heir))
