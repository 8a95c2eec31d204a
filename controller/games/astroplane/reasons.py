"""The refusals of Astroplane: each a rule and the key of its sentence."""

from __future__ import annotations

from controller.games.astroplane.moves import Phase
from controller.games.astroplane.standing import Standing
from controller.values import Refusal, Site

OTHER_START = Refusal("P1", "astroplane.other-start")
MUST_MOVE = Refusal("P2", "astroplane.must-move")
NO_MOVE_LEFT = Refusal("P2", "astroplane.no-move-left")
NOTHING_THERE = Refusal("P3", "astroplane.nothing-there")
NOT_THAT_WAY = Refusal("P3", "astroplane.not-that-way")
OFF_THE_BOARD = Refusal("P3", "astroplane.off-the-board")
CAME_THROUGH = Refusal("P3", "astroplane.came-through")
NO_TURNING = Refusal("P4", "astroplane.no-turning")
CAPTIVE = Refusal("P5", "astroplane.captive")
RETURN_FIRST = Refusal("P6", "astroplane.return-first")
NOT_SENT_BACK = Refusal("P6", "astroplane.not-sent-back")
NOT_HIS_AREA = Refusal("P6", "astroplane.not-his-area")
NOT_BESIDE = Refusal("P9", "astroplane.not-beside")
KILL_FIRST = Refusal("P10", "astroplane.kill-first")
NO_KILL = Refusal("P10", "astroplane.no-kill")
SLIDE_NOW = Refusal("P10", "astroplane.slide-now")
CROSS_FIRST = Refusal("P14", "astroplane.cross-first")
NOT_ACROSS = Refusal("P14", "astroplane.not-across")
NO_WORMHOLE = Refusal("P15", "astroplane.no-wormhole")
JUMPED = Refusal("P15", "astroplane.jumped")
LEADS_NOWHERE = Refusal("P15", "astroplane.leads-nowhere")
NOT_LOADED = Refusal("P16", "astroplane.not-loaded")
POINTS_IN = Refusal("P17", "astroplane.points-in")
STAYS = Refusal("P17", "astroplane.stays")
NO_CALL = Refusal("P17", "astroplane.no-call")
NOT_OWN_AREA = Refusal("P17", "astroplane.not-own-area")
GAME_OVER = Refusal("P19", "astroplane.game-over")
LEAVE_FIRST = Refusal("P20", "astroplane.leave-first")
NOT_LEAVING = Refusal("P20", "astroplane.not-leaving")
SET_UP_FIRST = Refusal("P21", "astroplane.set-up-first")
NO_SET_UP = Refusal("P21", "astroplane.no-set-up")

DUE = {
    Phase.CROSS: CROSS_FIRST,
    Phase.RETURN: RETURN_FIRST,
    Phase.KILL: KILL_FIRST,
    Phase.LEAVE: LEAVE_FIRST,
    Phase.AGAIN: SET_UP_FIRST,
    Phase.OVER: GAME_OVER,
}
"""The refusal of any other move in a phase that waits for something particular."""


def overlaps(*sites: Site) -> Refusal:
    """Return the refusal for overlapping half of a craft at these sites (P4)."""
    return Refusal("P4", "astroplane.overlaps", frozenset(sites))


def own_stack(*sites: Site) -> Refusal:
    """Return the refusal for facing an own stack of two or more (P7)."""
    return Refusal("P7", "astroplane.own-stack", frozenset(sites))


def no_square_here(*sites: Site) -> Refusal:
    """Return the refusal for forming a Square off the ordinary diamonds (P8)."""
    return Refusal("P8", "astroplane.no-square-here", frozenset(sites))


def in_the_way(*sites: Site) -> Refusal:
    """Return the refusal for sliding a Square on to an occupied space (P9)."""
    return Refusal("P9", "astroplane.in-the-way", frozenset(sites))


def impenetrable(*sites: Site) -> Refusal:
    """Return the refusal for entering a space with a Square (P11)."""
    return Refusal("P11", "astroplane.square", frozenset(sites))


def side_by_side(now: Standing) -> Refusal:
    """Return the refusal naming the foreign Squares beside an own one (P12)."""
    spaces = now.crowding(now.squares())
    sites = frozenset(site for space in spaces for site in now.standing_in(space))
    return Refusal("P12", "astroplane.side-by-side", sites)


def mixed(*sites: Site) -> Refusal:
    """Return the refusal for firing craft of different players together (P16)."""
    return Refusal("P16", "astroplane.mixed", frozenset(sites))
