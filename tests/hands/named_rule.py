"""A mistake is answered with the rule against it: the refusal that the rules give for that act."""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.reading.move_index import Mark, crowded, marks
from controller.values import CHANCE, Refusal, Site
from tests.hands.failure import Failure, Found
from tests.hands.seated import Seated, sit_down

NEAR = 40  # sites at which a mistake is looked for
ANSWERED = 6.0  # s by which any mistake is answered


def check(panel: str, seed: int) -> Found:
    """One unlawful act at some moment; what is said of it is what the rules say of such an act."""
    luck = Random(f"named {panel} {seed}")
    rig = sit_down(panel, luck)
    chosen = any_mistake(rig, luck)
    if chosen is None:
        return Found(counts=Counter(lawful=1))
    position = rig.table.position
    expected = refusals_alike(rig, chosen)
    rig.hand.do(rig.motions.make(chosen.move, position))
    shown = first_notice(rig)
    if rig.table.position != position or shown is None:
        return Found(counts=Counter(unnamed=1))
    if shown in expected:
        return Found(counts=Counter(mistakes=1))
    told = f"{shown.rule} {shown.words}, not {sorted({one.words for one in expected})}"
    what = f"{rig.told()}; {told}"
    act, name = str(chosen.move), rig.game.name
    failure = Failure("named", "another rule", name, panel, seed, "", act, what)
    return Found((failure,), Counter(mistakes=1))


def any_mistake(rig: Seated, luck: Random) -> Mark | None:
    """An unlawful act that is felt, and that no lawful one looks like; each rule as likely."""
    every, lawful = sorted(rig.wiring.senses), rig.table.moments[-1].known
    near = frozenset(luck.sample(every, min(NEAR, len(every))))
    by_rule: dict[str, list[Mark]] = {}
    for mark, refusal in unlawful(rig, near):
        if mark.trace and not mark.hidden and not lawful.completed(mark.trace):
            by_rule.setdefault(refusal.words, []).append(mark)
    return luck.choice(by_rule[luck.choice(sorted(by_rule))]) if by_rule else None


def unlawful(rig: Seated, near: frozenset[Site]) -> list[tuple[Mark, Refusal]]:
    """The unlawful acts at these sites by people, each with what the rules say of it."""
    position = rig.table.position
    found = []
    for move in sorted(position.attempts(near), key=str):
        if move.seat != CHANCE and (refusal := position.refusal(move)):
            (mark,) = marks(position, [move], rig.table.state.input.senses)
            found.append((mark, refusal))
    return found


def refusals_alike(rig: Seated, chosen: Mark) -> list[Refusal]:
    """What the rules say of every act that would leave this very trace."""
    near = chosen.trace.touched | crowded(rig.table.position.layout(), rig.table.state.input.senses)
    return [refusal for mark, refusal in unlawful(rig, near) if mark.trace == chosen.trace]


def first_notice(rig: Seated) -> Refusal | None:
    """The refusal that is shown once the hand has let go."""
    until = rig.clock.now() + ANSWERED
    while rig.table.notice is None and rig.clock.now() < until:
        rig.wait(0.1)
    rig.wait(0.7)
    return rig.table.notice
