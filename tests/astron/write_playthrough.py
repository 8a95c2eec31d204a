"""A random game written down: `python -m tests.astron.write_playthrough SEED SEATS > FILE`."""

import random
import sys

from controller.game import Setting
from controller.games import SHELF
from controller.games.astron.moves import Turn

GAME = SHELF["astron"]


def setting_of(line):
    """`astron 4 teams 1,3 2,4 with heat_symmetric`, read."""
    head, _, options = line.partition(" with ")
    head, _, teams = head.partition(" teams ")
    return Setting(
        int(head.split()[1]),
        teams=tuple(tuple(int(s) - 1 for s in team.split(",")) for team in teams.split()),
        options=dict.fromkeys(options.split(), True),
    )


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
    """The setting, every move, and the score after every movement of the Base and at the end."""
    story = [line]
    for _, move, after in steps:
        story.append(str(move))
        if isinstance(move, Turn):
            story.append(f"= row {after.offset}: {' '.join(map(str, after.scores()))}")
    winners = " ".join(str(seat + 1) for seat in sorted(after.outcome.winners))
    story.append(f"= over: {' '.join(map(str, after.outcome.scores))}; won by {winners}")
    return "\n".join(story) + "\n"


def random_moves(line, seed):
    """The moves of a random game."""
    luck = random.Random(seed)
    position = GAME.start(setting_of(line))
    while position.outcome is None:
        move = luck.choice(list(position.moves()))
        yield str(move)
        position = position.after(move)


if __name__ == "__main__":
    seed, *setting = sys.argv[1:]
    line = "astron " + " ".join(setting)
    sys.stdout.write(written(line, played(line, random_moves(line, int(seed)))))
