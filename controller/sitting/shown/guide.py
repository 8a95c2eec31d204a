"""Lights and messages for single tasks: possible moves, questions, the way back, strips."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from controller.reading.moment import Moment
from controller.reading.move_index import Mark
from controller.scene import AMBER, GREEN, RED, WHITE, Glow, Light, Scene
from controller.sitting.mending.way_back import Step, names_in_reading, rows_to_turn, surplus
from controller.values import (
    Dials,
    Layout,
    Limits,
    Reading,
    Readings,
    Saying,
    Site,
    Trace,
    Unsure,
    standing,
)


class Strips(Struct, frozen=True):
    """The lights and the alarm for strips that are wound too far."""

    lights: Scene = {}
    alarm: Saying | None = None  # a strip is about to tear, or may be


def offered_scene(marks: Iterable[Mark], here: Moment, seen: Readings, dials: Dials) -> Scene:
    """Return lights where the hand may go: double glow for a single move, pulses for several."""
    open_to, under = {rest(mark, here, seen): mark for mark in marks}, here.scene
    glow = Glow.DOUBLE if len(open_to) == 1 else Glow.PULSE
    lights: dict[Site, Light] = {}
    for touched, mark in open_to.items():
        for site in touched:
            lights[site] = hint(site, under, glow)
            if site in dials:
                lights[site] = turning(rows_to_turn(mark.trace.changes.get(site), seen.get(site)))
    return lights


def rest(mark: Mark, here: Moment, seen: Readings) -> frozenset[Site]:
    """Return the sites left to visit; after a piece has arrived, without those that are done."""
    changes, expected = mark.trace.changes, here.expected
    done = [site for site, to in changes.items() if seen.get(site) == to]
    arrived = done and any(surplus(changes[site], expected.get(site)) for site in done)
    return (mark.sites.difference(done) or mark.sites) if arrived else mark.sites


def other_half(marks: Iterable[Mark], here: Moment, seen: Readings) -> Saying | None:
    """Return what remains of a move of two pieces, in words; None if several are possible."""
    found = {rest(mark, here, seen): mark for mark in marks}
    if len(found) != 1 or (left := next(iter(found))) == found[left].sites:
        return None
    sources, targets = sorted(left & seen.keys()), sorted(left - seen.keys())
    if len(targets) != 1 or len(sources) > 1:
        return None
    if not sources:
        return Saying("table.put_other", {"target": targets[0]})
    return Saying("table.carry_other", {"source": sources[0], "target": targets[0]})


def hint(site: Site, under: Scene, glow: Glow) -> Light:
    """Return a light in the site's own colour, or white, with this glow."""
    own = under.get(site)
    return Light(own.colour if own else WHITE, glow)


def choice_lights(marks: Iterable[Mark], chosen: int) -> Scene:
    """Return lights for moves that look alike: the selected one white, the others amber."""
    known = list(marks)
    sites = {site for mark in known for site in mark.sites}
    here = known[chosen % len(known)].sites
    return {site: Light(WHITE if site in here else AMBER, Glow.DOUBLE) for site in sites}


def lead(step: Step | None, under: Scene) -> Scene:
    """Return lights for the step: the piece to lift, its target, or the direction to turn."""
    if step is None:
        return {}
    lights: dict[Site, Light] = {}
    if step.source:
        lights[step.source] = Light(RED, Glow.FAST)
    if step.target:
        own = under.get(step.target)
        lights[step.target] = Light(own.colour if own else GREEN, Glow.DOUBLE)
    if step.dial:
        lights[step.dial] = turning(step.rows)
    return lights


def turning(rows: float) -> Light:
    """Return the light for a dial that is to be turned this way."""
    return Light(WHITE, Glow.RUN if rows >= 0 else Glow.RUN_BACK)


def instruction(step: Step, layout: Layout) -> Saying:
    """Return the step in words."""
    if step.played:
        return Saying("table.played_away", {"move": step.played})
    if step.dial:
        if step.row is not None:
            return Saying("table.locate", {"row": step.row})
        key = "table.turn_on" if step.rows > 0 else "table.turn_back"
        return Saying(key, {"rows": f"{abs(step.rows):g}"})
    if step.source and step.target and step.piece:
        fields = {"piece": step.piece, "source": step.source, "target": step.target}
        return Saying("table.carry_piece", fields)
    if step.source and step.target:
        return Saying("table.carry", {"source": step.source, "target": step.target})
    if step.source and step.among:
        return Saying("table.carry_back", {"source": step.source})
    if step.source and step.piece:
        return Saying("table.lift_piece", {"piece": step.piece, "source": step.source})
    if step.source:
        return Saying("table.lift", {"source": step.source})
    target = step.target or Site("")
    return Saying("table.put", {"piece": step.piece or stack(layout, target), "target": target})


def stack(layout: Layout, site: Site) -> str:
    """Return the names of all pieces that belong on this site."""
    return " + ".join(piece.name for piece in standing(layout, site))


def missing_message(site: Site, seen: Trace, here: Moment) -> Saying:
    """Return the message that what was lifted there has not been put down on any sensed site."""
    lacking = names_in_reading(surplus(here.expected.get(site), seen.changes.get(site)))
    piece = lacking or stack(here.position.layout(), site)
    return Saying("table.missing", {"piece": piece, "site": site})


def strips(readings: Readings, dials: Dials) -> Strips:
    """Return warnings beyond the last row of play, and an alarm where the strip would tear."""
    lights: dict[Site, Light] = {}
    alarm: Saying | None = None
    for site, limits in dials.items():
        reading = readings.get(site)
        for row in possible_rows(reading, limits):
            if limits.lowest <= row <= limits.highest:
                continue
            torn = not limits.danger[0] < row < limits.danger[1]
            lights[site] = Light(RED if torn else AMBER, turning(limits.lowest - row).glow)
            if torn:
                unsure = isinstance(reading, Unsure)
                alarm = Saying("trouble.strip_unsure" if unsure else "trouble.strip_alarm")
    return Strips(lights, alarm)


def possible_rows(reading: Reading, limits: Limits) -> tuple[float, ...]:
    """Return the rows a strip may stand at; if its start is unknown, one for each end of play."""
    if isinstance(reading, Unsure):
        return limits.lowest + reading.rows, limits.highest + reading.rows
    return (reading,) if isinstance(reading, int | float) else ()
