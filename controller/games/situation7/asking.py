"""What the board asks for now, in words; each side has sentences of its own."""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.situation7.box import EACH, SEATS, Thing
from controller.games.situation7.moves import Phase
from controller.games.situation7.score import won
from controller.games.situation7.standing import Standing
from controller.values import Saying, Seat


def asks(now: Standing, robots: frozenset[Seat] = frozenset()) -> Saying:
    """The one sentence for all at the table but these."""
    match now.phase:
        case Phase.READY:
            return waiting(now)
        case Phase.PLAY:
            return playing(now, [seat for seat in SEATS if seat not in robots])
        case Phase.OVER:
            return counted(now)


def waiting(now: Standing) -> Saying:
    """Both are to press their key, or the one that has not yet."""
    late = [seat for seat in SEATS if not now.sides[seat].ready]
    if len(late) == 1:
        return of("ready", late[0])
    one, other = (side.puzzle_colour for side in now.box.sides)
    return Saying("situation7.ready", {"one": one, "other": other})


def playing(now: Standing, told: Sequence[Seat]) -> Saying:
    """Who has stopped; who of those that are told is about to place something, has no room, or has
    come by something."""
    for seat, side in zip(SEATS, now.sides, strict=True):
        if side.stopped:
            return of("stopped", seat)
    armed = [(kind, seat) for seat in told if (kind := now.sides[seat].armed)]
    if len(armed) == 1:
        return of(armed[0][0].value, armed[0][1])
    if armed:
        return Saying("situation7.go")
    full = [seat for seat in told if not room(now, seat)]
    return of("full", full[0]) if full else new_supply(now, told) or Saying("situation7.go")


def room(now: Standing, seat: Seat) -> bool:
    """There is a space that this side may cover beside its own (S3, S8)."""
    return bool(now.empty & ~now.guarded(seat) & now.joined(seat))


def new_supply(now: Standing, told: Sequence[Seat]) -> Saying | None:
    """The equipment that a side has come by, as long as it has used none of it."""
    for seat in told:
        for kind in now.supplies(seat):
            if now.sides[seat].left(kind) == EACH:
                return of(f"may-{kind.value}", seat)
    return None


def counted(now: Standing) -> Saying:
    """Both totals, and how many sectors they come from."""
    one, other = now.scores()
    sectors = [
        sum(prize.thing is Thing.SECTOR for prize in won(now.box.prizes, side))
        for side in now.sides
    ]
    fields = {"one": one, "other": other, "one_sectors": sectors[0], "other_sectors": sectors[1]}
    return Saying("situation7.over", fields)


def of(name: str, seat: Seat) -> Saying:
    """The sentence of this name that speaks to one side."""
    return Saying(f"situation7.{name}{seat + 1}")
