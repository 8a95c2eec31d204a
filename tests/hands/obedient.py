"""The obedient hand: whatever befell the board, doing what is said brings the true pieces home."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.hands.disturbance import KINDS, Disturbance
from tests.hands.failure import Failure, Found
from tests.hands.obeying import ObedientHand
from tests.hands.seated import Seated, sit_down


def check(panel: str, seed: int) -> Found:
    """One disturbance of some moment, and the way back from it."""
    luck = Random(f"obedient {panel} {seed}")
    rig = sit_down(panel, luck)
    what = luck.choice(KINDS)
    trouble = Disturbance(rig, luck)
    trouble.happen(what)
    rig.wait(1.0)
    hand = ObedientHand(rig, luck, trouble.homes)
    back = hand.obey(3 * len(trouble.displaced) + 5)
    wrong = verdict(rig, trouble, hand) if back else "no way back"
    counts = Counter(troubles=1, steps=len(hand.done))
    if not wrong:
        return Found(counts=counts)
    told = f"{rig.told()}; did {', '.join(hand.done)}; astray {rig.astray()}; held {hand.held}"
    acts = ", ".join(trouble.acts)
    return Found(
        (Failure("obedient", wrong, rig.game.name, panel, seed, what, acts, told),), counts
    )


def verdict(rig: Seated, trouble: Disturbance, hand: ObedientHand) -> str:
    """Return "" if every piece is in its place, or the table said that it cannot know."""
    astray = rig.astray()
    if not astray:
        return ""
    if not rig.feels_right():
        return "content with a wrong board"
    names = {name for lies, belong in astray.values() for name in lies if name not in belong}
    misled = bool(names & hand.carried)
    if trouble.together and (trouble.unfelt or hand.identity):
        return ""  # what came down while several were in the air nobody can know, and it was said
    if trouble.taken_unfelt and trouble.put_unfelt:
        return ""  # one vanished in a crowd, another came out of one: all felt is one carried
    if trouble.unfelt and not misled:
        return ""  # out of a crowd, or into one: nothing felt it, and nothing false was said
    return "led home crosswise" if misled else "swapped unnoticed"
