"""The heuristic value of an Astroplane position for a fleet, and the rules behind its points.

The weights were found from 30,000 positions of 400 games between robots, by asking who won in the
end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain

from controller.games.astroplane.board import CENTRE
from controller.games.astroplane.box import CRAFT
from controller.games.astroplane.chart import Chart
from controller.games.astroplane.standing import FOE, Standing
from controller.games.scoring import rules_applied
from controller.values import Seat, Site

KILLED = 2.0  # points for each kill, besides those it scores: the other fleet is smaller
SQUARE, PREY, ARMED = 1.0, 4.0, 2.0  # a Square, each craft it can kill, both guns of a corner
NEAR, CLOSE = 1.2, 2  # value of a craft up to two moves from the Singularity
AWAY, STEP, FARTHEST = 0.3, 0.02, 8  # one farther off; a bonus for each move nearer than 8
MUZZLE, RESERVE, STUCK = 0.3, 0.8, -1.4  # at a firing position, in reserve, pointing off the board


def evaluate(now: Standing, outlook: tuple[float, ...], seat: Seat) -> float:
    """Return the points of a fleet plus the value of its craft on the board."""
    return now.scores()[seat] + KILLED * now.kills[seat] + outlook[seat]


def outlooks(now: Standing) -> tuple[float, ...]:
    """Return for every fleet the value of its craft, guns and Squares on the board."""
    chart, board, found = now.box.chart, now.board, [0.0] * now.seats
    worth = prospects(chart)
    for site, stack in board.items():
        found[stack[-1] // CRAFT] += worth[site]
    if now.taken & chart.muzzles:
        for one, other in chart.guns:
            if one in board and other in board and now.owner(one) == now.owner(other):
                found[now.owner(one)] += ARMED
    for square, seat in now.squares().items():
        found[seat] += SQUARE + PREY * sum(len(board[site]) for site in now.prey(square))
    return tuple(found)


@cache
def prospects(chart: Chart) -> Mapping[Site, float]:
    """Return the value of a top craft at every position (cached)."""
    way = steps(chart)
    return {site: prospect(chart, site, way.get(site)) for site in chart.sites}


def prospect(chart: Chart, site: Site, way: int | None) -> float:
    """Return the value of a top craft here, `way` moves from the centre; None if unreachable."""
    if site in chart.centre:
        return 0.0  # it has its points, and never moves again (P17)
    if site in chart.reserves:
        return RESERVE
    if site in chart.firing:
        return MUZZLE
    if way is None:
        return STUCK
    return NEAR if way <= CLOSE else AWAY + STEP * (FARTHEST - way)


def steps(chart: Chart) -> Mapping[Site, int]:
    """Return the number of moves from each position to the Singularity of an empty board."""
    before: dict[Site, list[Site]] = {}
    for source, target in hops(chart):
        before.setdefault(target, []).append(source)
    found, reached, moves = dict.fromkeys(CENTRE, 0), {*CENTRE}, 0
    while reached:
        moves += 1
        reached = {*chain(*(before.get(site, ()) for site in reached))} - found.keys()
        found |= dict.fromkeys(reached, moves)
    return found


def hops(chart: Chart) -> Iterator[tuple[Site, Site]]:
    """Yield pairs of positions that one move or jump connects; hyperspace leads to the others."""
    for source, way in chain(chart.flights[0].items(), chart.jumps[0].items()):
        for target in way.moves:
            ends = chart.hyperspace - {target} if target in chart.hyperspace else {target}
            yield from ((source, end) for end in ends)


def credits(now: Standing, before: Standing, seat: Seat) -> tuple[str, ...]:
    """Return the rules by which the score changed: true win (P18, P21), kills, Singularity."""
    if now.scores()[seat] == before.scores()[seat]:
        return ()
    if now.totals != before.totals and (winner := now.winner()) is not None:
        return ("P18",) if winner == seat else ("P21",)
    killed = now.kills[seat] > before.kills[seat]
    centred = in_centre(now, seat) != in_centre(before, seat)
    return rules_applied({"P10": killed, "P19": centred})


def in_centre(now: Standing, seat: Seat) -> int:
    """Return the points that the seat's craft in the Singularity count."""
    return now.points()[seat] - FOE * now.kills[seat]
