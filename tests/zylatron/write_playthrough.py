"""A war written down: `python -m tests.zylatron.write_playthrough SEED SEATS [with OPTION ...]`.

With `wander` before the seed the players choose at random, and the war breaks off after 300 moves.
"""

import sys
from itertools import islice
from random import Random

from controller.games.zylatron import GAME
from controller.games.zylatron.moves import Done
from tests.story import Story
from tests.zylatron.conqueror import conqueror

WANDERED = 300


def told(before, move, after):
    """After every turn what everybody has."""
    standing = sum(at >= 0 for at in after.at)
    money = " ".join(map(str, after.money))
    return f"money {money}; pieces {standing}" if isinstance(move, Done) else ""


STORY = Story(GAME, told, ending=lambda last: "")


def warlike(line, seed):
    """The moves of a war between conquerors."""
    choose = conqueror(Random(seed))
    return STORY.chosen(line, lambda position: choose(position, position.turn))


if __name__ == "__main__":
    words = sys.argv[1:]
    wander = words[0] == "wander"
    seed, *setting = words[wander:]
    line = "zylatron " + " ".join(setting)
    wandering = islice(STORY.at_random(line, int(seed)), WANDERED)
    moves = wandering if wander else warlike(line, int(seed))
    sys.stdout.write(STORY.written(line, STORY.played(line, moves)))
