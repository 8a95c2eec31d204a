"""What the lights of Situation 7 tell: who lies where, what is complete, what is guarded."""

from __future__ import annotations

from controller.games.situation7.box import SEATS, Thing
from controller.games.situation7.moves import Phase, key
from controller.games.situation7.score import won
from controller.games.situation7.standing import Standing
from controller.scene import RGB, Light, Scene, dimmed
from controller.values import Seat, Site

COVERED, COMPLETE, MANNED = 0.12, 0.5, 1.0  # shares of a side's light
READY = 0.15  # a key that was pressed, beside the one that is still to be
GUARDED = 0.25


def scene(now: Standing) -> Scene:
    """The board as it lies; when all is over, what it comes to."""
    if now.phase is Phase.OVER:
        return count(now)
    lights: dict[Site, Light] = {}
    for seat in SEATS:
        lights |= ground(now, seat) | guards(now, seat) | keys(now, seat)
    return lights


def colour(now: Standing, seat: Seat) -> RGB:
    """The light of a side."""
    return now.box.sides[seat].light


def ground(now: Standing, seat: Seat) -> dict[Site, Light]:
    """What the side has covered, and brighter what it has completed."""
    side, board = now.sides[seat], now.box.board
    whole = 0
    for prize in won(now.box.prizes, side):
        if prize.thing is not Thing.CIRCLE:
            whole |= prize.spaces
    covered, complete = (Light(dimmed(colour(now, seat), share)) for share in (COVERED, COMPLETE))
    return dict.fromkeys(board.sites(side.pieces), covered) | dict.fromkeys(
        board.sites(whole), complete
    )


def guards(now: Standing, seat: Seat) -> dict[Site, Light]:
    """The side's astronauts, and the empty spaces they keep the other away from (S8)."""
    kept = now.guarded(SEATS[1 - seat]) & now.empty
    dim = Light(dimmed(colour(now, seat), GUARDED))
    bright = Light(dimmed(colour(now, seat), MANNED))
    return {
        **dict.fromkeys(now.box.board.sites(kept), dim),
        **dict.fromkeys(now.sides[seat].astronauts, bright),
    }


def keys(now: Standing, seat: Seat) -> dict[Site, Light]:
    """What the side has said by key: that it is ready, what it is about to place, that it stops."""
    side = now.sides[seat]
    if now.phase is Phase.READY:
        faint = Light(dimmed(colour(now, seat), READY))
        return {key("ready", seat): faint} if side.ready else {}
    said = {
        "stop": side.stopped,
        **({side.armed.value: True} if side.armed else {}),
    }
    light = Light(colour(now, seat))
    return {key(name, seat): light for name, held in said.items() if held}


def count(now: Standing) -> dict[Site, Light]:
    """What was won, in the light of its side, sectors before all; the rest is dark (S12)."""
    lights: dict[Site, Light] = {}
    for seat in SEATS:
        prizes = sorted(
            won(now.box.prizes, now.sides[seat]), key=lambda it: it.thing is Thing.SECTOR
        )
        for prize in prizes:
            share = MANNED if prize.thing is Thing.SECTOR else COMPLETE
            light = Light(dimmed(colour(now, seat), share))
            lights |= dict.fromkeys(now.box.board.sites(prize.spaces), light)
    return lights
