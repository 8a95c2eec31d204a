"""Pieces that look alike are alike: whichever of them is set up, and carried, the table plays."""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.game import Move
from controller.reading.move_index import marks
from controller.values import CHANCE, Piece, Site
from tests.hands.failure import Failure, Found
from tests.hands.gestures import errands, plain
from tests.hands.seated import Seated, any_kind, begin

READ = 2.5  # s by which every antenna has told of what lies there
TURNS = 4


def check(panel: str, seed: int) -> Found:
    """The pieces of a new game are set up by somebody who sees no numbers on them, and moved."""
    luck = Random(f"copies {panel} {seed}")
    rig = begin(panel, luck)
    exchange(rig, luck)
    wrong, moves = asked(rig), 0
    while not wrong and moves < TURNS and (move := any_carried(rig, luck)):
        wrong = carried(rig, move)
        moves += 1
    if not wrong:
        return Found(counts=Counter(games=1, moves=moves))
    told = f"{rig.told()}; astray {rig.astray()}"
    failure = Failure("copies", wrong, rig.game.name, panel, seed, "", "", told)
    return Found((failure,), Counter(games=1, moves=moves))


def exchange(rig: Seated, luck: Random) -> None:
    """Put every piece where one that looks like it stood, while the board is away."""
    looks = rig.looks()
    places = [(site, n) for site, stack in rig.bench.stacks.items() for n in range(len(stack))]
    by_look: dict[object, list[tuple[Site, int]]] = {}
    for site, number in places:
        piece = rig.bench.stacks[site][number]
        by_look.setdefault(looks.get((piece.name, piece.seat)), []).append((site, number))
    rig.bench.unplug()
    rig.wait(1.0)
    for alike in by_look.values():
        pieces = [rig.bench.stacks[site][number] for site, number in alike]
        for (site, number), piece in zip(alike, luck.sample(pieces, len(pieces)), strict=True):
            rig.bench.stacks[site][number] = piece
    rig.bench.plug()
    rig.bench.refresh()
    rig.wait(READ)


def asked(rig: Seated) -> str:
    """What the table asks for, though every piece stands as it should for all that eyes tell."""
    step = rig.table.state.recovery.step
    return "asked for other pieces" if step and (step.source or step.target) else ""


def any_carried(rig: Seated, luck: Random) -> Move | None:
    """A lawful move that carries pieces, and nothing else, and that is felt like no other."""
    position, known = rig.table.position, rig.table.moments[-1].known
    if position.actors <= {CHANCE}:
        return None
    carrying = [move for move in position.moves() if plain(rig, position, move)]
    felt = marks(position, carrying, rig.wiring.senses)
    moves = [m.move for m in felt if not m.hidden and len(known.completed(m.trace)) == 1]
    return any_kind(moves, luck) if moves else None


def carried(rig: Seated, move: Move) -> str:
    """Make it with whichever pieces stand there; what went wrong."""
    before = rig.table.position
    after = before.after(move)
    for errand in errands(before.layout(), after.layout()):
        piece = errand.piece
        if errand.source:
            piece = rig.bench.lift(errand.source, like(rig, errand.source, errand.piece))
            rig.wait(0.5)
        if errand.goal:
            rig.bench.put(piece, errand.goal)
            rig.wait(0.5)
    rig.wait(READ)
    if rig.table.position == before or rig.astray():
        return "not read"
    return asked(rig)


def like(rig: Seated, site: Site, piece: Piece) -> str:
    """The name of the uppermost piece there that looks like this one."""
    looks, stack = rig.looks(), rig.bench.stacks[site]
    own = looks.get((piece.name, piece.seat))
    return next(p.name for p in reversed(stack) if looks.get((p.name, p.seat)) == own)
