"""Of two mistakes the newer one's rule is told, as if there had been no other before it."""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.game import Move
from controller.reading.evidence import HANDFUL
from controller.sitting.flow import Stage
from controller.values import Refusal, differing
from tests.hands.failure import Failure, Found
from tests.hands.keyed import by_key
from tests.hands.seated import Seated, lasting, sit_down

JUDGED = 4.0  # s after which a mistake is told, also where antennas are slow
GAPS = (0.1, 0.3, 0.6, 1.0, 2.0, 2.9, 3.1, 4.0)  # s between two mistakes
NEAR = 40  # sites at which mistakes are looked for


def check(panel: str, seed: int) -> Found:
    """One mistake, put right, and another: what is told of the second is told of it alone."""
    one, other = choose(panel, seed)
    if one is None or other is None:
        return Found(counts=Counter(no_two_mistakes=1))
    rule = told(table(panel, seed), other)
    rig = table(panel, seed)
    first = told_soon(rig, one)
    if rule is None or first is None or rule == first:
        return Found(counts=Counter(alike=1))
    luck = Random(f"newest gap {panel} {seed}")
    gap, lies = luck.choice(GAPS), luck.random() < 0.5 and apart(rig, one, other)
    if not lies:
        rig.bench.stand(rig.table.position.layout())
        rig.bench.refresh()
    rig.wait(gap)
    if by_key(other) and not heeded(rig):
        return Found(counts=Counter(no_key_counts=1))
    known = list(rig.table.history)
    now = told(rig, other)
    if rig.table.history != known:  # by slow antennas it was something else, and no mistake
        return Found(counts=Counter(recorded=1))
    if now == rule:
        return Found(counts=Counter(gestures=2))
    position = f"{other} is refused by {rule.rule} {rule.words}, and {name(now)} is told"
    gesture = (
        f"{one} ({first.rule} {first.words}), {'left' if lies else 'put back'}, {gap} s, {other}"
    )
    failure = Failure(
        "newest", "old rule", rig.game.name, panel, seed, position, gesture, rig.told()
    )
    return Found((failure,), Counter(gestures=2))


def name(rule: Refusal | None) -> str:
    return f"{rule.rule} {rule.words}" if rule else "nothing"


def table(panel: str, seed: int) -> Seated:
    """Return a table at some moment of a game, chosen by the seed."""
    return sit_down(panel, Random(f"newest {panel} {seed}"))


def choose(panel: str, seed: int) -> tuple[Move | None, Move | None]:
    """Two attempts at the same moment that different rules forbid."""
    luck, rig = Random(f"newest moves {panel} {seed}"), table(panel, seed)
    position = rig.table.position
    cells = lasting(rig)
    near = frozenset(luck.sample(cells, min(NEAR, len(cells)))) | rig.bench.stacks.keys()
    near |= {site for site, sense in rig.wiring.senses.items() if sense.momentary}
    wrong = {move: why for move in position.attempts(near) if (why := position.refusal(move))}
    rules = sorted({(why.rule, why.words) for why in wrong.values()})
    pair = luck.sample(rules, 2) if len(rules) > 1 else []
    chosen = [
        luck.choice(
            sorted((m for m, why in wrong.items() if (why.rule, why.words) == rule), key=str)
        )
        for rule in pair
    ]
    return (chosen[0], chosen[1]) if chosen else (None, None)


def told(rig: Seated, move: Move) -> Refusal | None:
    """Try this, and wait until all is told of it."""
    attempt(rig, move)
    rig.wait(JUDGED)
    return rig.table.notice


def told_soon(rig: Seated, move: Move) -> Refusal | None:
    """Try this, and wait until anything is told of it."""
    attempt(rig, move)
    until = rig.clock.now() + JUDGED
    while rig.table.notice is None and rig.clock.now() < until:
        rig.wait(0.02)
    return rig.table.notice


def attempt(rig: Seated, move: Move) -> None:
    rig.hand.do(rig.hand.motions.make(move, rig.table.position))


def heeded(rig: Seated) -> bool:
    """A key counts, since nothing has to be put right first."""
    until = rig.clock.now() + JUDGED
    while rig.table.stage is not Stage.WAITING and rig.clock.now() < until:
        rig.wait(0.02)
    return rig.table.stage is Stage.WAITING


def apart(rig: Seated, one: Move, other: Move) -> bool:
    """The two have no site in common, and are few enough to be told from a sweep."""
    position = rig.table.position
    sites = [
        differing(position.layout(), position.after(move).layout()) | move.touches
        for move in (one, other)
    ]
    return sites[0].isdisjoint(sites[1]) and sum(map(len, sites)) <= HANDFUL
