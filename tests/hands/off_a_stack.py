"""One wrong lift off a stack: who does what is said ends with the board as the record has it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from controller.game import Position
from controller.games import SHELF
from controller.values import CHANCE, Seat, Site, Trace, standing
from tests.hands.failure import Failure, Found
from tests.hands.obeying import ObedientHand
from tests.hands.seated import Seated, lasting, seated, trajectory
from tests.panels import load_panel

ANSWERED = 5.0  # s by which the table has made up its mind
STEPS = 12  # of obedience, at most


def check(panel: str, seed: int) -> Found:
    """The top piece of any stack is set on any empty cell where no lawful move would bring it."""
    luck = Random(f"stacked {panel} {seed}")
    rig = at_a_stack(panel, luck)
    if rig is None:
        return Found(counts=Counter(no_stack=1))
    lifts = [(site, goal) for site in stacked(rig) for goal in wrong_goals(rig, site)]
    if not lifts:
        return Found(counts=Counter(no_stack=1))
    source, goal = luck.choice(lifts)
    stood = by_name(rig)
    piece = rig.bench.lift(source)
    rig.wait(luck.choice([0.1, 0.5, 2.0]))
    rig.bench.put(piece, goal)
    rig.wait(ANSWERED)
    hand = ObedientHand(rig, luck, {piece.name: source})
    wrong = "" if hand.obey(STEPS) else "no way back"
    if not wrong and by_name(rig) != recorded(rig):
        wrong = "content with a wrong board"
    if not wrong:
        return Found(counts=Counter(lifts=1, steps=len(hand.done)))
    act = f"lift {source} {piece.name}, put {goal}; stood {stood[source]}"
    told = f"{rig.told()}; did {', '.join(hand.done)}; astray {rig.astray()}"
    failure = Failure("stacked", wrong, rig.game.name, panel, seed, "", act, told)
    return Found((failure,), Counter(lifts=1))


def at_a_stack(panel: str, luck: Random) -> Seated | None:
    """A table at some moment of a game at which pieces stand on each other."""
    way = [position for _, position in trajectory(SHELF[load_panel(panel).file.game], luck)]
    acting = [p for p in way if p.actors and CHANCE not in p.actors]
    high = [p for p in acting if tops(p)]
    others = [p for p in high if p.actors.isdisjoint(tops(p))]
    chosen = others if others and luck.random() < 0.5 else high
    return seated(panel, luck, luck.choice(chosen)) if chosen else None


def tops(position: Position[Any]) -> set[Seat]:
    """Whose pieces lie upon others."""
    layout = position.layout()
    stacks = (standing(layout, site) for site in layout)
    return {stack[-1].seat for stack in stacks if len(stack) > 1}


def stacked(rig: Seated) -> list[Site]:
    """Where pieces stand on each other."""
    return [site for site in lasting(rig) if len(rig.bench.stacks.get(site, ())) > 1]


def wrong_goals(rig: Seated, source: Site) -> list[Site]:
    """The empty cells at which no lawful move would feel like this piece set down there."""
    lawful = rig.table.moments[-1].known
    empty = [site for site in lasting(rig) if not rig.bench.stacks.get(site)]
    return [goal for goal in empty if not lawful.completed(felt(rig, source, goal))]


def felt(rig: Seated, source: Site, goal: Site) -> Trace:
    """What the top piece of one site leaves when it is set on the other."""
    before = rig.table.position.layout()
    *below, top = standing(before, source)
    after = {**before, source: tuple(below), goal: (top,)}
    return Trace.of(before, after, rig.wiring.senses, frozenset())


def by_name(rig: Seated) -> dict[Site, list[str]]:
    """The pieces on every cell, from the bottom up."""
    stacks = {site: [p.name for p in rig.bench.stacks.get(site, ())] for site in lasting(rig)}
    return {site: names for site, names in stacks.items() if names}


def recorded(rig: Seated) -> dict[Site, list[str]]:
    """Return the names of the pieces on each site, as recorded."""
    layout = rig.table.position.layout()
    stacks = {site: [p.name for p in standing(layout, site)] for site in lasting(rig)}
    return {site: names for site, names in stacks.items() if names}
