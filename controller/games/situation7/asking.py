"""The sentence that says what the board asks for now; each side has sentences of its own."""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.situation7.box import EACH, SEATS, Thing
from controller.games.situation7.moves import Phase
from controller.games.situation7.score import won
from controller.games.situation7.standing import Standing
from controller.values import Saying, Seat


def asks(now: Standing, robots: frozenset[Seat] = frozenset()) -> Saying:
    """Return the one sentence for all players except these robots."""
    match now.phase:
        case Phase.READY:
            return waiting(now)
        case Phase.PLAY:
            return playing(now, [seat for seat in SEATS if seat not in robots])
        case Phase.OVER:
            return counted(now)


def waiting(now: Standing) -> Saying:
    """Return the request to press ready: to both sides, or to the one that has not yet."""
    late = [seat for seat in SEATS if not now.sides[seat].ready]
    if len(late) == 1:
        return of("ready", late[0])
    one, other = (side.puzzle_colour for side in now.box.sides)
    return Saying("situation7.ready", {"one": one, "other": other})


def playing(now: Standing, told: Sequence[Seat]) -> Saying:
    """Return the sentence during play: who has stopped, what is armed, no room, or new equipment.

    Only the sides in `told` (those not played by robots) are told about their equipment and room.
    """
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
    """True if there is a space where this side may lay a piece next to its own (S3, S8)."""
    return bool(now.empty & ~now.guarded(seat) & now.joined(seat))


def new_supply(now: Standing, told: Sequence[Seat]) -> Saying | None:
    """Return the sentence about equipment that a side has earned and not used yet, or None."""
    for seat in told:
        for kind in now.supplies(seat):
            if now.sides[seat].left(kind) == EACH:
                return of(f"may-{kind.value}", seat)
    return None


def counted(now: Standing) -> Saying:
    """Return the final sentence: both totals, and how many sectors each side has won."""
    one, other = now.scores()
    sectors = [
        sum(prize.thing is Thing.SECTOR for prize in won(now.box.prizes, side))
        for side in now.sides
    ]
    fields = {"one": one, "other": other, "one_sectors": sectors[0], "other_sectors": sectors[1]}
    return Saying("situation7.over", fields)


def of(name: str, seat: Seat) -> Saying:
    """Return the sentence of this name for one side."""
    return Saying(f"situation7.{name}{seat + 1}")
