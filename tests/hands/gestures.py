"""From a run of moves to what hands do: one lift or several, a grab, any order, with pauses."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Move, Position
from controller.values import CHANCE, Layout, Piece, Sense, Site, differing, kind, standing
from sims.bench.hal import AUDIT
from sims.bench.motions import departures
from tests.hands.seated import Seated, any_kind, lasting

LENGTHS = (1, 2, 2, 3, 3, 4)  # moves of one turn
HELD = (0.1, 0.15, 0.3, 0.8, 2.0)  # s that somebody holds what he points with
PAUSES = (0.0, 0.02, 0.1, 0.3, 0.6, 1.0, 2.0)  # s between two acts
STOP = 0.6  # s that a piece stands where its stop is to be told
SEEN = 0.25  # s that nobody replies faster than: it takes so long to see something and act
QUICK = 3  # the first pauses of these, within one grab
BRIEF = 0.12  # s, a touch on the way
STYLES = ("step by step", "one lift", "one grab", "two hands", "by the way")


class Act(Struct, frozen=True):
    """One thing a hand does, and how long it rests before the next."""

    verb: str
    site: Site = Site("")
    piece: Piece | None = None
    rows: float = 0.0
    move: Move | None = None
    rest: float = 0.0  # s
    held: float = 0.0  # s in the air, of what is only pointed with

    def __str__(self) -> str:
        name = self.piece.name if self.piece else str(self.move or "")
        words = [self.verb, self.site, name, f"({self.rest:g} s)" if self.rest else ""]
        return " ".join(word for word in words if word)


class Errand(Struct, frozen=True):
    """A piece on its way: out of the box where it has no source, into it where it has no goal."""

    piece: Piece
    source: Site | None
    goal: Site | None


class Part(Struct, frozen=True):
    """Acts, and the position they lead to."""

    acts: tuple[Act, ...]
    goal: Position[Any]
    moves: tuple[Move, ...]


def turn(position: Position[Any], luck: Random) -> list[Move]:
    """Some moves of one seat, one after the other, as long as it may act."""
    seat = luck.choice(sorted(position.actors - {CHANCE}))
    run: list[Move] = []
    length = luck.choice(LENGTHS)
    while len(run) < length and seat in position.actors:
        move = any_kind([move for move in position.moves() if move.seat == seat], luck)
        run.append(move)
        position = position.after(move)
    return run


def gesture(rig: Seated, run: Sequence[Move], style: str, luck: Random) -> list[Part]:
    """All the hand does; what has to be shown or pressed parts what can be done in one go."""
    parts: list[Part] = []
    position = start = rig.table.position
    if style == "by the way" and together(position, run):
        style = "one lift"
    carried: list[Move] = []
    for move in run:
        if goes_on(rig, position, move, carried) and style != "step by step":
            carried.append(move)
            position = position.after(move)
            continue
        if plain(rig, position, move):
            parts += carry_all(rig, start, position, carried, style, luck)
            start, carried, position = position, [move], position.after(move)
            continue
        parts += carry_all(rig, start, position, carried, style, luck)
        start, carried, before = position.after(move), [], position
        position = start
        parts.append(Part(tuple(said(rig, before, move, luck)), position, (move,)))
    parts += carry_all(rig, start, position, carried, style, luck)
    return [stopping(part, parts[number + 1 :]) for number, part in enumerate(parts)]


def stopping(part: Part, later: Sequence[Part]) -> Part:
    """What is lifted again is left where it stopped for a moment: a brief touch tells nothing.

    Who replies has seen what he replies to. What comes down in the very instant in which another
    piece is lifted is, for all that reeds can tell, that piece.
    """
    if not part.acts:  # what nothing on this panel feels, and no hand does
        return part
    put = {act.piece for act in part.acts if act.verb == "put"}
    again = any(act.verb == "lift" and act.piece in put for one in later for act in one.acts)
    reply = bool(later) and later[0].moves[0].seat != part.moves[-1].seat
    *acts, last = part.acts
    least = STOP if again else SEEN if reply else 0.0
    return replace(part, acts=(*acts, replace(last, rest=max(last.rest, least))))


def together(position: Position[Any], run: Sequence[Move]) -> bool:
    """Several act: first come is first served, so a piece counts where it is first set down."""
    several = len(position.actors) > 1
    for move in run:
        position = position.after(move)
        several |= len(position.actors) > 1
    return several


def goes_on(rig: Seated, position: Position[Any], move: Move, carried: Sequence[Move]) -> bool:
    """It may be done in one go with what was carried before.

    Not while several act: there each piece counts as it is laid, and first come is first served.
    Nor does a piece leave the board that was only now set down: where it stood is told by that.
    """
    if not plain(rig, position, move) or len(position.actors) > 1:
        return False
    if carried and carried[-1].seat != move.seat:  # whoever replies waits for what he replies to
        return False
    gone = {
        errand.piece
        for errand in errands(position.layout(), position.after(move).layout())
        if not errand.goal
    }
    return not (gone and carried and gone & {errand.piece for errand in rig_moved(rig, position)})


def rig_moved(rig: Seated, position: Position[Any]) -> list[Errand]:
    """What stands elsewhere in this position than the table has it."""
    return errands(rig.table.position.layout(), position.layout())


def plain(rig: Seated, position: Position[Any], move: Move) -> bool:
    """Pieces are carried, and nothing else: no key, no card, no strip."""
    changed = differing(position.layout(), position.after(move).layout())
    senses = rig.wiring.senses
    return bool(changed) and not move.touches and all(senses[site].holds for site in changed)


def carry_all(
    rig: Seated,
    start: Position[Any],
    end: Position[Any],
    moves: Sequence[Move],
    style: str,
    luck: Random,
) -> list[Part]:
    if not moves:
        return []
    acts = carried(rig, errands(start.layout(), end.layout()), style, luck)
    return [Part(tuple(acts), end, tuple(moves))]


def errands(before: Layout, after: Layout) -> list[Errand]:
    """Which pieces go where, from the first layout to the last."""
    came = {(piece.name, piece.seat): (site, piece) for site, piece in departures(after, before)}
    found = []
    for site, piece in departures(before, after):
        goal, there = came.pop((piece.name, piece.seat), (None, piece))
        found.append(Errand(there, site, goal))
    return found + [Errand(piece, None, site) for site, piece in came.values()]


def carried(rig: Seated, todo: list[Errand], style: str, luck: Random) -> list[Act]:
    """Lifts and puts, each piece lifted before it is put, else in any order.

    What goes together goes in one grab: a star takes along what stands on it.
    """
    grabs = luck.sample(found := bundles(todo, luck), len(found))
    lifts = [[Act("lift", e.source, e.piece) for e in grab if e.source] for grab in grabs]
    puts = [[Act("put", e.goal, e.piece) for e in grab if e.goal] for grab in grabs]
    lifts = [together_in_time(acts, luck) for acts in lifts]
    puts = [together_in_time(acts, luck) for acts in puts]
    if style == "one grab":
        order = [*lifts, *luck.sample(puts, len(puts))]
    elif style == "two hands":
        order = interleaved(lifts, puts, luck)
    else:
        order = [acts for pair in zip(lifts, puts, strict=True) for acts in pair]
    if style == "by the way":
        order = [touching(rig, acts, luck) for acts in order]
    return [act for acts in order for act in acts]


def bundles(todo: list[Errand], luck: Random) -> list[list[Errand]]:
    """What goes the same way; what leaves the board or comes to it goes one by one."""
    ways: dict[object, list[Errand]] = {}
    for errand in luck.sample(todo, len(todo)):
        together = errand.source and errand.goal
        way = (errand.source, errand.goal) if together else errand.piece
        ways.setdefault(way, []).append(errand)
    return list(ways.values())


def together_in_time(acts: list[Act], luck: Random) -> list[Act]:
    """The acts of one grab, close upon each other; after the last the hand may rest."""
    return [rested(act, luck, len(PAUSES) if act is acts[-1] else QUICK) for act in acts]


def rested(act: Act, luck: Random, choices: int = len(PAUSES)) -> Act:
    return replace(act, rest=luck.choice(PAUSES[:choices]))


def interleaved(lifts: list[list[Act]], puts: list[list[Act]], luck: Random) -> list[list[Act]]:
    """Any order in which nothing is put before it is lifted."""
    order = list(lifts)
    for lifted, put in luck.sample(pairs := list(zip(lifts, puts, strict=True)), len(pairs)):
        place = next(n for n, acts in enumerate(order) if acts is lifted)
        order.insert(luck.randint(place + 1, len(order)), put)
    return order


def touching(rig: Seated, acts: list[Act], luck: Random) -> list[Act]:
    """On its way a piece is set down for a moment where nothing stands."""
    empty = [site for site in lasting(rig) if site not in rig.bench.stacks]
    if len(acts) != 1 or acts[0].verb != "put" or not empty:
        return acts
    site, piece = luck.choice(empty), acts[0].piece
    down = Act("put", site, piece, rest=luck.uniform(0.02, BRIEF))
    return [down, Act("lift", site, piece, rest=luck.uniform(0.05, 0.3)), *acts]


def said(rig: Seated, position: Position[Any], move: Move, luck: Random) -> list[Act]:
    """A move as the rules judge it: cards shown, pieces carried, keys pressed, strips turned."""
    before, after = position.layout(), position.after(move).layout()
    senses = rig.wiring.senses
    changed = sorted(differing(before, after))
    spoken = all(senses[site].momentary for site in changed) and not move.touches
    if spoken and (rig.table.luck or not changed):
        return [rested(Act("say", move=move), luck)]
    taps = [
        Act("tap", site, standing(after, site)[-1])
        for site in changed
        if senses[site] is Sense.TAP and standing(after, site)
    ]
    lying = [{s: c for s, c in lay.items() if senses[s].holds} for lay in (before, after)]
    moved = carried(rig, errands(*lying), "one lift", luck)
    points = [Act("point", site, held=luck.choice(HELD)) for site in sorted(move.touches)]
    turns = [
        Act("turn", site, rows=goal - round(rig.bench.row(site), 3))
        for site, goal in after.items()
        if isinstance(goal, int) and before.get(site) != goal
    ]
    shown, pointed = ([rested(act, luck) for act in acts] for acts in (taps, [*points, *turns]))
    return [*shown, *moved, *pointed]


def perform(rig: Seated, act: Act) -> None:
    """Do it on the bench, and rest."""
    bench = rig.bench
    rig.acted = rig.clock.now()
    match act.verb:
        case "lift":
            assert act.piece
            rig.in_air.append(bench.lift(act.site, act.piece.name))
        case "put":
            assert act.piece
            bench.put(taken(rig, act.piece), act.site)
        case "tap":
            assert act.piece
            bench.tap(act.site, act.piece.name)
        case "point":
            rig.hand.point(act.site, act.held)
        case "turn":
            rig.wait(bench.turn(act.site, act.rows) + 0.1)
        case "say":
            assert act.move
            rig.say(act.move)
    rest = max(act.rest, answered(rig, act))
    rig.wait(rest)
    rig.rested(rest)


def taken(rig: Seated, piece: Piece) -> Piece:
    """This piece out of the hand or the box; the one like it in the hand, if this one stands."""
    stands = any(piece.name == p.name for stack in rig.bench.stacks.values() for p in stack)
    alike = [p for p in rig.in_air if stands and kind(p.name) == kind(piece.name)]
    held = next((p for p in rig.in_air if p.name == piece.name), None) or next(iter(alike), piece)
    rig.in_air = [p for p in rig.in_air if p is not held]
    return held


def answered(rig: Seated, act: Act) -> float:
    """s until a light answers where no reed moves: coils are looked at in turn, and one waits."""
    left = len(rig.bench.stacks.get(act.site, ())) - (act.verb == "put")
    crowd = act.verb in ("lift", "put") and left > 0
    coil = rig.wiring.wakes and rig.wiring.senses.get(act.site) is Sense.TAG
    return AUDIT + 0.3 if crowd and coil else 0.0
