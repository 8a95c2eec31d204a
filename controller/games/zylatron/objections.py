"""The rule that forbids each illegal act of Zylatron except piece moves: fire, beams, money."""

from __future__ import annotations

from controller.game import Move
from controller.games.zylatron.board import POINTS, distance
from controller.games.zylatron.box import BANK
from controller.games.zylatron.cargo import ASHORE
from controller.games.zylatron.choices import open_to
from controller.games.zylatron.moves import (
    Aim,
    Beam,
    Buy,
    Choose,
    Detonate,
    Fire,
    Launch,
    Load,
    Lot,
    Rebuild,
    Remove,
    Repair,
    Strike,
)
from controller.games.zylatron.reasons import (
    BEAM_TOO_FAR,
    FLIES_TOO_FAR,
    HAS_FIRED,
    LOADED_NOW,
    NO_BAY,
    NO_BEAM_POINT,
    NO_LASER,
    NO_LAUNCH,
    NO_MARK,
    NO_MONEY,
    NO_PLAYER,
    NO_REPAIR,
    NO_SHOT,
    NO_STAR,
    NO_TARGET,
    NONE_LOST,
    NOT_BEAMED,
    NOT_FOR_SALE,
    NOT_IN_BLAST,
    NOT_LOST,
    NOT_THERE,
    NOT_YOURS,
    OUT_OF_ACTION,
    STANDS,
    TAKES_UP_ITSELF,
    USED_CARD,
    WARRIOR_FIRST,
)
from controller.games.zylatron.sheet import Kind, Works
from controller.games.zylatron.standing import Standing
from controller.values import Refusal, Site

CLOSED = {
    "fire": NO_SHOT,
    "launch": NO_LAUNCH,
    "beam": NO_STAR,
    "buy": NO_MONEY,
    "repair": NO_REPAIR,
}
"""The refusal of each key that has nothing to offer."""


def against_owner(now: Standing, name: str, site: Site) -> Refusal | None:
    """Return why this piece may not be used: it is not there, or not the current player's."""
    piece = now.box.numbers.get(name)
    if piece is None or now.at[piece] < 0 or now.site(piece) != site:
        return NOT_THERE
    return NOT_YOURS if now.owners[piece] != now.turn else None


def against_choice(now: Standing, move: Choose) -> Refusal | None:
    """Return why pressing this key is refused, or None if there is something to do."""
    if open_to(now, move.act):
        return None
    if now.bereft and move.act in ("buy", "repair"):
        return WARRIOR_FIRST
    if move.act == "buy" and not now.lost() and not now.ruins():
        return NONE_LOST
    if move.act == "launch" and now.loaded:
        return LOADED_NOW
    return CLOSED[move.act]


# ------------------------------------------------------------------------------------- naming


def against_naming(now: Standing, move: Move) -> Refusal | None:
    """Return why this piece, target, card or planet may not be named, or None."""
    match move:
        case Aim():
            return against_aim(now, move)
        case Fire():
            return against_target(now, move)
        case Detonate():
            return None if move.name in now.victims else NOT_IN_BLAST
        case Strike():
            return None if move.card in now.pile else USED_CARD
        case Remove():
            return None if now.box.numbers.get(move.piece) in now.leaving else NOT_LOST
        case Lot():
            planets = [now.box.galaxy.planets[planet] for planet in now.box.home]
            known = (move.name, move.site) in [(p.name, p.headquarters) for p in planets]
            return None if known else NO_PLAYER
    raise AssertionError(move)


def against_aim(now: Standing, move: Aim) -> Refusal | None:
    """Return why this piece may not fire, or None: no laser, damaged, or has fired."""
    if trouble := against_owner(now, move.name, move.site):
        return trouble
    piece = now.box.numbers[move.name]
    if not now.box.lasers[piece]:
        return NO_LASER
    if piece in now.damaged:
        return OUT_OF_ACTION
    return HAS_FIRED if piece in now.fired else None


def against_target(now: Standing, move: Fire) -> Refusal | None:
    """Return why this may not be fired at, or None: not an enemy, or destroyed."""
    if move.name in now.box.works:
        standing = {name: holder for name, _, holder in now.standing_works()}
        return NO_TARGET if standing.get(move.name, now.turn) == now.turn else None
    trouble = against_owner(now, move.name, move.site)
    return None if trouble is NOT_YOURS else trouble or NO_TARGET


# ------------------------------------------------------------------------- beams and missiles


def against_beam(now: Standing, move: Beam) -> Refusal | None:
    """Return why this beam is not allowed, or None (Z9)."""
    star = now.box.numbers.get(move.star)
    if star is None or star not in now.mine or now.box.kinds[star] is not Kind.STAR:
        return NO_STAR
    if trouble := against_owner(now, move.piece, move.source):
        return trouble
    if star in now.damaged:
        return OUT_OF_ACTION
    piece, point = now.box.numbers[move.piece], POINTS[move.target]
    if not now.box.tops[piece]:
        return NOT_BEAMED
    if piece in now.tree(star):
        return against_lowering(now, star, piece, point)
    return against_raising(now, star, piece, point)


def against_raising(now: Standing, star: int, piece: int, point: int) -> Refusal | None:
    """Return why the piece may not be beamed up, or None: too far, or no bay."""
    if point != now.at[star] or distance(now.at[piece], point) > now.box.sheet.beam:
        return BEAM_TOO_FAR
    return None if now.has_bay(star) else NO_BAY


def against_lowering(now: Standing, star: int, piece: int, point: int) -> Refusal | None:
    """Return why the piece may not be beamed down there, or None."""
    if distance(now.at[star], point) > now.box.sheet.beam:
        return BEAM_TOO_FAR
    craft = now.own.get(point, star)
    if craft != star and now.box.bays[craft]:
        return against_receiving(now, star, craft)
    ground = now.box.grounds[piece]
    return None if ground >> point & 1 and point not in now.stands else NO_BEAM_POINT


def against_receiving(now: Standing, star: int, craft: int) -> Refusal | None:
    """Return why this craft may not receive the piece from the star, or None."""
    if now.may_beam(craft):
        return TAKES_UP_ITSELF
    return None if now.receives(craft, star) else NO_BAY


def against_launch(now: Standing, move: Launch) -> Refusal | None:
    """Return why this missile may not be launched there, or None (Z13)."""
    if trouble := against_owner(now, move.piece, move.source):
        return trouble
    piece, point = now.box.numbers[move.piece], POINTS[move.target]
    if not now.may_launch(piece):
        return refuse_launch(now, piece)
    within = distance(now.at[piece], point) <= now.box.lines[Kind.MISSILE].move
    return None if within else FLIES_TOO_FAR


def refuse_launch(now: Standing, piece: int) -> Refusal:
    """Return the refusal for a piece that may not be launched."""
    if piece in now.damaged:
        return OUT_OF_ACTION
    if piece in now.loaded:
        return LOADED_NOW
    if now.box.kinds[piece] is Kind.MISSILE and now.aboard[piece] != ASHORE:
        return OUT_OF_ACTION
    return NO_LAUNCH


# -------------------------------------------------------------------------------------- money


def against_spending(now: Standing, move: Buy | Load | Rebuild | Repair) -> Refusal | None:
    """Return why this may not be bought, rebuilt or repaired, or None."""
    match move:
        case Rebuild():
            return against_rebuild(now, move)
        case Repair():
            return against_repair(now, move)
        case Load():
            return against_price(now, move.name) or against_load(now, move)
        case Buy():
            return against_price(now, move.piece) or against_mark(now, move)


def against_rebuild(now: Standing, move: Rebuild) -> Refusal | None:
    """Return why this factory may not be rebuilt, or None (Z16)."""
    number = now.box.works.get(move.name)
    if number is None or now.works[number] is not Works.DESTROYED:
        return STANDS
    if number not in now.ruins():
        return NOT_YOURS
    return against_paying(now, now.box.sheet.rebuild, None)


def against_repair(now: Standing, move: Repair) -> Refusal | None:
    """Return why this piece may not be repaired now, or None (Z14)."""
    if trouble := against_owner(now, move.name, move.site):
        return trouble
    piece = now.box.numbers[move.name]
    if piece not in now.damaged or piece in now.fresh or now.begun:
        return NO_REPAIR
    return against_paying(now, now.box.lines[now.box.kinds[piece]].repair, None)


def against_price(now: Standing, name: str) -> Refusal | None:
    """Return why this piece may not be bought, or None (Z17)."""
    piece = now.box.numbers.get(name)
    if piece is None or now.at[piece] != BANK or piece not in now.lost():
        return NOT_FOR_SALE
    kind = now.box.kinds[piece]
    return against_paying(now, now.box.prices[piece], kind)


def against_paying(now: Standing, price: int, kind: Kind | None) -> Refusal | None:
    """Return why the price may not be paid: no money, or a Warrior comes first (Z20)."""
    if price <= now.spare(kind):
        return None
    return WARRIOR_FIRST if price <= now.money[now.turn] else NO_MONEY


def against_mark(now: Standing, move: Buy) -> Refusal | None:
    """Return why the piece may not be bought to this mark, or None (Z17)."""
    kind, point = now.box.kinds[now.box.numbers[move.piece]], POINTS[move.site]
    return None if point in now.shops(kind) and point not in now.stands else NO_MARK


def against_load(now: Standing, move: Load) -> Refusal | None:
    """Return why the missile may not be bought on to this craft, or None (Z17)."""
    if now.box.kinds[now.box.numbers[move.name]] is not Kind.MISSILE:
        return NO_MARK
    root = now.own.get(POINTS[move.site])
    return None if root is not None and now.has_bay(root) else NO_BAY
