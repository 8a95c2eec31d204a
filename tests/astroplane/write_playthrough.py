"""A random game written down: `python -m tests.astroplane.write_playthrough SEED SEATS > FILE`."""

import random
import sys

from controller.game import Setting
from controller.games.astroplane import GAME


def setting_of(line):
    """`astroplane 4 with match`, read."""
    head, _, options = line.partition(" with ")
    return Setting(int(head.split()[1]), options=dict.fromkeys(options.split(), True))


def played(line, moves):
    """The moments of a game after each of these moves, all of them lawful."""
    position = GAME.start(setting_of(line))
    for text in moves:
        move = GAME.parse(text)
        assert position.refusal(move) is None, f"{text}: {position.refusal(move)}"
        after = position.after(move)
        yield position, move, after
        position = after


def written(line, steps):
    """The setting, every move, and the score whenever it changes and at the end."""
    story = [line]
    for before, move, after in steps:
        story.append(str(move))
        if after.scores() != before.scores():
            story.append(f"= {' '.join(map(str, after.scores()))}")
    winners = " ".join(str(seat + 1) for seat in sorted(after.outcome.winners))
    story.append(f"= over: {' '.join(map(str, after.outcome.scores))}; won by {winners}")
    return "\n".join(story) + "\n"


def random_moves(line, seed):
    """The moves of a random game."""
    luck = random.Random(seed)
    position = GAME.start(setting_of(line))
    while position.outcome is None:
        move = luck.choice(position.moves())
        yield str(move)
        position = position.after(move)


if __name__ == "__main__":
    seed, *setting = sys.argv[1:]
    line = "astroplane " + " ".join(setting)
    sys.stdout.write(written(line, played(line, random_moves(line, int(seed)))))
