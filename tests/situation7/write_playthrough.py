"""A game written down: `python -m tests.situation7.write_playthrough SEED [keen] > FILE`.

In a keen game the sides go for their bases, use what they get, and stop when nothing else is left.
"""

import random
import sys

from controller.game import Setting
from controller.games.situation7 import GAME
from controller.games.situation7.moves import Arm, Disarm, Drop, Lay, Man, Stop


def played(moves):
    """The moments of a game after each of these moves, all of them lawful."""
    position = GAME.start(Setting(2))
    for text in moves:
        move = GAME.parse(text)
        assert position.refusal(move) is None, f"{text}: {position.refusal(move)}"
        after = position.after(move)
        yield position, move, after
        position = after


def written(steps):
    """Every move, the score whenever it changes or equipment is placed, and the end."""
    story = ["situation7"]
    for before, move, after in steps:
        story.append(str(move))
        if before.scores() != after.scores() or isinstance(move, Drop | Man):
            story.append(f"= {told(after)}")
    winners = " ".join(str(seat + 1) for seat in sorted(after.outcome.winners))
    story.append(f"= over: {told(after)}; won by {winners}")
    return "\n".join(story) + "\n"


def told(position):
    empty = f"{position.empty.bit_count()} empty"
    return f"{' '.join(map(str, position.scores()))}, {empty}"


def random_moves(seed, keen=False):
    """The moves of a random game."""
    luck = random.Random(seed)
    position = GAME.start(Setting(2))
    while position.outcome is None:
        moves = list(position.moves())
        move = keenest(position, moves, luck) if keen else luck.choice(moves)
        yield str(move)
        position = position.after(move)


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
    sys.stdout.write(written(played(random_moves(int(seed), "keen" in manner))))
