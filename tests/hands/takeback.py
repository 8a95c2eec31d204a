"""Takeback by hand: carrying the pieces back takes back what was played since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, zip_longest
from random import Random
from typing import Any

from msgspec.structs import replace

from controller.game import Move, Position
from controller.games import SHELF
from controller.reading.evidence import is_race
from controller.reading.moment import Moment
from controller.sitting.flow import Stage
from controller.sitting.keys import BACK, NO
from controller.table_rules import TableRules
from controller.values import CHANCE, Seat, Trace, differing, standing
from tests.hands.failure import Failure, Found
from tests.hands.gestures import SEEN, STOP, Act, carried, errands, perform
from tests.hands.lights import shared_moment
from tests.hands.natural import ASKED, PATIENCE, SETTLED
from tests.hands.seated import Seated, Way, any_moment, seated, trajectory
from tests.panels import load_panel

DEEPEST = 8  # moves
AFTER = (0.1, 0.3, 1.0)  # s before a key is pressed, and after
STYLES = ("step by step", "one lift", "one grab", "two hands")


def check(panel: str, seed: int) -> Found:
    """Some moves of some game, undone by carrying the pieces back in any order."""
    luck = Random(f"takeback {panel} {seed}")
    free = luck.random() < 0.5
    rig, deep = after_some(panel, luck, free)
    if not deep:
        return Found(counts=Counter(nothing_to_undo=1))
    moments, number = list(rig.table.moments), len(rig.table.moments) - 1 - deep
    style = luck.choice(STYLES)
    acts = undoing(rig, moments[number].position, style, luck)
    for act in acts:
        perform(rig, act)
    kind = verdict(rig, moments, number, free)
    known = [moment.position for moment in moments]
    back = len(moments) > len(rig.table.moments) and rig.table.position in known
    counts = Counter(gestures=1, undone=back, deep=back and deep)
    if not kind:
        return Found(counts=counts)
    undone = "; ".join(str(moment.move) for moment in moments[number + 1 :])
    meant = f"{style}, {'all' if free else 'not all'} agreed: back past {undone}"
    gesture = "; ".join(map(str, acts))
    told = rig.told()
    failure = Failure("takeback", kind, rig.game.name, panel, seed, meant, gesture, told)
    return Found((failure,), counts)


def meanwhile(panel: str, seed: int) -> Found:
    """In a race one side takes a piece back and lets it lie: the other side's pieces count."""
    luck = Random(f"meanwhile {panel} {seed}")
    start = shared_moment(panel, luck)
    if start is None or not is_race(Moment(start, {})):
        return Found(counts=Counter(never_at_once=1))
    rig = seated(panel, luck, start, rules=TableRules(free_takeback=True))
    one, other = luck.sample(sorted(start.actors), 2)
    back = lay(rig, one, luck)
    if back is None:
        return Found(counts=Counter(nothing_to_undo=1))
    rig.wait(luck.choice(AFTER))
    rig.hand.press(BACK)
    rig.wait(luck.choice(AFTER))
    laid = [lay(rig, other, luck) for _ in range(luck.randint(1, 3))]
    rig.wait(AFTER[-1])
    made = [move for move in laid if move]
    wrong = "" if rig.table.history == made else "not counted"
    rig.bench.stand(rig.table.position.layout())
    rig.bench.refresh()
    rig.wait(ASKED)
    if rig.table.position.refusal(back) is None:
        rig.play(back)
        rig.wait(ASKED)
        wrong = wrong or ("" if rig.table.history[-1] == back else "not counted again")
    counts = Counter(gestures=len(made))
    if not wrong:
        return Found(counts=counts)
    meant = f"{back} taken back, then {', '.join(map(str, made))}"
    said = "; ".join(map(str, rig.table.history))
    failure = Failure("meanwhile", wrong, rig.game.name, panel, seed, meant, said, rig.told())
    return Found((failure,), counts)


def lay(rig: Seated, seat: Seat, luck: Random) -> Move | None:
    """Lay a piece of this side where nothing lies."""
    position, stacks = rig.table.position, rig.bench.stacks
    free = []
    for move in position.moves():
        sites = differing(position.layout(), position.after(move).layout())
        if move.seat == seat and sites and not any(map(stacks.get, sites)):
            free.append(move)
    if not free:
        return None
    move = luck.choice(free)
    rig.play(move)
    rig.wait(SEEN)
    return move


def after_some(panel: str, luck: Random, free: bool) -> tuple[Seated, int]:
    """A table in the middle of a game, and how many of its moves are to be undone."""
    way = trajectory(SHELF[load_panel(panel).file.game], luck)
    number = any_moment(way, luck)
    deeps = [k for k in range(1, min(DEEPEST, number) + 1) if moved(way, number - k, number)]
    deep = luck.choice(deeps) if deeps else 0
    first = max(0, number - deep - luck.randint(0, 2))
    played = [(move, position) for move, position in way[first + 1 : number + 1] if move]
    rules = TableRules(free_takeback=free)
    return seated(panel, luck, way[first][1], played, rules=rules), deep


def moved(way: Way, then: int, now: int) -> bool:
    """Something lies elsewhere; and somebody was to act there."""
    before, after = way[then][1], way[now][1]
    return before.layout() != after.layout() and CHANCE not in before.actors


def undoing(rig: Seated, then: Position[Any], style: str, luck: Random) -> list[Act]:
    """Every piece back to where it stood, and the strips with them."""
    senses = rig.wiring.senses
    now, before = rig.table.position.layout(), then.layout()
    lying = [
        {s: c for s, c in lay.items() if s in senses and senses[s].holds} for lay in (now, before)
    ]
    turns = [
        Act("turn", site, rows=goal - round(rig.bench.row(site), 3))
        for site, goal in before.items()
        if isinstance(goal, int) and site in senses and now.get(site) != goal
    ]
    return [*apart(carried(rig, errands(*lying), style, luck)), *turns]


def apart(acts: Sequence[Act]) -> list[Act]:
    """What comes down shortly before another piece is lifted is that, for all that reeds tell."""
    return [
        replace(act, rest=max(act.rest, STOP))
        if act.verb == "put" and later and later.verb == "lift" and later.piece != act.piece
        else act
        for act, later in zip_longest(acts, acts[1:])
    ]


def verdict(rig: Seated, moments: list[Moment], number: int, free: bool) -> str:
    """What is wrong with where the table stands now, if anything is."""
    then, table = moments[number], rig.table
    until = rig.clock.now() + PATIENCE
    while rig.clock.now() < until:
        rig.wait(ASKED)
        if table.stage in SETTLED and rig.feels_right():
            break
        if table.stage is Stage.ASKING:  # it might be a move as well: none was meant
            rig.hand.press(NO)
    if table.stage in SETTLED and rig.feels_right():
        return "" if table.moments[-1].expected == then.expected else "elsewhere"
    if begun(rig) or not wanted(moments[number:], free):
        return ""
    return f"not taken back in {table.stage.value}"


def wanted(since: list[Moment], free: bool) -> bool:
    """True if all of it can be taken back by hand: no card was seen, and sensors feel it."""
    plain = all(
        earlier.expected != later.expected and not (later.move and later.move.reveals)
        for earlier, later in pairwise(since)
    )
    several = len(since[-1].position.actors) > 1
    return (free or (plain and not several)) and not unfelt(since)


def begun(rig: Seated) -> bool:
    """What is in the air may as well be on its way to somewhere else."""
    here, felt = rig.table.moments[-1], rig.table.state.input.felt
    seen = Trace.between(here.expected, felt.lying(), frozenset())
    return rig.table.stage is Stage.MOVING and bool(here.known.taking(seen))


def unfelt(since: list[Moment]) -> bool:
    """Something would come back to where nothing feels it."""
    then, now = since[0], since[-1]
    before, after = then.position.layout(), now.position.layout()
    return any(
        set(standing(before, site)) - set(standing(after, site))
        and then.expected.get(site) == now.expected.get(site)
        for site in differing(before, after)
        if then.lasting(site)
    )
