"""Every criterion by its name: one account that it speaks against, and one that it does not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.games import SHELF
from controller.games.situation7.moves import Lay
from controller.reading.criteria import CRITERIA, cost
from controller.reading.hypothesis import Cost, Hypothesis, Kind, groups_elsewhere
from controller.reading.moment import Moment
from controller.reading.move_index import Mark, MoveIndex, marks
from controller.values import Piece, Seat, Sense, Site, Trace, looks
from tests.astron_at import astron
from tests.evidence import NOW, evidence_of
from tests.panels import load_panel
from tests.situation7 import at as race

E5, E6, E7, G7 = map(Site, ("e5", "e6", "e7", "g7"))
FLOWN = Trace({E5: None, E7: True}, frozenset({E5, E7}))
STOPPED = Trace(FLOWN.changes, FLOWN.touched | {E6})
LIFTED = Trace({E5: None}, frozenset({E5}))


def here(text="1 lays F2.1"):
    """Ship 1 on e5 may fly to e7."""
    position = astron("e5", "c3").after(SHELF["astron"].parse(text))
    return Moment(position, load_panel("astron").senses)


def flight(trace=FLOWN, moment=None, times=None, **more):
    """The hypothesis that ship 1 has flown to e7; `times` are seconds ago, by site."""
    moment = moment or here()
    kind = more.pop("kind", Kind.LAWFUL)
    felt = {name: more.pop(name) for name in ("swept", "carried", "left") if name in more}
    evidence = evidence_of(trace, moment, **more)
    ago = {site: NOW - seconds for site, seconds in (times or {}).items()}
    changed = {**evidence.felt.changed, **ago}
    evidence = replace(evidence, felt=replace(evidence.felt, changed=changed, **felt))
    move = SHELF["astron"].parse("1 flies e5-e7")
    (mark,) = marks(moment.position, [move], moment.senses)
    return Hypothesis(evidence, kind, (mark,))


def laid(trace, space="F4", **more):
    """The hypothesis that side 0 has laid a piece, in a race."""
    moment = Moment(race("F3", "F5"), load_panel("situation7").senses)
    (mark,) = marks(moment.position, [Lay(Seat(0), space)], moment.senses)
    return Hypothesis(evidence_of(trace, moment), Kind.LAWFUL, (mark,), **more)


def two_moves(first, then):
    """Two accounts of one trace: ship 1 flies after, or before, something else was touched."""
    moment = here()
    (mark,) = marks(moment.position, [SHELF["astron"].parse("1 flies e5-e7")], moment.senses)
    other = Mark(mark.move, Trace({G7: None}, frozenset({G7})))
    trace = Trace({**FLOWN.changes, G7: None}, FLOWN.touched | {G7})
    evidence = evidence_of(trace, moment)
    changed = {E5: NOW - first, E7: NOW - first, G7: NOW - then}
    evidence = replace(
        evidence, felt=replace(evidence.felt, changed=changed, touched=trace.touched)
    )
    end = moment.position.after(mark.move)
    return Hypothesis(evidence, Kind.LAWFUL, (mark, other), path=(end, end))


def on_the_way(trace):
    """Ship 1 flies from e5 to e6, and from there to e7, as this trace shows it."""
    one = flight(trace)
    stop, on = Trace({E5: None, E6: True}, frozenset()), Trace({E6: None, E7: True}, frozenset())
    move = one.made[0].move
    return replace(one, made=(Mark(move, stop), Mark(move, on)), path=(one.end, one.end))


def answered(seconds):
    """Ship 1 flies so many seconds before another player's move was felt."""
    start = here()
    before = SHELF["astron"].parse("2 flies c3-c4")
    moment = replace(start, move=before, felt=NOW - 5.0)
    return flight(moment=moment, times=dict.fromkeys((E5, E7), 5.0 + seconds))


OTHER = Piece("ship2", Seat(1))
F4 = Trace({Site("F4"): frozenset({0})}, frozenset({Site("F4")}))
MOVED = Trace({**F4.changes, Site("F3"): None}, F4.touched | {Site("F3")})
CLOSED = Trace({Site("F3"): True}, frozenset({Site("F3")}))
BRUSHED = Trace(FLOWN.changes, FLOWN.touched | {G7})
MORE = Trace({**FLOWN.changes, G7: True}, FLOWN.touched | {G7})
WISH = SHELF["astron"].parse("1 flies e5-e3")
CASES = {  # the account that it speaks against, and one that it does not
    "denied": (lambda: flight(denied=True), flight),
    "swept": (lambda: flight(swept=frozenset({E7})), lambda: flight(swept=frozenset({G7}))),
    "effect before cause": (lambda: flight(times={E7: 9.0, E5: 1.0}), flight),
    "another piece": (lambda: flight(carried={E7: looks((OTHER,))}), flight),
    "borrowed": (lambda: laid(MOVED), lambda: laid(F4)),
    "answered too soon": (lambda: answered(0.5), lambda: answered(-0.5)),
    "put elsewhere": (
        lambda: laid(CLOSED, next=(Mark(Lay(Seat(0), "F4"), F4),)),
        lambda: laid(F4, next=(Mark(Lay(Seat(0), "F4"), F4),)),
    ),
    "not announced": (lambda: flight(wish=WISH), flight),
    "changes left over": (lambda: flight(MORE, kind=Kind.MISTAKE), flight),
    "touches left over": (lambda: flight(BRUSHED), flight),
    "unfelt acts": (lambda: unfelt(), flight),
    "pieces moved": (flight, lambda: flight(kind=Kind.NOISE)),
    "kind of act": (lambda: flight(kind=Kind.MISTAKE), flight),
    "further moves": (lambda: two_moves(2.0, 1.0), flight),
    "told in another order": (lambda: two_moves(1.0, 2.0), lambda: two_moves(2.0, 1.0)),
    "stops not felt": (lambda: on_the_way(FLOWN), lambda: on_the_way(STOPPED)),
}


def at_antennas(first, then):
    """Two moves whose second was felt by an antenna; how many seconds ago each was told."""
    one = two_moves(first, then)
    (where,) = one.made[1].trace.touched
    senses = {**one.evidence.felt.senses, where: Sense.TAG}
    felt = replace(one.evidence.felt, senses=senses)
    return replace(one, evidence=replace(one.evidence, felt=felt))


def filled(kind):
    """The account that ship 1 came down where another stands, and that one was lifted."""
    trace = Trace({E5: None}, frozenset({E5, E7}))
    one = flight(trace, kind=kind)
    mark = Mark(one.made[0].move, Trace({E5: None}, frozenset({E5})), unfelt=frozenset({E7}))
    return replace(one, made=(mark,))


def unfelt():
    one = flight()
    return replace(one, made=(replace(one.made[0], unfelt=frozenset({G7})),))


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda one: one.name)
def test_a_criterion_counts_what_speaks_against_an_account(criterion):
    against, nothing = CASES[criterion.name]
    assert criterion.count(against()) > 0
    assert criterion.count(nothing()) == 0


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda one: one.name)
def test_what_is_counted_stands_in_its_column(criterion):
    against, nothing = CASES[criterion.name]
    worse, better = cost(against()), cost(nothing())
    assert getattr(worse, criterion.column) > getattr(better, criterion.column)
    assert {one.column for one in CRITERIA} == set(Cost._fields)


def test_an_antenna_tells_late_and_never_early():
    """What a contact told after it came after it; what it told before may have come after it."""
    assert cost(at_antennas(1.0, 2.0)).disorder == 1
    assert cost(at_antennas(2.0, 1.0)).disorder == 0


def test_a_lawful_move_is_pointed_out_by_a_touch_and_a_mistake_is_not():
    """Who lifted what stands at the goal of a mistake has made room there."""
    assert cost(filled(Kind.LAWFUL)).unexplained == 0
    assert cost(filled(Kind.MISTAKE)).unexplained == 1


def test_a_piece_that_rides_on_another_was_lifted_by_itself():
    """One was set on the other, and both went on; what is lifted as a stack is one piece."""
    rider, carrier = Piece("rider"), Piece("carrier")
    apart, together = {E5: (rider,), E6: (carrier,)}, {E6: (carrier, rider)}
    gone = {E7: (carrier, rider)}
    assert groups_elsewhere([apart, together, gone]) == 2
    assert groups_elsewhere([together, gone]) == 1


def test_a_stop_in_a_crowd_that_is_lifted_with_it_was_not_felt():
    """A stop in a crowd is felt by nothing, and the crowd is touched only as it is lifted."""
    one = on_the_way(STOPPED)
    stop = replace(one.made[0], trace=LIFTED, unfelt=frozenset({E6}))
    seen = Trace({**FLOWN.changes, E6: None}, STOPPED.touched)
    evidence = replace(one.evidence, seen=seen)
    assert cost(replace(one, evidence=evidence, made=(stop, one.made[1]))).disorder == 1


def test_what_was_touched_has_to_lie_still_like_what_has_changed():
    """Somebody holds a piece to point with while all the rest has long been made."""
    evidence = flight(BRUSHED, times={E5: 9.0, E7: 9.0, G7: 0.1}).evidence
    assert not evidence.settled
    later = replace(evidence, felt=replace(evidence.felt, at=NOW + 1.0))
    assert later.settled and later.stage == evidence.stage + 1


def test_more_sites_than_four_moves_change_were_swept():
    sites = [Site(f"x{number}") for number in range(9)]
    changes = dict.fromkeys(sites, True)
    seen = Trace(changes, frozenset(changes))
    evidence = replace(flight().evidence, seen=seen)
    assert evidence.scattered
    wide = Mark(WISH, Trace(dict.fromkeys(sites[:3], True), frozenset(sites[:3])))
    moment = here()
    vars(moment)["known"] = MoveIndex([wide], moment.senses)
    assert not replace(evidence, moments=(moment,)).scattered
