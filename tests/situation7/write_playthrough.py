"""A game written down: `python -m tests.situation7.write_playthrough SEED [keen] > FILE`.

In a keen game the sides go for their bases, use what they get, and stop when nothing else is left.
"""

import sys
from random import Random

from controller.games.situation7 import GAME
from controller.games.situation7.moves import Arm, Disarm, Drop, Lay, Man, Stop
from tests.story import Story, scores


def told(before, move, after):
    """The score whenever it changes or equipment is placed."""
    changed = before.scores() != after.scores() or isinstance(move, Drop | Man)
    return counted(after) if changed else ""


def counted(position):
    return f"{scores(position)}, {position.empty.bit_count()} empty"


STORY = Story(GAME, told, ending=lambda last: f": {counted(last)}")


def moves(seed, keen=False):
    """The moves of a game."""
    luck = Random(seed)
    if not keen:
        return STORY.at_random(GAME.name, seed)
    return STORY.chosen(GAME.name, lambda now: keenest(now, list(now.moves()), luck))


def keenest(position, moves, luck):
    """One of the moves of a side taken by lot: the more it is after it, the likelier."""
    seat = luck.choice(sorted({move.seat for move in moves}))
    own = [move for move in moves if move.seat == seat]
    return luck.choices(own, [eagerness(position, move) for move in own])[0]


def eagerness(position, move):
    side = position.sides[move.seat]
    match move:
        case Drop() | Man():
            return 30
        case Disarm():
            return 0.2
        case Arm():
            return 0.2 if side.armed else 20
        case Lay() if position.box.board.bit[move.space] & wanted(position, move.seat):
            return 10
        case Stop():
            return 1e-6
        case _:
            return 1


def wanted(position, seat):
    """The base line, the bases, and what lies between them."""
    bases = sum(position.box.bases[seat].values()) | position.box.lines[seat]
    return bases | position.box.board.around(bases)


if __name__ == "__main__":
    seed, *manner = sys.argv[1:]
    game = moves(int(seed), "keen" in manner)
    sys.stdout.write(STORY.written(GAME.name, STORY.played(GAME.name, game)))
