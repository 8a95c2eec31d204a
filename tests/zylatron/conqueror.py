"""A seat that goes for headquarters: a simple soldier's mind, so that a war has an end."""

from __future__ import annotations

from random import Random

from controller.games.zylatron.board import POINTS, distance
from controller.games.zylatron.moves import Aim, Buy, Cancel, Choose, Done, Fire, Go
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.rules import Zylatron
from controller.games.zylatron.sheet import Kind
from controller.values import Seat

WORTH = {Kind.WARRIOR: 3, Kind.FIGHTER: 2, Kind.STAR: 2, Kind.MISSILE: 1}


def conqueror(luck: Random):
    """A player that fetches Warriors, flies them to the nearest headquarters, and shoots."""

    def choose(position: Zylatron, seat: Seat):
        moves = list(position.moves())
        match position.phase:
            case Phase.PLAY:
                return command(position, moves, luck)
            case Phase.AIM:
                able = [m for m in moves if isinstance(m, Aim) and prey(position, m.name)]
                return luck.choice(able or [Cancel(position.turn)])
            case Phase.TARGET:
                shots = [m for m in moves if isinstance(m, Fire) and position.in_range(m.name)]
                return max(shots, key=lambda m: worth(position, m), default=Cancel(position.turn))
            case Phase.BUY:
                bought = [m for m in moves if isinstance(m, Buy)]
                return max(bought, key=lambda m: worth(position, m), default=Cancel(position.turn))
            case _:
                return luck.choice(moves)

    return choose


def worth(position, move):
    """A piece by its kind, more on headquarters; a factory least."""
    name = move.piece if isinstance(move, Buy) else move.name
    number = position.box.numbers.get(name)
    if number is None:
        return 0
    return WORTH[position.box.kinds[number]] + 5 * (position.at[number] in goals(position))


def goals(position):
    """The headquarters of everybody else who is in the game."""
    homes = {planet: seat for seat, planet in enumerate(position.box.home)}
    return [
        point
        for point, planet in position.box.headquarters.items()
        if planet in homes and homes[planet] != position.turn and position.alive(homes[planet])
    ]


def prey(position, shooter):
    """Whether an enemy is in range of this piece."""
    piece = position.box.numbers[shooter]
    laser, here = position.box.lasers[piece], position.at[piece]
    return any(
        distance(here, at) <= laser
        for other, at in enumerate(position.at)
        if at >= 0 and position.owners[other] != position.turn
    )


def command(position, moves, luck):
    """Shoot, buy, then the move that brings a Warrior nearest to its goal; or enough for now."""
    turn, names = position.turn, position.box.names
    able = [p for p in position.mine if position.may_fire(p) and prey(position, names[p])]
    if able:
        return Choose(turn, "fire")
    buy = Choose(turn, "buy")
    if buy in moves and any(isinstance(m, Buy) for m in position.after(buy).moves()):
        return buy
    ends = goals(position)
    scored = [(gain(position, m, ends), luck.random(), m) for m in moves if isinstance(m, Go)]
    best = max(scored, default=(0, 0, None), key=lambda one: one[:2])
    return best[2] if best[0] > 0 else Done(turn)


def near(point, ends):
    """Steps to the nearest of these points."""
    return min(distance(point, end) for end in ends)


def gain(position, go, ends):
    """What a move is good for."""
    piece, goal = position.box.numbers[go.piece], POINTS[go.target]
    closer = near(POINTS[go.source], ends) - near(goal, ends)
    if position.box.kinds[piece] is Kind.WARRIOR:
        return 1000 if goal in ends else closer if near(goal, ends) <= 4 else 0
    crew = [position.box.kinds[one] for one in position.tree(piece)]
    if Kind.WARRIOR in crew:
        return closer if goal not in ends else 0
    found = position.own.get(goal)
    fetched = found is not None and position.box.kinds[found] is Kind.WARRIOR
    return int(fetched and position.box.kinds[piece] is Kind.FIGHTER and near(goal, ends) > 6)
