"""A random game written down: `python -m tests.astron.write_playthrough SEED SEATS > FILE`."""

from controller.games.astron import GAME
from controller.games.astron.moves import Turn
from tests.story import Story, scores


def told(before, move, after):
    """The score after every movement of the strip."""
    return f"row {after.offset}: {scores(after)}" if isinstance(move, Turn) else ""


STORY = Story(GAME, told)

if __name__ == "__main__":
    STORY.main()
