"""A war written down: `python -m tests.zylatron.write_playthrough SEED SEATS [with OPTION ...]`.

With `wander` before the seed the players choose at random, and the war breaks off after 300 moves.
"""

import random
import sys
from itertools import islice

from controller.game import Setting
from controller.games.zylatron import GAME
from controller.games.zylatron.moves import Done
from tests.zylatron.conqueror import conqueror

WANDERED = 300


def setting_of(line):
    """`zylatron 4 with show_ranges`, read."""
    head, _, options = line.partition(" with ")
    return Setting(int(head.split()[1]), options=dict.fromkeys(options.split(), True))


def played(line, moves):
    """The moments of a game after each of these moves, all of them lawful."""
    position = GAME.start(setting_of(line))
    for text in moves:
        move = GAME.parse(text)
        assert position.refusal(move) is None, f"{text}: {position.refusal(move)}"
        position = position.after(move)
        yield move, position


def written(line, steps):
    """The setting, every move, and after every turn what everybody has."""
    story = [line]
    for move, after in steps:
        story.append(str(move))
        if isinstance(move, Done):
            standing = sum(at >= 0 for at in after.at)
            story.append(f"= money {' '.join(map(str, after.money))}; pieces {standing}")
    if after.outcome:
        winners = " ".join(str(seat + 1) for seat in sorted(after.outcome.winners))
        story.append(f"= over; won by {winners}")
    return "\n".join(story) + "\n"


def warlike(line, seed):
    """The moves of a war between conquerors."""
    luck = random.Random(seed)
    choose = conqueror(luck)
    position = GAME.start(setting_of(line))
    while position.outcome is None:
        move = choose(position, position.turn)
        yield str(move)
        position = position.after(move)


def wandering(line, seed):
    """The first moves of a random game: all there is, in no order."""
    luck = random.Random(seed)
    position = GAME.start(setting_of(line))
    while position.outcome is None:
        move = luck.choice(list(position.moves()))
        yield str(move)
        position = position.after(move)


if __name__ == "__main__":
    words = sys.argv[1:]
    wander = words[0] == "wander"
    seed, *setting = words[wander:]
    line = "zylatron " + " ".join(setting)
    moves = wandering(line, int(seed)) if wander else warlike(line, int(seed))
    story = islice(moves, WANDERED) if wander else moves
    sys.stdout.write(written(line, played(line, story)))
