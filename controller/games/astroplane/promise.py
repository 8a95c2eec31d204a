"""How well a fleet stands, by rule of thumb, and by which rules its points have changed."""

from __future__ import annotations

from controller.games.astroplane.board import MIDDLE, PLACES, space_of
from controller.games.astroplane.box import CRAFT
from controller.games.astroplane.standing import FOE, Standing
from controller.games.scoring import rules_applied
from controller.values import Seat, Site

NEAR, LOADED, HELD = 0.05, 0.4, 0.3
"""What a space nearer to the Singularity is worth, a firing position, a captive: in points."""


def promise(now: Standing, seat: Seat) -> float:
    """Points, and what the craft that can still move may bring."""
    tops = (site for site, stack in now.board.items() if stack[-1] // CRAFT == seat)
    return now.scores()[seat] + sum(prospect(now, site) for site in tops)


def prospect(now: Standing, site: Site) -> float:
    """What may become of the craft on top here: nothing, if it points off the board."""
    chart, stack = now.box.chart, now.board[site]
    if site not in chart.flights[0] and site not in chart.jumps[0]:
        return 0.0
    held = len(stack) > 1 and stack[-2] // CRAFT != stack[-1] // CRAFT
    distance = max(map(abs, PLACES[space_of(site)]))
    return NEAR * (MIDDLE + 1 - distance) + LOADED * (site in chart.firing) + HELD * held


def credits(now: Standing, before: Standing, seat: Seat) -> tuple[str, ...]:
    """A true win by P18, which leaves the others nothing by P21; kills, and the Singularity."""
    if now.scores()[seat] == before.scores()[seat]:
        return ()
    if now.totals != before.totals and (winner := now.winner()) is not None:
        return ("P18",) if winner == seat else ("P21",)
    killed = now.kills[seat] > before.kills[seat]
    centred = in_centre(now, seat) != in_centre(before, seat)
    return rules_applied({"P10": killed, "P19": centred})


def in_centre(now: Standing, seat: Seat) -> int:
    """The points that lie in the Singularity."""
    return now.points()[seat] - FOE * now.kills[seat]
