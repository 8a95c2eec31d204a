"""The criteria: each counts one thing that speaks against a hypothesis, in one column of its cost.

To change how hands are read, change a criterion, or the order of the columns of `Cost`.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from itertools import pairwise

from msgspec import Struct

from controller.reading.evidence import gone_from
from controller.reading.hypothesis import Cost, Hypothesis, Kind
from controller.reading.move_index import Mark
from controller.reading.order import early_arrivals, inverted, left_later, sources, told_at
from controller.reading.timing import WAITS
from controller.values import CHANCE, Site, Trace, is_part, looks, standing


class Criterion(Struct, frozen=True):
    """A named count; the name appears in tests and in `stardeck why`."""

    name: str
    column: str  # of Cost
    count: Callable[[Hypothesis], int]


# ------------------------------------------------------------------------------------- impossible


def denied(one: Hypothesis) -> int:
    """1 if NO was pressed to these changes, so that only undoing them is possible."""
    return int(one.evidence.denied and one.kind in (Kind.LAWFUL, Kind.REVISION, Kind.MISTAKE))


def swept(one: Hypothesis) -> int:
    """1 if many sites changed at once, so that no hand moved these pieces; they may be put back."""
    evidence = one.evidence
    moved = not evidence.felt.swept.isdisjoint(evidence.seen.changes)
    return int(moved and one.kind is Kind.LAWFUL)


def effect_before_cause(one: Hypothesis) -> int:
    """Count goals that were reached too long before the piece left its source."""
    evidence = one.evidence
    early = {site for site, _ in early_arrivals(evidence)} if evidence.came else None
    if not early or one.kind not in (Kind.LAWFUL, Kind.MISTAKE, Kind.REVISION):
        return 0
    if changes_left_over(one):
        return 0  # one mistake among several proves nothing about the order of all
    revised = one.kind is Kind.REVISION
    telling = evidence.seen.changes.keys() if revised else one.mark.trace.changes.keys()
    ways = sources(evidence.layout, one.end.layout())
    return sum(
        ways[goal] <= telling and all(left_later(source, goal, evidence) for source in ways[goal])
        for goal in early & ways.keys()
    )


def another_piece(one: Hypothesis) -> int:
    """Count pieces that were followed to a site where this account has another piece.

    A stack that nothing felt shrink may be the source of any of its pieces. In a race it is unknown
    which hand held what; there `borrowed` checks whether a piece came out of the box.
    """
    evidence, felt = one.evidence, one.evidence.felt
    judged = one.kind in (Kind.LAWFUL, Kind.MISTAKE) and not evidence.race
    if not judged or not (felt.carried or felt.left):
        return 0
    sites = set(felt.carried)
    if one.next:
        sites -= evidence.seen.changes.keys()  # it may be carried on
    if one.kind is Kind.MISTAKE:
        sites &= one.mark.sites  # other sites may be another mistake
    end, before = one.end.layout(), evidence.layout
    unfelt = {piece for site in one.mark.left for piece in standing(before, site)}
    ends = [(felt.carried[site], standing(end, site)) for site in sites]
    wrong = sum(brought.isdisjoint(looks(now)) and unfelt.isdisjoint(now) for brought, now in ends)
    return wrong + (takes_from(one.mark, felt.left) if evidence.alone else 0)


def takes_from(mark: Mark, sites: frozenset[Site]) -> int:
    """Return how many sites this move takes a piece from though another piece was lifted there."""
    return sum(mark.trace.changes.get(site, True) is None for site in sites)


def borrowed(one: Hypothesis) -> int:
    """If several may act: count the mover's pieces that left the board before one was put down."""
    evidence = one.evidence
    if evidence.alone or one.kind is not Kind.LAWFUL:
        return 0
    own, changed = one.mark.trace.changes, evidence.felt.changed
    when = min((changed.get(site, 0.0) for site in own), default=0.0)
    seat = one.mark.move.seat
    return sum(
        site not in own and changed.get(site, 0.0) <= when
        for site in evidence.gone | gone_from(evidence.others, evidence.here)
        if any(piece.seat == seat for piece in standing(evidence.layout, site))
    )


def answered_too_soon(one: Hypothesis) -> int:
    """Count answers to another's move that came before it was made or could be seen."""
    evidence, felt = one.evidence, one.evidence.felt
    if one.kind is not Kind.LAWFUL or one.next or evidence.race:
        return 0
    before = evidence.here.move
    seat, seen = (before.seat if before else CHANCE), evidence.here.felt
    count = 0
    for mark in one.made:
        sites = frozenset(site for site in mark.trace.touched if felt.holds(site))
        at = told_at(sites, felt)
        answers = CHANCE != seat != mark.move.seat != CHANCE
        count += answers and at is not None and at < seen
        seen = max(seen, at + WAITS.reply if at else 0.0)
        seat = mark.move.seat if mark.move.seat != CHANCE else seat
    return count


def put_elsewhere(one: Hypothesis) -> int:
    """1 if several may act and a piece was put where this unfinished move has none."""
    if one.evidence.alone or not one.next:
        return 0
    down = {(site, now) for site, now in one.evidence.seen.changes.items() if now is True}
    return int(not any(down <= mark.trace.changes.items() for mark in one.next))


# ------------------------------------------------------------------------------- unasked, unfelt


def not_announced(one: Hypothesis) -> int:
    """1 if another move was announced by a robot or page, or is asked for by a lesson."""
    asked = one.evidence.wish or one.evidence.hoped
    return int(asked is not None and one.kind is Kind.LAWFUL and asked not in one.moves)


def changes_left_over(one: Hypothesis) -> int:
    """Count the sites that read differently from what this account predicts."""
    changes = one.evidence.seen.changes
    if one.kind is Kind.NOISE:
        return len(changes)
    if one.kind is not Kind.MISTAKE:
        return 0
    after = one.mark.trace.changes
    return sum(site not in after or not is_part(after[site], now) for site, now in changes.items())


def touches_left_over(one: Hypothesis) -> int:
    """Count sites that were touched, read as before, and are not part of this account.

    A touch can point at the end of a lawful move that no sensor felt, but not at a mistake: the
    piece at its goal may have been lifted to make room.
    """
    if one.kind is Kind.LAWFUL:
        return len(one.evidence.put_back - one.mark.sites)
    if one.kind is Kind.MISTAKE:
        return len(one.evidence.put_back - one.mark.trace.touched - one.mark.left)
    part_of = one.changed if one.kind in (Kind.TAKEBACK, Kind.REVISION) else set[Site]()
    return len(one.evidence.put_back - part_of)


def unfelt_acts(one: Hypothesis) -> int:
    """Count the pieces that came or went without a sensor or touch showing it."""
    if one.kind not in (Kind.LAWFUL, Kind.MISTAKE):
        return 0
    return len((one.mark.unfelt | one.mark.left) - one.evidence.seen.touched)


# -------------------------------------------------------------------- pieces, kind, moves, order


def pieces_moved(one: Hypothesis) -> int:
    """Return the number of pieces that end up elsewhere."""
    return one.pieces


def kind_of_act(one: Hypothesis) -> int:
    """Return the kind of act, most harmless first; a move made for a robot is a mistake."""
    return one.kind


def further_moves(one: Hypothesis) -> int:
    """Return the number of moves after the first one."""
    return max(0, len(one.moves) - 1)


def told_in_another_order(one: Hypothesis) -> int:
    """Count moves felt before the ones they follow, and arrivals felt before departures."""
    if one.kind is not Kind.LAWFUL or len(one.made) < 2:
        return 0
    felt = one.evidence.felt
    follow = (comparable(first.trace, then.trace) for first, then in pairwise(one.made))
    ways = sources(one.evidence.layout, one.end.layout())
    arrived = [(goal, left) for goal, left in ways.items() if goal in felt.touched]
    early = (all(inverted({s}, {goal}, felt) for s in left) for goal, left in arrived)
    return sum(inverted(first, then, felt) for first, then in follow) + sum(early)


def stops_not_felt(one: Hypothesis) -> int:
    """Count the cells on which a piece only stopped between two moves, and was not felt."""
    if one.kind is not Kind.LAWFUL or len(one.made) < 2:
        return 0
    senses, seen = one.evidence.senses, one.evidence.seen
    felt = seen.touched | seen.changes.keys()
    arrived = (site for mark in one.made for site, now in mark.trace.changes.items() if now)
    lifted = {site for mark in one.made for site in mark.unfelt & seen.changes.keys()}
    unfelt = lifted - one.mark.unfelt if lifted else lifted  # touched only as all of it was lifted
    return sum(site not in felt and senses[site].holds for site in arrived) + len(unfelt)


def comparable(first: Trace, then: Trace) -> tuple[Set[Site], Set[Site]]:
    """Return the sites of two moves whose times show the order of the moves.

    A stack is lifted completely before any of it is put down. Where both moves come to a site, its
    last change belongs to the second.
    """
    left, leaves = (
        frozenset(s for s, now in t.changes.items() if now is None) for t in (first, then)
    )
    came, comes = first.changes.keys() - left, then.changes.keys() - leaves
    if first.changes and then.changes and bool(came) != bool(comes):
        return left - then.touched, leaves
    return first.touched - then.touched, then.touched


CRITERIA = (
    Criterion("denied", "impossible", denied),
    Criterion("swept", "impossible", swept),
    Criterion("effect before cause", "impossible", effect_before_cause),
    Criterion("another piece", "impossible", another_piece),
    Criterion("borrowed", "impossible", borrowed),
    Criterion("answered too soon", "impossible", answered_too_soon),
    Criterion("put elsewhere", "impossible", put_elsewhere),
    Criterion("not announced", "unasked", not_announced),
    Criterion("changes left over", "unexplained", changes_left_over),
    Criterion("touches left over", "unexplained", touches_left_over),
    Criterion("unfelt acts", "unfelt", unfelt_acts),
    Criterion("pieces moved", "pieces", pieces_moved),
    Criterion("kind of act", "kind", kind_of_act),
    Criterion("further moves", "moves", further_moves),
    Criterion("told in another order", "disorder", told_in_another_order),
    Criterion("stops not felt", "disorder", stops_not_felt),
)


def cost(one: Hypothesis) -> Cost:
    """Return the cost of this hypothesis, computed once."""
    known: Cost | None = vars(one).get("cost")
    if known is None:
        columns = dict.fromkeys(Cost._fields, 0)
        for criterion in CRITERIA:
            columns[criterion.column] += criterion.count(one)
        known = vars(one)["cost"] = Cost(**columns)
    return known


def is_possible(one: Hypothesis) -> bool:
    """True if no criterion rules this hypothesis out."""
    return not any(criterion.count(one) for criterion in RULING_OUT)


RULING_OUT = tuple(one for one in CRITERIA if one.column == "impossible")
