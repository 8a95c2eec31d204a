"""Suggestions: what may be typed at a simulated board for the possible moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from controller.reading.move_index import Mark, led_to, marks
from controller.sitting.mending.way_back import Step
from controller.sitting.table import Table
from controller.values import (
    CHANCE,
    KEY,
    Layout,
    Piece,
    Seat,
    Sense,
    Site,
    Stack,
    kind,
    standing,
)

OFFERED = 12  # suggestions at once
EXAMINED = 200  # moves; where there are more, no list of them is complete anyway
PIECE_JOINER = "+"  # joins the names of pieces that are lifted together


class Journey(Struct, frozen=True):
    """Pieces that one move carries together; without a source out of the box, or into it."""

    pieces: tuple[Piece, ...]  # bottom to top
    source: Site | None
    goal: Site | None


class HandState(Struct, frozen=True):
    """What the simulated hand holds, and what really stands on the board, felt or not."""

    held: frozenset[str] = frozenset()
    pieces: Mapping[Site, Stack] = {}

    def astray(self, piece: Piece, layout: Layout) -> Site | None:
        """Return where this piece was put unfelt, though it should not stand there."""
        for site, stack in self.pieces.items():
            belong = [kind(one.name) for one in standing(layout, site)]
            alike = [one for one in stack if kind(one.name) == kind(piece.name)]
            if piece in alike and len(alike) > belong.count(kind(piece.name)):
                return site
        return None

    def has_put(self, one: Journey) -> bool:
        """True if these pieces stand at their goal already."""
        there = self.pieces.get(one.goal, ()) if one.goal else ()
        return {piece.name for piece in one.pieces} <= {piece.name for piece in there}


def suggestions(table: Table, seat: Seat, hand: HandState) -> list[str]:
    """Return the lines that begin, or go on with, the possible moves of this seat.

    What a hand holds goes first: only moves that need it are suggested, if there are any.
    """
    own = (move for move in table.position.moves() if move.seat in (seat, CHANCE))
    some = marks(table.position, islice(own, EXAMINED), table.senses)
    keyed = (mark for mark in table.moments[-1].known.marks if not mark.trace.changes)
    every = [mark for mark in (*keyed, *some) if mark.move.seat in (seat, CHANCE)]
    found = [line_for(mark, table, hand) for mark in every]
    lines = [line for line in found if hand.held and line.startswith("put ")] or found
    known = sorted(dict.fromkeys(lines), key=lambda line: not line.startswith("press "))
    return known if len(known) <= OFFERED else [*known[:OFFERED], "..."]


def line_for(mark: Mark, table: Table, hand: HandState) -> str:
    """Return the next line to type for this move, by hand, with a key or by word."""
    senses, changes, touched = table.senses, mark.trace.changes, mark.trace.touched
    for site, reading in changes.items():
        if senses[site] is Sense.TAP:
            return f"play {str(reading).split('.')[0]}"
        if senses[site] is Sense.DIAL and isinstance(reading, int):
            return f"turn {reading - whole_row(table, site):+g}"
    before = table.position.layout()
    travels = journeys(before, *led_to(table.position, mark.move, before))
    if travels:
        left = [one for one in travels if not hand.has_put(one)]
        steps = (step(one, before, hand) for one in left)
        return next(filter(None, steps), "press yes")  # else nothing could feel it
    keys = [site.removeprefix(KEY) for site in touched if site.startswith(KEY)]
    return f"press {keys[0]}" if len(keys) == len(touched) == 1 else f"say {mark.move}"


def step_line(step: Step, layout: Layout, hand: HandState) -> str:
    """Return the line to type for this step of the way back; "" if the hand has to look first."""
    if step.dial and step.row is None:
        return f"turn {step.rows:+g}"
    if step.source:
        return f"move {step.source} {step.target}" if step.target else f"lift {step.source}"
    if not step.target:
        return ""
    there = {piece.name for piece in hand.pieces.get(step.target, ())}
    lacking = [one.name for one in standing(layout, step.target) if one.name not in there]
    names = [name for name in lacking if step.piece in ("", name, kind(name))] or [step.piece]
    own = next((name for name in names if name in hand.held), "")
    if hand.held:
        return f"put {step.target} {own}".rstrip()
    return f"fetch {names[0]}" if names[0] else ""


def journeys(before: Layout, after: Layout, sites: Collection[Site]) -> list[Journey]:
    """Return the journeys of a move: first what leaves the board, then what is carried over it."""
    stood = dict(pieces_on(before, sites))
    stands = dict(pieces_on(after, sites))
    together: defaultdict[tuple[Site | None, Site | None], list[Piece]] = defaultdict(list)
    for piece in [*stood, *(piece for piece in stands if piece not in stood)]:
        way = stood.get(piece), stands.get(piece)
        if way[0] != way[1]:
            together[way].append(piece)
    found = [Journey(tuple(pieces), *way) for way, pieces in together.items()]
    return sorted(found, key=lambda one: one.goal is not None)


def pieces_on(layout: Layout, sites: Iterable[Site]) -> Iterator[tuple[Piece, Site]]:
    """Yield every piece on these sites with its site."""
    return ((piece, site) for site in sites for piece in standing(layout, site))


def step(one: Journey, before: Layout, hand: HandState) -> str:
    """Return the next line of this journey; "" if it only has to stay in the hand."""
    names = [piece.name for piece in one.pieces]
    if hand.held.issuperset(names):
        return f"put {one.goal} {count_word(names, len(hand.held))}".rstrip() if one.goal else ""
    source = one.source or hand.astray(one.pieces[0], before)
    if source is None:
        return f"fetch {names[0]}"
    stack = [piece.name for piece in hand.pieces.get(source) or standing(before, source)]
    top = names == stack[-1:]
    if one.goal and top:
        return f"move {source} {one.goal}"
    return f"lift {source} {'' if top else count_word(names, len(stack))}".rstrip()


def count_word(names: Sequence[str], of: int) -> str:
    """Return the word that chooses these of so many pieces; "" for the only one."""
    if len(names) == of:
        return "all" if of > 1 else ""
    return PIECE_JOINER.join(names)


def whole_row(table: Table, site: Site) -> int:
    """Return the row at which the game has this strip."""
    content = table.position.layout().get(site, 0)
    return content if isinstance(content, int) else 0
