"""What is to be done about what was found: every answer to a hand is one of these values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from controller.game import Move
from controller.reading.explanation import FORGET, a_race, lifted, set_down
from controller.reading.infer import Finding, Made, Quiet, Stray, Unclear, Underway
from controller.reading.input_filter import Felt
from controller.reading.meaning import LINGER, Meaning, mistaken
from controller.reading.moment import Moment
from controller.reading.unexplained import (
    DEPARTED,
    Blamed,
    Evidence,
    Slid,
    Sought,
    Verdict,
    going_on,
    reproach,
    settle_time,
    taken_back,
    verdict,
)
from controller.values import Refusal, Sense, Site, Trace

BRIEF = 0.15  # s a piece must stand: what is set down for less was only passing
CHATTER = 0.05  # s a piece must stand where all play at once: no reed chatters for so long
HOVER = 2.0  # s that a piece is in the air before it is asked whether it lies upon another already
SHOWN = 0.2  # s a reader must have seen one card only: four of its looks, 50 ms apart


class Played(Struct, frozen=True):
    """These moves were made, one after the other."""

    moves: tuple[Move, ...]


class Open(Struct, frozen=True):
    """It may be a move, or still become another."""


class Touched(Struct, frozen=True):
    """These sites were touched for nothing, and this rule is against it, if any is."""

    sites: frozenset[Site]
    rule: Refusal | None


class Found(Struct, frozen=True):
    """What was found says all."""

    finding: Finding


Judgement: TypeAlias = Played | Open | Touched | Found | Verdict


def judged(
    meaning: Meaning,
    evidence: Evidence,
    blame: Callable[[Evidence], Blamed | Slid | None],
    *,
    denied: bool = False,
) -> Judgement:
    """A finding is taken as meant once the hand has been still for long enough.

    If somebody has `denied` it, it is a move undone, or nothing that counts.
    """
    felt, still = evidence.felt, evidence.still
    settle = settle_time(felt, evidence.seen.touched)
    if denied:
        return taken_back(evidence) or Found(Stray(frozenset(evidence.seen.changes)))
    match meaning.finding:
        case Made(move, sure) if still >= (patience(evidence) if sure else settle):
            return Played((*meaning.granted, move))
        case Made() | Unclear() if still < settle:
            return Open()
        case Unclear(others=others) if others and hovers(evidence):
            return Open()
        case Unclear(marks) if evidence.shown and not any(m.sites & evidence.shown for m in marks):
            again = blame(evidence) or Sought()
            return Found(meaning.finding) if isinstance(again, Blamed) else again
        case Unclear(marks) if marks[0].hidden and going_on(evidence):
            again = blame(evidence) or Sought()
            return Found(meaning.finding) if isinstance(again, Blamed) else again
        case Quiet() if felt.touched and still >= (ahead(felt) if felt.pressed else settle):
            rule = reproach(felt.touched, evidence.here.position, felt.senses)
            return Touched(felt.touched, rule)
        case Stray():
            return verdict(evidence, blame)
        case Underway() if came_from_nowhere(evidence):
            return verdict(evidence, blame)
        case Underway() if mistaken(evidence.seen, felt) and not gone(evidence):
            return taken_back(evidence) or Found(meaning.finding)
    return Found(meaning.finding)


def hovers(evidence: Evidence) -> bool:
    """A piece is in the air, and nothing speaks for the last gesture's going on."""
    return (evidence.still < HOVER or evidence.aloft) and not going_on(evidence)


def lasted(made: Made, seen: Trace, here: Moment, felt: Felt) -> float:
    """Seconds for which it has been so. In a race others go on meanwhile; else it is one hand."""
    sole = len(here.position.actors) < 2 or a_race(here)
    return felt.still(made.sites if sole else made.sites | seen.changes.keys())


def came_from_nowhere(evidence: Evidence) -> bool:
    """Something was set down, and after a while nothing is missed from where it could come."""
    seen, here = evidence.seen, evidence.here
    return set_down(seen, here) and lifted(seen, here) is None and evidence.still >= FORGET


def gone(evidence: Evidence) -> bool:
    """Something is in the air that may be moved."""
    return bool(evidence.here.known.taking(evidence.seen))


def ahead(felt: Felt) -> float:
    """How long a key waits for what it may have been pressed after, and is told of later."""
    return LINGER if Sense.TAG in felt.senses.values() else BRIEF


def patience(evidence: Evidence) -> float:
    """How long even the plainest move must last.

    While several act, first come is first served, as soon as it is no contact that chatters.
    A reader that sees two cards tells one first: wait until the second could have come.
    """
    seen, here, felt = evidence.seen, evidence.here, evidence.felt
    if felt.taps & seen.changes.keys():
        return SHOWN
    race = a_race(here)
    if not seen.changes:  # a key is told at once, and what it was pressed after by slow readers
        return SHOWN if Sense.TAG in felt.senses.values() and not race else 0.0
    if race and set_down(seen, here):
        return CHATTER
    tags = any(felt.senses.get(site) is Sense.TAG for site in seen.changes)
    return BRIEF + DEPARTED if tags else BRIEF
