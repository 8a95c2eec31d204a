"""What the table lights and what it asks for, in each stage."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import ceil, copysign, inf

from msgspec import Struct

from controller.game import Move, player, written
from controller.reading.choose import Ask, Count, Decision, NotYet, Refuse
from controller.reading.evidence import is_race
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.reading.move_index import Mark, marks
from controller.scene import AMBER, RED, WHITE, Glow, Light, Scene
from controller.sitting.flow import Stage
from controller.sitting.keys import OWN_KEYS
from controller.sitting.mending.way_back import Step, rows_to_turn
from controller.sitting.shown import guide
from controller.sitting.shown.advice import Advice, ways
from controller.sitting.shown.guide import Strips
from controller.values import Dials, Refusal, Saying, Seat, Senses, Site

MENDED = (Stage.SETUP, Stage.MENDING)
ADVISED = (Stage.WAITING, Stage.MOVING, Stage.ASKING)
LOOKING = (*MENDED, Stage.WAITING, Stage.MOVING)
TAUGHT = (Stage.WAITING, Stage.MOVING)
TURNS = (Glow.RUN, Glow.RUN_BACK)  # turning directions; lit over the pointer of a lesson


MISSING = "table.missing"
REPLY = 4.0  # s for which the answer to a key is not replaced ...
READ = 8.0  # s ... and after which it is removed, as read


class Messages:
    """The messages that are shown beside the question of the stage, and how long each stays."""

    def __init__(self) -> None:
        self._notice: Refusal | None = None
        self._relents = inf  # s, time at which the notice is removed
        self.message: Saying | None = None  # any other message
        self.pointing: Site | None = None  # where a piece belongs
        self.advice: Advice | None = None  # what would be good, if a player asked
        self._until = 0.0  # s, until when `pointing` is shown
        self._answered = -REPLY  # s, time of the last answer to a key ...
        self._reply: Saying | None = None  # ... and the answer, while it is shown

    @property
    def notice(self) -> Refusal | None:
        """The rule that was broken last."""
        return self._notice

    @notice.setter
    def notice(self, rule: Refusal | None) -> None:
        self._notice, self._relents = rule, inf

    @property
    def fading(self) -> bool:
        """True if a message or pointer will be removed after some time."""
        return self.pointing is not None or self._relents < inf or self._reply is not None

    def expire_notice(self, at: float) -> None:
        """Remove the notice at this time at the latest, since the mistake has been put right."""
        if self._notice or self._missing:
            self._relents = min(self._relents, at)

    def reply(self, saying: Saying) -> None:
        """Answer a key; the answer is not replaced until it could be read."""
        self.message, self._answered, self._reply = saying, inf, saying

    def miss(self, saying: Saying | None, at: float) -> None:
        """Say that a piece is missing, or remove that message."""
        if saying is None and self._missing:
            self.message = None
        elif saying and at - self._answered >= REPLY:
            self.message = saying

    def go_on(self) -> None:
        """Remove an expiring notice at once, since a hand has already gone on."""
        if self._relents < inf:
            self._let_go()

    def hush(self) -> None:
        self.notice = self.message = self.advice = self._reply = None

    def point(self, site: Site, piece: str, until: float) -> None:
        """Show where this piece belongs."""
        self.message = Saying("table.belongs", {"piece": piece, "site": site})
        self.pointing, self._until = site, until

    def must_move(self, site: Site, piece: str) -> None:
        """Say which piece was touched and must move."""
        self.message = Saying("table.must_move", {"piece": piece, "site": site})

    def fade(self, at: float) -> None:
        """Remove what was shown long enough by this time."""
        if at > self._until:
            self.pointing = None
        self._answered = min(self._answered, at)  # time starts when it is shown first
        if self._reply and at > self._answered + READ:
            self.message = None if self.message == self._reply else self.message
            self._reply = None
        if at > self._relents:
            self._let_go()

    @property
    def _missing(self) -> bool:
        return self.message is not None and self.message.key == MISSING

    def _let_go(self) -> None:
        """Remove the notice and the message about a missing piece."""
        self.notice = None
        self.message = None if self._missing else self.message


class Shown(Struct, frozen=True):
    """The part of the table's state that lights and messages depend on."""

    stage: Stage
    here: Moment | None  # None when no game is on the table
    felt: Felt
    decision: Decision | None
    chosen: int  # index of the selected one of the moves that look alike
    wish: Move | None
    step: Step | None
    pointing: Site | None  # where a piece belongs
    advice: Advice | None
    strips: Strips
    unsaved: bool
    senses: Senses
    dials: Dials
    taught: frozenset[Site] = frozenset()  # what a lesson points at
    dismissed: bool = False  # the lesson is over
    robots: frozenset[Seat] = frozenset()  # the seats for which no person may act
    served: bool = False  # a robot's hand is making the wish


def asks(now: Shown) -> Saying:
    """Return what the board asks for now."""
    if now.stage in (Stage.SHELF, Stage.PAUSED):
        return Saying(f"table.{now.stage.value}")
    assert now.here, "in every other stage a game is on the table"
    match now.stage, now.decision:
        case stage, _ if now.step and (stage in MENDED or doubted(now)):
            return guide.instruction(now.step, now.here.position.layout())
        case Stage.ASKING, _ if now.served:
            return wished(now)
        case Stage.ASKING, Ask(marks, others):
            return choice(marks, now.chosen, in_hand=bool(others))
        case Stage.MOVING, _ if rest := half_turned(now):
            return rest
        case Stage.MOVING, NotYet(marks) if more := rest_of_move(now, marks):
            return more
    if now.wish:
        return wished(now)
    return thinking(now) or now.here.position.public().asks_people(now.robots)


def thinking(now: Shown) -> Saying | None:
    """Return the message that a robot is thinking; None if it is not the turn of a single robot."""
    assert now.here
    actors = now.here.position.actors
    if now.stage is Stage.OVER or len(actors) != 1 or not by_itself(now, now.here):
        return None
    return Saying("table.thinks", {"seat": player(*actors)})


def wished(now: Shown) -> Saying:
    """Return the message that a seat without hands asks for a move, or a robot's hand makes it."""
    assert now.wish
    said = "table.acts" if now.served else "table.wish"
    return Saying(said, {"seat": player(now.wish.seat), "move": str(now.wish)})


def rest_of_move(now: Shown, marks: Iterable[Mark]) -> Saying | None:
    """Return what remains of a move of two pieces, if a single seat is to act."""
    assert now.here
    alone = len(now.here.position.actors) == 1
    return guide.other_half(marks, now.here, now.felt.readings) if alone else None


def half_turned(now: Shown) -> Saying | None:
    """Return how many rows of a turn remain, or the way back if it went too far."""
    assert now.here
    for dial in now.dials:
        goal = now.here.due(dial, standing=False)
        whole = rows_to_turn(goal, now.here.expected.get(dial))
        rest = rows_to_turn(goal, now.felt.readings.get(dial))
        if whole * rest < 0:
            return guide.instruction(Step(dial=dial, rows=rest), now.here.position.layout())
        if 0 < abs(rest) <= abs(whole) - 1:
            return Saying("table.turn_rest", {"rows": f"{copysign(ceil(abs(rest)), rest):+g}"})
    return None


def doubted(now: Shown) -> tuple[Site, int] | None:
    """Return the strip that the player is asked to check, and the row due at its near edge.

    YES confirms exactly this.
    """
    step = now.step if now.stage in LOOKING else None
    return (step.dial, step.row) if step and step.dial and step.row is not None else None


def choice(marks: tuple[Mark, ...], chosen: int, *, in_hand: bool = False) -> Saying:
    """Return the question which of these moves was made; `in_hand`: the hand may also continue."""
    move = written(marks[chosen % len(marks)].moves)
    fields: dict[str, str | int] = {"count": len(marks), "move": move}
    if in_hand and marks[0].unfelt:
        return Saying("table.choose_or_put", fields)
    if not marks[1:]:
        return Saying("table.confirm" if marks[0].unfelt else "table.meant", fields)
    elsewhere = len({mark.unfelt for mark in marks}) > 1
    return Saying("table.choose_place" if elsewhere else "table.choose", fields)


def scene(now: Shown) -> Scene:
    """Return all lights; an alarm for a strip replaces everything else."""
    if now.strips.alarm:
        return {**dict.fromkeys(now.senses, Light(RED, Glow.FAST)), **now.strips.lights}
    under = unkept(now)
    if now.here is None or now.stage in (Stage.SHELF, Stage.PAUSED):
        return {**under, **now.strips.lights}
    asked = {} if now.dismissed and now.stage is Stage.WAITING else hints(now, now.here)
    open_to = {**asked, **advice_scene(now, now.here)}
    turned = {site: light for site, light in open_to.items() if light.glow in TURNS}
    return {**now.here.scene, **under, **open_to, **pointed(now), **turned, **now.strips.lights}


def unkept(now: Shown) -> Scene:
    """Return steady lights for the table's keys while moves are not saved, else none."""
    return dict.fromkeys(OWN_KEYS & now.senses.keys(), Light(AMBER)) if now.unsaved else {}


def hints(now: Shown, here: Moment) -> Scene:
    """Return lights for what may be done, what is asked and what is wrong."""
    if now.stage is Stage.OVER:
        return {}
    begun = in_hand(now, here)
    if begun is None:
        begun = {**pieces(now, here), **open_moves_scene(offered(now, here), now, here)}
    return {**at_once(now, here), **begun, **wrong(now)}


def in_hand(now: Shown, here: Moment) -> Scene | None:
    """Return what a hand has done or begun, as lights; None if nothing has begun."""
    felt = now.felt.readings
    match now.stage, now.decision:
        case ((Stage.SETUP | Stage.MENDING), _):
            return {**mistakes_scene(now), **guide.lead(now.step, here.scene)}
        case _, Count() | NotYet(likely=Mark()):
            return dict.fromkeys(felt.keys() - here.expected, Light(WHITE))
        case Stage.ASKING, Ask(marks, others):
            lifted = now.felt.touched if others else frozenset()
            asked = guide.question(marks, now.chosen)
            still = {s: light for s, light in asked.items() if s not in lifted}
            return {**open_moves_scene(others, now, here), **still}
        case Stage.MOVING, NotYet(marks) if marks:
            return open_moves_scene(marks, now, here)
    return None


def pieces(now: Shown, here: Moment) -> Scene:
    """Return lights for the pieces that may be lifted, where the moves are too many to light."""
    may = frozenset() if now.wish or by_itself(now, here) else here.known.starts
    return {site: guide.hint(site, here.scene, Glow.PULSE) for site in may}


def at_once(now: Shown, here: Moment) -> Scene:
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


def open_moves_scene(open_to: Iterable[Mark], now: Shown, here: Moment) -> Scene:
    """Return lights for the sites to which these moves still lead the hand."""
    return guide.offered_scene(open_to, here, now.felt.readings, now.dials)


def offered(now: Shown, here: Moment) -> Iterable[Mark]:
    """Return what may be done: the wish of a seat without hands, or every person's lawful moves."""
    if now.wish:
        return marks(here.position, [now.wish], now.senses)
    return [mark for mark in here.known.marks if mark.move.seat not in now.robots]


def by_itself(now: Shown, here: Moment) -> bool:
    """True if only robots may act now."""
    return here.position.actors <= now.robots


def advice_scene(now: Shown, here: Moment) -> Scene:
    """Return double-glow lights for the moves that are advised."""
    advice = now.advice
    if advice is None or advice.about is not here.position or now.stage not in ADVISED:
        return {}
    begun = now.felt.touched if now.stage is not Stage.WAITING else frozenset()
    sites = (advice.sites - begun) | good_sites(now, here, advice.good)
    return {site: guide.hint(site, here.scene, Glow.DOUBLE) for site in sites}


def good_sites(now: Shown, here: Moment, good: Collection[Move]) -> frozenset[Site]:
    """Return where a good move begins; once a move is under way, where it ends."""
    if not good or now.wish:
        return frozenset()
    if isinstance(now.decision, NotYet) and now.decision.marks:
        goals = (mark.sites - now.felt.touched for mark in now.decision.marks if mark.move in good)
        return frozenset().union(*goals)
    starts = (ways(here.position, move) for move in good)
    return frozenset().union(*(begins or ends for begins, ends in starts))


def mistakes_scene(now: Shown) -> Scene:
    """Return red lights for what was shown in error, and for what the broken rules point at."""
    shown = dict.fromkeys(now.felt.shown, Light(RED, Glow.FAST))
    wrong = now.decision.mistakes if isinstance(now.decision, Refuse) else ()
    against = frozenset[Site]().union(*(one.refusal.sites for one in wrong))
    return {**dict.fromkeys(against, Light(RED)), **shown}


def wrong(now: Shown) -> Scene:
    """Return lights for pieces that must be taken off, even while others act."""
    lying = now.felt.condemned & now.felt.readings.keys()
    return dict.fromkeys(lying, Light(RED, Glow.FAST))


def lifted(now: Shown) -> frozenset[Site]:
    """Return the sites where a hand has lifted what should stand there."""
    stood = now.here.expected.keys() if now.here else ()
    return frozenset(site for site in stood if site not in now.felt.readings)


def pointed(now: Shown) -> Scene:
    """Return lights for where a shown piece belongs, and for what a lesson points at."""
    lesson = now.taught & now.senses.keys() - lifted(now) if now.stage in TAUGHT else frozenset()
    lights = dict.fromkeys(lesson, Light(WHITE, Glow.DOUBLE))
    return {**lights, now.pointing: Light(WHITE, Glow.DOUBLE)} if now.pointing else lights
