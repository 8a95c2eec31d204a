"""What the table lights and what it asks for, in each stage."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import ceil, copysign

from controller.game import Move, gesture_text, player
from controller.reading.choose import Ask, Count, Decision, NotYet, Refuse
from controller.reading.evidence import is_race
from controller.reading.moment import Moment
from controller.reading.move_index import Mark, marks
from controller.scene import AMBER, RED, WHITE, Glow, Light, Scene
from controller.sitting.flow import Stage
from controller.sitting.keys import OWN_KEYS
from controller.sitting.mending.way_back import Step, rows_to_turn
from controller.sitting.shown import guide
from controller.sitting.shown.advice import ways
from controller.sitting.state import State
from controller.values import Saying, Seat, Site

MENDED = (Stage.SETUP, Stage.MENDING)
ADVISED = (Stage.WAITING, Stage.MOVING, Stage.ASKING)
LOOKING = (*MENDED, Stage.WAITING, Stage.MOVING)
TAUGHT = (Stage.WAITING, Stage.MOVING)
TURN_GLOWS = (Glow.RUN, Glow.RUN_BACK)  # turning directions; lit over the pointer of a lesson


def asks(now: State) -> Saying:
    """Return what the board asks for now."""
    if now.stage in (Stage.SHELF, Stage.PAUSED):
        return Saying(f"table.{now.stage.value}")
    assert now.here, "in every other stage a game is on the table"
    match now.stage, now.decision:
        case stage, _ if now.recovery.step and (stage in MENDED or doubted_strip(now)):
            return guide.instruction(now.recovery.step, now.here.position.layout())
        case Stage.ASKING, _ if now.served:
            return wished(now)
        case Stage.ASKING, Ask(marks, others):
            return choice(marks, now.gesture.chosen, in_hand=bool(others))
        case Stage.MOVING, _ if rest := half_turned(now):
            return rest
        case Stage.MOVING, NotYet(marks) if more := rest_of_move(now, marks):
            return more
    if now.wish:
        return wished(now)
    return thinking(now) or now.here.position.public().asks_people(now.robots.seats)


def thinking(now: State) -> Saying | None:
    """Return the message that a robot is thinking; None if it is not the turn of a single robot."""
    assert now.here
    actors = now.here.position.actors
    if now.stage is Stage.OVER or len(actors) != 1 or not by_itself(now, now.here):
        return None
    return Saying("table.thinks", {"seat": player(*actors)})


def wished(now: State) -> Saying:
    """Return the message that a seat without hands asks for a move, or a robot's hand makes it."""
    assert now.wish
    said = "table.acts" if now.served else "table.wish"
    return Saying(said, {"seat": player(now.wish.seat), "move": str(now.wish)})


def rest_of_move(now: State, marks: Iterable[Mark]) -> Saying | None:
    """Return what remains of a move of two pieces, if a single seat is to act."""
    assert now.here
    alone = len(now.here.position.actors) == 1
    return guide.other_half(marks, now.here, now.felt.readings) if alone else None


def half_turned(now: State) -> Saying | None:
    """Return how many rows of a turn remain; the way back if it went too far or the wrong way."""
    assert now.here
    for dial in now.dials:
        goal = now.here.due(dial, standing=False)
        whole = rows_to_turn(goal, now.here.expected.get(dial))
        rest = rows_to_turn(goal, now.felt.readings.get(dial))
        if whole * rest < 0 or 0 < abs(whole) <= abs(rest) - 1:
            return guide.instruction(Step(dial=dial, rows=rest), now.here.position.layout())
        if 0 < abs(rest) <= abs(whole) - 1:
            return Saying("table.turn_rest", {"rows": f"{copysign(ceil(abs(rest)), rest):+g}"})
    return None


def doubted_strip(now: State) -> tuple[Site, int] | None:
    """Return the strip that the player is asked to check, and the row due at its near edge.

    YES confirms exactly this.
    """
    step = now.recovery.step if now.stage in LOOKING else None
    return (step.dial, step.row) if step and step.dial and step.row is not None else None


def choice(marks: tuple[Mark, ...], chosen: int, *, in_hand: bool = False) -> Saying:
    """Return the question which of these moves was made; `in_hand`: the hand may also continue."""
    move = gesture_text(marks[chosen % len(marks)].moves)
    fields: dict[str, str | int] = {"count": len(marks), "move": move}
    if in_hand and marks[0].unfelt:
        return Saying("table.choose_or_put", fields)
    if not marks[1:]:
        return Saying("table.confirm" if marks[0].unfelt else "table.meant", fields)
    elsewhere = len({mark.unfelt for mark in marks}) > 1
    return Saying("table.choose_place" if elsewhere else "table.choose", fields)


def scene(now: State) -> Scene:
    """Return all lights; an alarm for a strip replaces everything else."""
    if now.strips.alarm:
        return {**dict.fromkeys(now.senses, Light(RED, Glow.FAST)), **now.strips.lights}
    under = unkept(now)
    if now.here is None or now.stage in (Stage.SHELF, Stage.PAUSED):
        return {**under, **now.strips.lights}
    asked = {} if now.lesson.over and now.stage is Stage.WAITING else hints(now, now.here)
    open_to = {**asked, **advice_scene(now, now.here)}
    turned = {site: light for site, light in open_to.items() if light.glow in TURN_GLOWS}
    return {**now.here.scene, **under, **open_to, **pointed(now), **turned, **now.strips.lights}


def unkept(now: State) -> Scene:
    """Return steady lights for the table's keys while moves are not saved, else none."""
    return (
        dict.fromkeys(OWN_KEYS & now.senses.keys(), Light(AMBER))
        if now.progress.pen.trouble
        else {}
    )


def hints(now: State, here: Moment) -> Scene:
    """Return lights for what may be done, what is asked and what is wrong."""
    if now.stage is Stage.OVER:
        return {}
    begun = hand_lights(now, here)
    if begun is None:
        begun = {**liftable_lights(now, here), **open_moves_scene(offered(now, here), now, here)}
    return {**at_once(now, here), **begun, **lights_to_take_off(now)}


def hand_lights(now: State, here: Moment) -> Scene | None:
    """Return what a hand has done or begun, as lights; None if nothing has begun."""
    felt = now.felt.readings
    match now.stage, now.decision:
        case ((Stage.SETUP | Stage.MENDING), _):
            return {**mistakes_scene(now), **guide.lead(now.recovery.step, here.scene)}
        case _, Count() | NotYet(likely=Mark()):
            return dict.fromkeys(felt.keys() - here.expected, Light(WHITE))
        case Stage.ASKING, Ask(marks, others):
            lifted = now.felt.touched if others else frozenset()
            asked = guide.choice_lights(marks, now.gesture.chosen)
            still = {s: light for s, light in asked.items() if s not in lifted}
            return {**open_moves_scene(others, now, here), **still}
        case Stage.MOVING, NotYet(marks) if marks:
            return open_moves_scene(marks, now, here)
    return None


def liftable_lights(now: State, here: Moment) -> Scene:
    """Return lights for the pieces that may be lifted, where the moves are too many to light."""
    may = frozenset() if now.wish or by_itself(now, here) else here.known.starts
    return {site: guide.hint(site, here.scene, Glow.PULSE) for site in may}


def at_once(now: State, here: Moment) -> Scene:
    """Return lights for what others may do while one acts; in a race, for what all may do."""
    if len(here.position.actors) < 2 or now.stage is Stage.SETUP:
        return {}
    busy = frozenset() if is_race(here) else acting(now.decision)
    return open_moves_scene((m for m in offered(now, here) if m.move.seat not in busy), now, here)


def acting(decision: Decision | None) -> frozenset[Seat]:
    """Return the seats whose move a hand has made or begun."""
    match decision:
        case Count(moves):
            return frozenset(move.seat for move in moves)
        case NotYet(likely=Mark(move)):
            return frozenset({move.seat})
        case NotYet(begun) | Ask(begun):
            return frozenset(mark.move.seat for mark in begun)
    return frozenset()


def open_moves_scene(open_to: Iterable[Mark], now: State, here: Moment) -> Scene:
    """Return lights for the sites to which these moves still lead the hand."""
    return guide.offered_scene(open_to, here, now.felt.readings, now.dials)


def offered(now: State, here: Moment) -> Iterable[Mark]:
    """Return what may be done: the wish of a seat without hands, or every person's lawful moves."""
    if now.wish:
        return marks(here.position, [now.wish], now.senses)
    return [mark for mark in here.known.marks if mark.move.seat not in now.robots.seats]


def by_itself(now: State, here: Moment) -> bool:
    """True if only robots may act now."""
    return here.position.actors <= now.robots.seats


def advice_scene(now: State, here: Moment) -> Scene:
    """Return double-glow lights for the moves that are advised."""
    advice = now.said.advice
    if advice is None or advice.about is not here.position or now.stage not in ADVISED:
        return {}
    begun = now.felt.touched if now.stage is not Stage.WAITING else frozenset()
    sites = (advice.sites - begun) | good_sites(now, here, advice.good)
    return {site: guide.hint(site, here.scene, Glow.DOUBLE) for site in sites}


def good_sites(now: State, here: Moment, good: Collection[Move]) -> frozenset[Site]:
    """Return where a good move begins; once a move is under way, where it ends."""
    if not good or now.wish:
        return frozenset()
    if isinstance(now.decision, NotYet) and now.decision.marks:
        goals = (mark.sites - now.felt.touched for mark in now.decision.marks if mark.move in good)
        return frozenset().union(*goals)
    starts = (ways(here.position, move) for move in good)
    return frozenset().union(*(begins or ends for begins, ends in starts))


def mistakes_scene(now: State) -> Scene:
    """Return red lights for what was shown in error, and for what the broken rules point at."""
    shown = dict.fromkeys(now.felt.shown, Light(RED, Glow.FAST))
    wrong = now.decision.mistakes if isinstance(now.decision, Refuse) else ()
    against = frozenset[Site]().union(*(one.refusal.sites for one in wrong))
    return {**dict.fromkeys(against, Light(RED)), **shown}


def lights_to_take_off(now: State) -> Scene:
    """Return lights for pieces that must be taken off, even while others act."""
    lying = now.felt.condemned & now.felt.readings.keys()
    return dict.fromkeys(lying, Light(RED, Glow.FAST))


def lifted(now: State) -> frozenset[Site]:
    """Return the sites where a hand has lifted what should stand there."""
    stood = now.here.expected.keys() if now.here else ()
    return frozenset(site for site in stood if site not in now.felt.readings)


def pointed(now: State) -> Scene:
    """Return lights for where a shown piece belongs, and for what a lesson points at."""
    taught = now.lesson.sites if now.stage in TAUGHT else frozenset[Site]()
    sites = {*(taught & now.senses.keys() - lifted(now)), now.said.pointing}
    return {site: Light(WHITE, Glow.DOUBLE) for site in sites if site}
