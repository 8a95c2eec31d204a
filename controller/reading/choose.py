"""From evidence to a decision: rank the hypotheses, take the cheapest, wait until it is certain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Move
from controller.reading.criteria import cost, stops_not_felt
from controller.reading.evidence import Evidence, has_antenna, settle_time
from controller.reading.hypothesis import Hypothesis, Kind, distinct
from controller.reading.moment import Moment
from controller.reading.move_index import Mark, marks, may_become
from controller.reading.order import early_arrivals
from controller.reading.sources import (
    Attempt,
    broken_rules,
    gestures,
    may_be_early,
    newest_broken_rule,
    plainest,
    revisions,
    rule_against_touch,
    several_lifted,
    shown_pieces,
    single_moves,
    slides,
    takebacks,
    unfelt_moves,
)
from controller.reading.stepwise import Memo, Stepwise, sift
from controller.reading.timing import WAITS
from controller.values import CHANCE, Refusal, Sense, Site, Trace, standing

COSTS_PER_STEP = 4  # accounts whose cost is computed between two pauses
MOST_ASKED = 6  # maximum number of accounts in one question

# --------------------------------------------------------------------------------- the decisions


class Count(Struct, frozen=True):
    """These moves were made and are to be recorded."""

    moves: tuple[Move, ...]


class Ask(Struct, frozen=True):
    """One of these moves was made; the player has to say which, or confirm the only one."""

    marks: tuple[Mark, ...]
    others: tuple[Mark, ...] = ()  # moves that the hand may still be about to make
    sure: bool = False  # the move is known, and only has to be confirmed


class NotYet(Struct, frozen=True):
    """A hand is in the board: these moves are still open, or `likely` only has to last."""

    marks: tuple[Mark, ...] = ()
    likely: Mark | None = None
    stay: bool = False  # too early to decide: everything is shown as before


class Refuse(Struct, frozen=True):
    """What was done is against rules; without changes, a key or a touch had no effect."""

    mistakes: tuple[Attempt, ...] = ()
    sites: frozenset[Site] = frozenset()  # touched without effect
    rule: Refusal | None = None  # against that touch
    condemn: bool = False  # these pieces must be taken off, even if they become lawful later


class GoBack(Struct, frozen=True):
    """The board was put back as it stood at the moment of this number."""

    number: int


class Revise(Struct, frozen=True):
    """The last move is to be replaced by these moves."""

    moves: tuple[Move, ...]


class PointHome(Struct, frozen=True):
    """A piece was shown to a reader; this site is where it belongs."""

    site: Site
    piece: str


class LeadBack(Struct, frozen=True):
    """Nothing explains what is seen; these sites have to be put right."""

    sites: frozenset[Site]


Decision: TypeAlias = Count | Ask | NotYet | Refuse | GoBack | Revise | PointHome | LeadBack

Question: TypeAlias = tuple[Moment, Trace, object, object, object, object]

# ----------------------------------------------------------------------------------- the ranking


class Ranking(Struct, frozen=True, dict=True, eq=False):
    """The hypotheses about one state of the board, cheapest first."""

    whole: tuple[Hypothesis, ...] = ()  # complete accounts
    open: tuple[Hypothesis, ...] = ()  # lawful accounts that are not finished
    ignored: frozenset[Site] = frozenset()  # readers that were shown a card by mistake
    early: bool = False  # the best is a mistake that may be lawful after something else

    @property
    def best(self) -> Hypothesis | None:
        return self.whole[0] if self.whole else None

    @cached_property
    def alike(self) -> list[Hypothesis]:
        """The accounts that cost as little as the best, one for each final position."""
        return plainest(self.whole)

    @property
    def lawful(self) -> bool:
        """True if one of the accounts is lawful."""
        return any(one.kind is Kind.LAWFUL for one in self.whole)

    @cached_property
    def asked(self) -> tuple[Mark, ...]:
        """The moves one question offers: all single moves, and a few gestures of several moves.

        If one account explains every touch, accounts that do not are left out.
        """
        least = min((cost(one).unexplained for one in self.whole), default=0)
        every = [one for one in self.whole if one.kind is Kind.LAWFUL]
        lawful = [one for one in every if cost(one).unexplained == least]
        single = [one for one in lawful if one.single or one.said]
        several = [one for one in lawful if not one.single and not one.said]
        alike = len([one for one in several if cost(one) == cost(self.whole[0])])
        some = several[: max(alike, MOST_ASKED - len(single))]
        return tuple(one.mark for one in distinct(sorted([*single, *some], key=cost)))


def ranked(found: Iterable[Hypothesis]) -> Stepwise[Ranking]:
    """Return the ranking: the possible complete accounts by cost, and the unfinished ones."""
    every = list(found)
    whole = (one for one in every if not one.next)
    able = yield from sift(whole, lambda one: not cost(one).impossible, COSTS_PER_STEP)
    return Ranking(tuple(sorted(able, key=cost)), tuple(one for one in every if one.next))


def rank(evidence: Evidence, memo: Memo) -> Stepwise[Ranking]:
    """Return the ranking of all accounts; cards shown by mistake do not hide lawful moves."""
    if evidence.confirming and not evidence.seen:
        return (yield from ranked(unfelt_moves(evidence)))
    if not evidence.seen:
        return Ranking()
    ranking = yield from rank_all(evidence, memo)
    cards = evidence.felt.taps & evidence.seen.changes.keys()
    lawful = ranking.open or ranking.lawful
    if lawful or not cards or cards == evidence.seen.changes.keys():
        return ranking
    without = yield from rank_all(evidence.without(evidence.felt.taps), Memo())
    if without.open or without.lawful:
        return Ranking(without.whole, without.open, evidence.felt.taps)
    return ranking


def rank_all(evidence: Evidence, memo: Memo) -> Stepwise[Ranking]:
    """Return the ranking; sources are asked, cheapest first, while they can find better."""
    key = question(evidence)
    moves = yield from lawful_accounts(evidence, memo)
    ranking = yield from ranked(moves)
    best = ranking.best
    if best and best.kind is Kind.LAWFUL:
        if needs_revision(ranking, evidence):
            moves += yield from memo.recall("revisions", key, partial(revisions, evidence))
        return (yield from ranked(moves))
    moves += [*takebacks(evidence), *slides(evidence), *shown_pieces(evidence)]
    waiting = evidence.race or not evidence.settled
    if not waiting and not unexpired(ranking.open, evidence):
        moves += yield from memo.recall("revisions", key, partial(revisions, evidence))
        wrong = (one for one in moves if one.kind is Kind.MISTAKE and not one.next)
        if all(one.told for one in wrong):
            moves += yield from memo.recall("rules", key, partial(newest_broken_rule, evidence))
    ranking = yield from ranked(moves)
    best = ranking.best
    if waiting or not best or best.kind is not Kind.MISTAKE or best.foreign:
        return ranking
    early = partial(may_be_early, evidence, best.mark.move)
    return replace(ranking, early=(yield from memo.recall("early", (key, best.moves), early)))


def question(evidence: Evidence) -> Question:
    """Return all that the hypotheses depend on; of the time, only which limits have passed."""
    felt = evidence.felt
    order = early_arrivals(evidence), felt.swept, felt.carried, felt.left, evidence.forgotten
    said = evidence.wish, evidence.hoped, evidence.denied, evidence.told, evidence.confirming
    return evidence.here, evidence.seen, order, said, evidence.hands, evidence.astray


def lawful_accounts(evidence: Evidence, memo: Memo) -> Stepwise[list[Hypothesis]]:
    """Return single moves, and if they do not explain everything, whole gestures."""
    if evidence.denied or (evidence.scattered and not evidence.alone):
        return []
    if not evidence.felt.swept.isdisjoint(evidence.seen.changes):
        return []
    key = question(evidence)
    found = yield from memo.recall("single", key, partial(single_moves, evidence))
    found = list(found)
    if needs_search(found, evidence):
        found += yield from memo.recall("gestures", key, partial(gestures, evidence))
        found += yield from memo.recall("attempts", key, partial(broken_rules, evidence))
    return found if evidence.race else found + several_lifted(evidence)


def needs_search(singles: Sequence[Hypothesis], evidence: Evidence) -> bool:
    """True if single moves do not explain enough, and the hand has had time to go on."""
    if evidence.scattered:
        return False
    if not evidence.seen.changes:
        return len(evidence.pointed) > 1
    open_ = [one for one in singles if one.next]
    whole = [one for one in singles if not one.next]
    if whole:
        several = len(whole) > 1 or whole[0].guessed
        waiting = bool(open_) and not evidence.came and not evidence.overdue
        return evidence.grabbed and several and not waiting and not evidence.race
    return not open_ or evidence.felt.still(evidence.seen.changes) >= gesture_time(evidence)


def needs_revision(ranking: Ranking, evidence: Evidence) -> bool:
    """True if a question would ignore a touch, or if the hand only continued its last move."""
    alike, shown = ranking.alike, evidence.shown
    if len(alike) < 2 and not alike[0].guessed:
        return False
    ignores = bool(shown) and not any(one.mark.sites & shown for one in alike)
    return evidence.settled and (ignores or (bool(alike[0].mark.hidden) and evidence.continues))


def unexpired(every: Iterable[Hypothesis], evidence: Evidence) -> list[Hypothesis]:
    """Return the unfinished accounts that may still be completed."""
    nowhere = evidence.came and not evidence.gone and evidence.still >= WAITS.forget
    return [one for one in every if not (nowhere if one.begun else evidence.overdue)]


# ---------------------------------------------------------------------------------- the decision


def decide(ranking: Ranking, evidence: Evidence) -> Decision | None:
    """Return the decision for this ranking; None if nothing has happened."""
    if ranking.ignored:
        evidence = evidence.without(ranking.ignored)
    best, open_ = ranking.best, unexpired(ranking.open, evidence)
    if best and best.kind is Kind.LAWFUL:
        return ask_if_required(count_or_ask(ranking, open_, evidence), evidence)
    if open_ and not outweighs(ranking, evidence):
        return NotYet(tuple(mark for one in open_ for mark in one.next))
    if best is None:
        return unexplained(evidence)
    if ranking.early and not evidence.overdue:
        return NotYet()
    return decide_unlawful(best, evidence)


def outweighs(ranking: Ranking, evidence: Evidence) -> bool:
    """True if the best account is taken without waiting for an unfinished move."""
    best = ranking.best
    if best is None:
        return False
    if best.kind is Kind.TAKEBACK:
        return evidence.overdue and not evidence.here.known.taking(evidence.seen)
    return best.kind is Kind.REVISION and bool(ranking.lawful)


def unexplained(evidence: Evidence) -> Decision | None:
    """Return the decision about changes or touches that no hypothesis explains."""
    if evidence.seen.changes and (evidence.settled or evidence.denied):
        return LeadBack(frozenset(evidence.seen.changes))
    if evidence.seen.changes:
        return NotYet(stay=True)
    touched = evidence.seen.touched
    if touched and evidence.still >= vain_time(evidence):
        return Refuse(sites=touched, rule=rule_against_touch(evidence))
    return None


def decide_unlawful(best: Hypothesis, evidence: Evidence) -> Decision:
    """Return the decision about an account that is not a lawful move."""
    fresh = evidence.felt.at - evidence.here.at <= WAITS.repair
    if best.kind is Kind.REVISION and (fresh or evidence.settled):
        return Revise(best.moves)
    if not evidence.settled and not evidence.race:
        return NotYet(stay=True)
    match best.kind:
        case Kind.TAKEBACK:
            return GoBack(best.back)
        case Kind.SHOWN:
            assert best.home
            return PointHome(best.home, standing(evidence.layout, best.home)[-1].name)
    assert best.refusal
    return refusal_decision(best, best.refusal, evidence)


def refusal_decision(best: Hypothesis, refusal: Refusal, evidence: Evidence) -> Refuse:
    """Return the refusal of a mistake; what a person did for a robot has to be undone."""
    touched = best.mark.trace.touched
    lying = any(evidence.felt.holds(site) for site in evidence.seen.changes.keys() & touched)
    if (best.foreign or not best.mark.trace.changes) and not lying:
        return Refuse(sites=touched, rule=refusal)
    return Refuse((Attempt(best.mark, refusal),), condemn=best.foreign or evidence.race)


def count_or_ask(ranking: Ranking, open_: Sequence[Hypothesis], evidence: Evidence) -> Decision:
    """Return the decision about lawful moves: count, ask which, or wait."""
    alike = ranking.alike
    best = alike[0]
    if awaited := announced_move(best, evidence):
        return NotYet(awaited)
    rivals = rival_moves(best, open_, evidence)
    if len(alike) == 1 and not best.guessed and not best.said:
        settled = bool(rivals) or is_loose(best, evidence)
        lasted = evidence.overdue or not likelier(best, open_)
        lasted = lasted and has_lasted(best, evidence, settled=settled)
        return Count(best.moves) if lasted else NotYet(likely=best.mark)
    if best.said:
        return Ask(ranking.asked)
    if is_announced(best, evidence) and evidence.settled:
        return Ask((best.mark,))
    if not evidence.settled or (rivals and hovers(evidence)):
        return NotYet((*rivals, *(one.mark for one in alike)))
    return Ask(ranking.asked, rivals)


def is_loose(best: Hypothesis, evidence: Evidence) -> bool:
    """True if a hand may still go on with what explains everything now."""
    return not best.single or evidence.here.known.loose(best.mark.trace)


def likelier(best: Hypothesis, open_: Iterable[Hypothesis]) -> bool:
    """True if an unfinished account has fewer stops that were not felt."""
    stops = stops_not_felt(best)
    return stops > 0 and any(stops_not_felt(one) < stops for one in open_)


def has_lasted(best: Hypothesis, evidence: Evidence, *, settled: bool) -> bool:
    """True if an unambiguous move has lasted; with `settled`, until the readings are final."""
    touched = best.mark.trace.touched
    if evidence.race:
        return evidence.felt.still(touched) >= count_time(best, evidence)
    wait = settle_time(evidence.felt, touched) if settled else count_time(best, evidence)
    return evidence.felt.still(touched | evidence.seen.changes.keys()) >= wait


def rival_moves(
    best: Hypothesis, open_: Iterable[Hypothesis], evidence: Evidence
) -> tuple[Mark, ...]:
    """Return the moves that the hand may still be about to make instead."""
    if evidence.race or is_announced(best, evidence) or (not best.single and evidence.came):
        return ()
    return tuple(m for one in open_ for m in one.next if m.trace != best.mark.trace)


def is_announced(best: Hypothesis, evidence: Evidence) -> bool:
    """True if this contains the move that a robot, a page or a lesson has asked for."""
    return (evidence.wish or evidence.hoped) in best.moves


def announced_move(best: Hypothesis, evidence: Evidence) -> tuple[Mark, ...]:
    """Return the announced move, if what looks like another may still become it.

    For a lesson this lasts as long as no piece is put down.
    """
    wish = evidence.wish or evidence.hoped
    if wish is None or wish in best.moves:
        return ()
    in_hand = evidence.wish is None and bool(evidence.seen.changes) and not evidence.came
    if not in_hand and (best.guessed or evidence.overdue):
        return ()
    here = evidence.here
    asked = tuple(marks(here.position, [wish], here.senses))
    possible = any(may_become(evidence.seen, mark.trace, here.senses) for mark in asked)
    return asked if possible else ()


def ask_if_required(decision: Decision, evidence: Evidence) -> Decision:
    """Return the decision, or a question if YES is required: by agreement, or for a risky move."""
    if not isinstance(decision, Count):
        return decision
    moves = decision.moves
    dealt = all(move.seat == CHANCE for move in moves)
    agreed = evidence.firm or any(move.needs_confirmation for move in moves)
    if not agreed or dealt or evidence.wish in moves:
        return decision
    mark = Mark(moves[-1], Trace({}, evidence.seen.touched), before=moves[:-1])
    return Ask((mark,), sure=True)


# ------------------------------------------------------------------------------------- the waits


def count_time(best: Hypothesis, evidence: Evidence) -> float:
    """Return how long an unambiguous move must last before it counts."""
    changes, felt = best.mark.trace.changes, evidence.felt
    if felt.taps & changes.keys():
        return WAITS.card
    if not changes:
        late = Sense.TAG in felt.senses.values() and not evidence.race
        return WAITS.key_late if late else WAITS.key
    if evidence.race and evidence.came & changes.keys():
        return WAITS.race
    return WAITS.contact + (WAITS.departure if has_antenna(felt, changes) else 0.0)


def gesture_time(evidence: Evidence) -> float:
    """Return how long an unfinished move may stand still before gestures are searched."""
    if evidence.grabbed:
        return 0.0 if evidence.came else WAITS.linger
    return WAITS.linger if evidence.came else WAITS.forget


def vain_time(evidence: Evidence) -> float:
    """Return how long a touch waits for a move it may belong to, before it is refused."""
    if not evidence.felt.pressed:
        return settle_time(evidence.felt, evidence.seen.touched)
    return WAITS.linger if Sense.TAG in evidence.felt.senses.values() else WAITS.contact


def hovers(evidence: Evidence) -> bool:
    """True if a piece may only be held over the board."""
    return (evidence.still < WAITS.hover or evidence.aloft) and not evidence.continues
