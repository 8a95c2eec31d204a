"""What a table tells of some turns, word for word: `python -m tests.hands.story PANEL SEED TURNS`.

Nothing of it may come from the order in which Python happens to keep what it was given.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from random import Random

from controller.values import CHANCE
from tests.hands.gestures import STYLES, gesture, turn
from tests.hands.natural import ASKED, Person
from tests.hands.seated import begin


def story(panel: str, seed: int, turns: int) -> Iterator[str]:
    """So many turns in natural ways, and all that was said; what goes wrong is told with it."""
    luck = Random(f"story {panel} {seed}")
    rig = begin(panel, luck)
    for _ in range(turns):
        position = rig.table.position
        if position.outcome:
            return
        if CHANCE in position.actors:
            rig.play(luck.choice(list(position.moves())))
            rig.wait(ASKED)
            continue
        rig.log.clear()
        person = Person(rig, gesture(rig, turn(position, luck), luck.choice(STYLES), luck))
        wrong = person.act()
        answers = " | ".join("; ".join(map(str, run)) for run in rig.table.state.gesture.answers)
        yield f"{rig.told()} {wrong} {answers}"
        if wrong or rig.astray():
            return


def main(turns: str, *cases: str) -> None:
    """Print the story of each case, such as astron:1, every line with the case before it."""
    logging.disable(logging.WARNING)  # nobody looks after the robots' mistakes here
    for case in cases:
        panel, seed = case.split(":")
        for told in story(panel, int(seed), int(turns)):
            sys.stdout.write(f"{case} {told}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
