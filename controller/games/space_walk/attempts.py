"""The moves that a hand could be making at the Space Walk board, legal or not."""

from __future__ import annotations

from collections.abc import Iterator

from controller.game import Move
from controller.games.space_walk.board import FIELDS, KEYS, READER
from controller.games.space_walk.moves import GAP, PLACE, TURN, Advance, Empty, Land, Place, Play
from controller.games.space_walk.standing import Standing
from controller.values import Site


def attempts(now: Standing, near: frozenset[Site]) -> Iterator[Move]:
    """Yield all moves at these sites, landings first: ships in the hand come down before others."""
    fields = sorted(near & FIELDS)
    yield from landings(now, fields)
    if now.phase is PLACE:
        yield from placings(now, fields, near)
    yield from empties(now, fields)
    yield from steps(now, fields)
    if now.phase is not PLACE and not crowds(now, fields):
        yield from placings(now, fields, near)
    spends = zip(KEYS, now.terms.chart.spends, strict=False)
    yield from (spend for key, spend in spends if key in near)
    if READER in near:
        yield from (Play(seat, card) for card, seat in now.terms.chart.owners.items())


def landings(now: Standing, fields: list[Site]) -> Iterator[Land]:
    """Yield the landing of every ship in the hand on every field near it."""
    yield from (Land(now.mover, ship, field) for ship in now.group for field in fields)


def empties(now: Standing, fields: list[Site]) -> Iterator[Empty]:
    """Yield emptying each field by the acting seat, or by the seat that forgot its token (W8)."""
    for field in fields:
        if crew := standing(now, field):
            seats = {now.terms.chart.ships[name].seat for name in crew}
            if now.phase is GAP and now.coming not in seats and now.before in seats:
                yield Empty(now.before, field)
            yield Empty(now.doer, field)


def crowds(now: Standing, fields: list[Site]) -> bool:
    """True if several ships stand on one of the fields, so a new ship may come from there."""
    return any(len(standing(now, field)) > 1 for field in fields)


def placings(now: Standing, fields: list[Site], near: frozenset[Site]) -> Iterator[Place]:
    """Yield placing every ship off the board on the near fields, or from a near tray on any.

    Its owner places a ship; after the placing phase the acting seat brings a lost ship back.
    """
    own_first = sorted(now.terms.chart.ships.values(), key=lambda ship: ship.seat != now.mover)
    for ship in own_first:
        if now.at(ship.name) is None:
            seat = ship.seat if now.phase is PLACE else now.doer
            goals = fields or (sorted(FIELDS) if ship.tray in near else [])
            yield from (Place(seat, ship.name, field) for field in goals)


def steps(now: Standing, fields: list[Site]) -> Iterator[Advance]:
    """Yield every ship on a near field going to every other near field, or to any.

    The owner advances it; in a gap the next player too, because it may be their hand. The only ship
    on a field is left out for the player who is to empty a field: taking it is emptying.
    """
    ships, begins = now.terms.chart.ships, now.phase in (TURN, GAP)
    for source in fields:
        others = [field for field in fields if field != source] or sorted(FIELDS - {source})
        crew = standing(now, source)
        if begins and [ships[name].seat for name in crew] == [now.doer]:
            continue
        for name in crew:
            owner = ships[name].seat
            for seat in dict.fromkeys((owner, now.coming if now.phase is GAP else owner)):
                yield from (Advance(seat, name, source, target) for target in others)


def standing(now: Standing, field: Site) -> list[str]:
    """Return the ships on a field without those in the hand that were taken from there."""
    return [name for name in now.crew(field) if name not in now.group]
