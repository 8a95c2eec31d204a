"""A random game written down: `python -m tests.space_walk.write_playthrough SEED SEATS > FILE`."""

from controller.games.space_walk import GAME
from controller.games.space_walk.moves import Phase
from tests.story import Story, scores


def told(before, move, after):
    """The score after every group and step."""
    landed = before.phase in (Phase.LAND, Phase.STEP) and not after.group
    return scores(after) if landed else ""


STORY = Story(GAME, told)

if __name__ == "__main__":
    STORY.main()
