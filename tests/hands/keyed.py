"""Every key answers: whatever stands on the board, who presses one is told what it did, or why
it does nothing, and is sent to no other key that does nothing either."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

from msgspec.structs import replace

from controller.game import Move
from controller.sitting.flow import Stage
from controller.values import CHANCE, KEY, Site
from controller.words import say
from tests.hands.failure import Failure, Found
from tests.hands.lights import shared_moment
from tests.hands.seated import Seated, seated, sit_down

CALM = 9.0  # s after which the table has said all that it says by itself
HEARD = 3.0  # s within which a key is answered
READ = 2.0  # s for which a sentence stands that somebody is to read
PRESSES = 6


def check(panel: str, seed: int) -> Found:
    """All is right, a piece is in the air, or one stands where it may not: then keys."""
    luck = Random(f"keyed {panel} {seed}")
    rig = sit_down(panel, luck)
    deed = luck.choice([at_rest, held, misplaced] if occupied(rig) else [at_rest])(rig, luck)
    rig.wait(CALM)
    keys = [site for site in rig.wiring.senses if site.startswith(KEY)]
    silent = [f"{deed}, {key}" for key in luck.choices(keys, k=PRESSES) if not answers(rig, key)]
    silent += late(rig)
    if not silent:
        return Found(counts=Counter(presses=PRESSES))
    failure = Failure(
        "keyed", "silent", rig.game.name, panel, seed, silent[0], "; ".join(silent), rig.told()
    )
    return Found((failure,), Counter(presses=PRESSES))


def chords(panel: str, seed: int) -> Found:
    """Two keys in the same instant: those of two sides both count, any others are answered."""
    luck = Random(f"chords {panel} {seed}")
    start = shared_moment(panel, luck) if luck.random() < 0.7 else None
    rig = seated(panel, luck, start) if start else sit_down(panel, luck)
    rig.wait(CALM)
    known, pair = len(rig.table.history), two_keys(rig, luck)
    lawful = both_lawful(rig, pair)
    answered = answers(rig, *pair)
    missing = [move for move in lawful if move not in rig.table.history[known:]]
    wrong = [f"{move} did not count" for move in missing] or ([] if answered else ["no answer"])
    if not wrong:
        return Found(counts=Counter(presses=2, counted=len(lawful)))
    failure = Failure(
        "chords",
        "silent",
        rig.game.name,
        panel,
        seed,
        "; ".join(wrong),
        " + ".join(pair),
        rig.told(),
    )
    return Found((failure,), Counter(presses=2))


def two_keys(rig: Seated, luck: Random) -> list[Site]:
    """Two keys that are open to different seats, or any two."""
    every = [site for site in rig.wiring.senses if site.startswith(KEY)]
    keyed = [move for move in rig.table.position.moves() if by_key(move)]
    pairs = [(a, b) for a in keyed for b in keyed if a.seat < b.seat]
    if pairs and luck.random() < 0.7:
        return [next(iter(move.touches)) for move in luck.choice(pairs)]
    return luck.sample(every, 2)


def both_lawful(rig: Seated, pair: Sequence[Site]) -> list[Move]:
    """The moves of different seats that these keys say, if each may follow the other."""
    position = rig.table.position
    moves = [move for move in position.moves() if by_key(move) and move.touches <= set(pair)]
    apart = len(moves) == len({move.seat for move in moves}) == len(pair)
    after = (position.after(one).refusal(other) for one, other in permutations(moves, 2))
    return moves if apart and not any(after) else []


def by_key(move: Move) -> bool:
    """The move is one key pressed, and nothing else."""
    return len(move.touches) == 1 and all(site.startswith(KEY) for site in move.touches)


def answers(rig: Seated, *keys: Site) -> bool:
    """Something is said or done that was not before, or NEXT has gone on to the next."""
    state = rig.table.state
    rig.table.state = replace(state, said=replace(state.said, message=None).name_rule(None))
    before = heard(rig)
    for key in keys[1:]:
        rig.bench.press(key)
    rig.hand.press(keys[0])
    until = rig.clock.now() + HEARD
    while heard(rig) == before and rig.clock.now() < until:
        rig.wait(0.05)
    answered = heard(rig) != before and not astray(rig)
    lasting = stands(rig, before)
    rig.wait(CALM)
    return (answered and lasting) or rig.table.stage is Stage.OVER


def astray(rig: Seated) -> bool:
    """One key sends to another, and that leads nowhere."""
    message = rig.table.message
    back = message is not None and "press BACK" in say(message)
    return back and not isinstance(rig.table.state.way_back(), int)


def late(rig: Seated) -> list[str]:
    """When all is put right, no key counts that was answered long ago."""
    known = len(rig.table.history)
    rig.bench.stand(rig.table.position.layout())
    rig.wait(CALM)
    return [f"{move} counted late" for move in rig.table.history[known:] if move.seat != CHANCE]


def stands(rig: Seated, before: tuple[object, ...]) -> bool:
    """What was said is not gone before it was read, unless for something else.

    A question that stands may be asked again.
    """
    until = rig.clock.now() + READ
    while rig.clock.now() < until:
        rig.wait(0.05)
        if heard(rig) == before:
            return rig.table.stage is Stage.ASKING
    return True


def heard(rig: Seated) -> tuple[object, ...]:
    table = rig.table
    return (
        len(table.history),
        table.stage,
        table.message,
        table.notice,
        table.asks(),
        table.state.gesture.chosen,
        tuple(rig.news),
    )


def at_rest(rig: Seated, luck: Random) -> str:
    return "at rest"


def held(rig: Seated, luck: Random) -> str:
    """Somebody has a piece in his hand, and is thinking."""
    site = luck.choice(occupied(rig))
    rig.hand.lift(site)
    return f"{site} lifted"


def misplaced(rig: Seated, luck: Random) -> str:
    """A piece stands on any cell at all."""
    site = luck.choice(occupied(rig))
    free = [
        s for s, sense in rig.wiring.senses.items() if sense.holds and not rig.bench.stacks.get(s)
    ]
    where = luck.choice(free)
    rig.hand.lift(site)
    rig.wait(0.4)
    rig.hand.put(where)
    return f"{site} on {where}"


def occupied(rig: Seated) -> list[Site]:
    senses = rig.wiring.senses
    return [s for s, stack in rig.bench.stacks.items() if stack and s in senses and senses[s].holds]
