"""A random game written down: `python -m tests.astroplane.write_playthrough SEED SEATS > FILE`."""

from controller.games.astroplane import GAME
from tests.story import Story, scores


def told(before, move, after):
    """The score whenever it changes."""
    return scores(after) if after.scores() != before.scores() else ""


STORY = Story(GAME, told)

if __name__ == "__main__":
    STORY.main()
