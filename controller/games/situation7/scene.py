"""The base lights of Situation 7: covered, complete and guarded spaces, and keys."""

from __future__ import annotations

from controller.games.situation7.box import SEATS, Thing
from controller.games.situation7.moves import Phase, key
from controller.games.situation7.score import won
from controller.games.situation7.standing import Standing
from controller.scene import RGB, Light, Scene, dimmed
from controller.values import Seat, Site

COVERED, COMPLETE, MANNED = 0.12, 0.5, 1.0  # brightness as a share of a side's light
READY = 0.15  # brightness of a ready key that was pressed
GUARDED = 0.25


def scene(now: Standing) -> Scene:
    """Return the lights of the board in play, or after the end those of the result."""
    if now.phase is Phase.OVER:
        return count(now)
    lights: dict[Site, Light] = {}
    for seat in SEATS:
        lights |= ground(now, seat) | guards(now, seat) | keys(now, seat)
    return lights


def colour(now: Standing, seat: Seat) -> RGB:
    """Return the light colour of a side."""
    return now.box.sides[seat].light


def ground(now: Standing, seat: Seat) -> dict[Site, Light]:
    """Return lights for the spaces the side has covered, brighter where a prize is complete."""
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
    """Return lights for the side's astronauts and the empty spaces they guard (S8)."""
    kept = now.guarded(SEATS[1 - seat]) & now.empty
    dim = Light(dimmed(colour(now, seat), GUARDED))
    bright = Light(dimmed(colour(now, seat), MANNED))
    return {
        **dict.fromkeys(now.box.board.sites(kept), dim),
        **dict.fromkeys(now.sides[seat].astronauts, bright),
    }


def keys(now: Standing, seat: Seat) -> dict[Site, Light]:
    """Return lights for the side's keys in effect: ready, armed equipment, stopped."""
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
    """Return the lights of the result: what each side won, sectors brightest (S12)."""
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
