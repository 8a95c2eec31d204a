"""What the table lights and what it asks for, stage by stage."""

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
from controller.sitting.mending.way_back import Step, way
from controller.sitting.shown import guide
from controller.sitting.shown.advice import Advice, ways
from controller.sitting.shown.guide import Strips
from controller.values import Dials, Refusal, Saying, Seat, Senses, Site

MENDED = (Stage.SETUP, Stage.MENDING)
ADVISED = (Stage.WAITING, Stage.MOVING, Stage.ASKING)
LOOKING = (*MENDED, Stage.WAITING, Stage.MOVING)
TAUGHT = (Stage.WAITING, Stage.MOVING)
TURNS = (Glow.RUN, Glow.RUN_BACK)  # which way, also where a lesson points at what is turned


MISSING = "table.missing"
REPLY = 4.0  # s that an answer to a key is not talked over ...
READ = 8.0  # s ... and after which it has been read


class Messages:
    """What was last said beside what is asked."""

    def __init__(self) -> None:
        self._notice: Refusal | None = None
        self._relents = inf  # s, when it has been told long enough
        self.message: Saying | None = None  # what else
        self.pointing: Site | None = None  # where a piece belongs
        self.advice: Advice | None = None  # what would be good, for whoever asked
        self._until = 0.0  # s, as long as it is pointed there
        self._answered = -REPLY  # s, when somebody was last answered ...
        self._reply: Saying | None = None  # ... and with what, as long as it is told

    @property
    def notice(self) -> Refusal | None:
        """The rule behind the last mistake."""
        return self._notice

    @notice.setter
    def notice(self, rule: Refusal | None) -> None:
        self._notice, self._relents = rule, inf

    @property
    def fading(self) -> bool:
        """Something will be taken back in a while."""
        return self.pointing is not None or self._relents < inf or self._reply is not None

    def expire_notice(self, at: float) -> None:
        """What was wrong is right again: from then on it is not told any more."""
        if self._notice or self._missing:
            self._relents = min(self._relents, at)

    def reply(self, saying: Saying) -> None:
        """Every key says what it did, or why it does nothing; until it has been read."""
        self.message, self._answered, self._reply = saying, inf, saying

    def miss(self, saying: Saying | None, at: float) -> None:
        """A piece is gone, or is not any more."""
        if saying is None and self._missing:
            self.message = None
        elif saying and at - self._answered >= REPLY:
            self.message = saying

    def go_on(self) -> None:
        """What was put right is not told to whoever does something else already."""
        if self._relents < inf:
            self._let_go()

    def hush(self) -> None:
        self.notice = self.message = self.advice = self._reply = None

    def point(self, site: Site, piece: str, until: float) -> None:
        """Show where this piece belongs."""
        self.message = Saying("table.belongs", {"piece": piece, "site": site})
        self.pointing, self._until = site, until

    def must_move(self, site: Site, piece: str) -> None:
        """Name the piece that was touched."""
        self.message = Saying("table.must_move", {"piece": piece, "site": site})

    def fade(self, at: float) -> None:
        """What was pointed at long enough is no longer."""
        if at > self._until:
            self.pointing = None
        self._answered = min(self._answered, at)  # it is told from the next look at the board
        if self._reply and at > self._answered + READ:
            self.message = None if self.message == self._reply else self.message
            self._reply = None
        if at > self._relents:
            self._let_go()

    @property
    def _missing(self) -> bool:
        return self.message is not None and self.message.key == MISSING

    def _let_go(self) -> None:
        """What was wrong is right."""
        self.notice = None
        self.message = None if self._missing else self.message


class Shown(Struct, frozen=True):
    """Where the sitting stands, as far as it is to be lit and said."""

    stage: Stage
    here: Moment | None  # None when no game is on the table
    felt: Felt
    decision: Decision | None
    chosen: int  # which of the moves that look alike the key stands on
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
    robots: frozenset[Seat] = frozenset()  # the seats for which nobody else acts
    served: bool = False  # the wish is being made by a hand that no person moves


def asks(now: Shown) -> Saying:
    """The one thing the board asks for now."""
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
    """What the game asks of a robot alone is asked of nobody at the table."""
    assert now.here
    actors = now.here.position.actors
    if now.stage is Stage.OVER or len(actors) != 1 or not by_itself(now, now.here):
        return None
    return Saying("table.thinks", {"seat": player(*actors)})


def wished(now: Shown) -> Saying:
    """What a seat without hands wants made, or is being made for it."""
    assert now.wish
    said = "table.acts" if now.served else "table.wish"
    return Saying(said, {"seat": player(now.wish.seat), "move": str(now.wish)})


def rest_of_move(now: Shown, marks: Iterable[Mark]) -> Saying | None:
    """What is left of a move of two pieces, while one hand moves."""
    assert now.here
    alone = len(now.here.position.actors) == 1
    return guide.other_half(marks, now.here, now.felt.readings) if alone else None


def half_turned(now: Shown) -> Saying | None:
    """What is left of a turn, in whole rows; the way back, where it has gone too far."""
    assert now.here
    for dial in now.dials:
        goal = now.here.due(dial, standing=False)
        whole = way(goal, now.here.expected.get(dial))
        rest = way(goal, now.felt.readings.get(dial))
        if whole * rest < 0:
            return guide.instruction(Step(dial=dial, rows=rest), now.here.position.layout())
        if 0 < abs(rest) <= abs(whole) - 1:
            return Saying("table.turn_rest", {"rows": f"{copysign(ceil(abs(rest)), rest):+g}"})
    return None


def doubted(now: Shown) -> tuple[Site, int] | None:
    """The strip that somebody is asked to look at, and the row that is to be at its near edge.

    What YES vouches for is this and nothing else.
    """
    step = now.step if now.stage in LOOKING else None
    return (step.dial, step.row) if step and step.dial and step.row is not None else None


def choice(marks: tuple[Mark, ...], chosen: int, *, in_hand: bool = False) -> Saying:
    """Which of these was meant, or whether the only one was; if the hand has ended already."""
    move = written(marks[chosen % len(marks)].moves)
    fields: dict[str, str | int] = {"count": len(marks), "move": move}
    if in_hand and marks[0].unfelt:
        return Saying("table.choose_or_put", fields)
    if not marks[1:]:
        return Saying("table.confirm" if marks[0].unfelt else "table.meant", fields)
    elsewhere = len({mark.unfelt for mark in marks}) > 1
    return Saying("table.choose_place" if elsewhere else "table.choose", fields)


def scene(now: Shown) -> Scene:
    """Everything the lights say, strips in danger before all else."""
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
    """The table's own keys, steady, while a power cut would lose what is played."""
    return dict.fromkeys(OWN_KEYS & now.senses.keys(), Light(AMBER)) if now.unsaved else {}


def hints(now: Shown, here: Moment) -> Scene:
    """Light what may be done, what is asked and what is wrong."""
    if now.stage is Stage.OVER:
        return {}
    begun = in_hand(now, here)
    if begun is None:
        begun = {**pieces(now, here), **open_moves_scene(offered(now, here), now, here)}
    return {**at_once(now, here), **begun, **wrong(now)}


def in_hand(now: Shown, here: Moment) -> Scene | None:
    """Light what a hand has done or begun; None if nothing has begun."""
    felt = now.felt.readings
    match now.stage, now.decision:
        case ((Stage.SETUP | Stage.MENDING), _):
            return {**blame(now), **guide.lead(now.step, here.scene)}
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
    """Whoever may be lifted, where there are too many ways to light them all."""
    may = frozenset() if now.wish or by_itself(now, here) else here.known.starts
    return {site: guide.hint(site, here.scene, Glow.PULSE) for site in may}


def at_once(now: Shown, here: Moment) -> Scene:
    """Light what the others may do while one acts, and in a race what everybody may do."""
    if len(here.position.actors) < 2 or now.stage is Stage.SETUP:
        return {}
    busy = frozenset() if is_race(here) else acting(now.decision)
    return open_moves_scene((m for m in offered(now, here) if m.move.seat not in busy), now, here)


def acting(decision: Decision | None) -> frozenset[Seat]:
    """The seats whose move a hand has made or begun."""
    match decision:
        case Count(moves):
            return frozenset(move.seat for move in moves)
        case NotYet(likely=Mark(move)):
            return frozenset({move.seat})
        case NotYet(begun) | Ask(begun):
            return frozenset(mark.move.seat for mark in begun)
    return frozenset()


def open_moves_scene(open_to: Iterable[Mark], now: Shown, here: Moment) -> Scene:
    """Light where these moves still lead the hand."""
    return guide.offered_scene(open_to, here, now.felt.readings, now.dials)


def offered(now: Shown, here: Moment) -> Iterable[Mark]:
    """What may be done: the wish of a seat without hands, or every lawful move of a person."""
    if now.wish:
        return marks(here.position, [now.wish], now.senses)
    return [mark for mark in here.known.marks if mark.move.seat not in now.robots]


def by_itself(now: Shown, here: Moment) -> bool:
    """Nobody acts but robots."""
    return here.position.actors <= now.robots


def advice_scene(now: Shown, here: Moment) -> Scene:
    """What would be good, in the rhythm of what is asked for, among all that may be done."""
    advice = now.advice
    if advice is None or advice.about is not here.position or now.stage not in ADVISED:
        return {}
    begun = now.felt.touched if now.stage is not Stage.WAITING else frozenset()
    sites = (advice.sites - begun) | good_sites(now, here, advice.good)
    return {site: guide.hint(site, here.scene, Glow.DOUBLE) for site in sites}


def good_sites(now: Shown, here: Moment, good: Collection[Move]) -> frozenset[Site]:
    """Where a good move begins; once it is under way, where it ends."""
    if not good or now.wish:
        return frozenset()
    if isinstance(now.decision, NotYet) and now.decision.marks:
        goals = (mark.sites - now.felt.touched for mark in now.decision.marks if mark.move in good)
        return frozenset().union(*goals)
    starts = (ways(here.position, move) for move in good)
    return frozenset().union(*(begins or ends for begins, ends in starts))


def blame(now: Shown) -> Scene:
    """Light what was shown in error, and what stood in the way."""
    shown = dict.fromkeys(now.felt.shown, Light(RED, Glow.FAST))
    wrong = now.decision.mistakes if isinstance(now.decision, Refuse) else ()
    against = frozenset[Site]().union(*(one.refusal.sites for one in wrong))
    return {**dict.fromkeys(against, Light(RED)), **shown}


def wrong(now: Shown) -> Scene:
    """Light the pieces that must come off, whatever others do meanwhile."""
    lying = now.felt.condemned & now.felt.readings.keys()
    return dict.fromkeys(lying, Light(RED, Glow.FAST))


def lifted(now: Shown) -> frozenset[Site]:
    """Where a hand has taken up what should stand there."""
    stood = now.here.expected.keys() if now.here else ()
    return frozenset(site for site in stood if site not in now.felt.readings)


def pointed(now: Shown) -> Scene:
    """Where the piece belongs that was shown a moment ago; while nothing is wrong, the lesson."""
    lesson = now.taught & now.senses.keys() - lifted(now) if now.stage in TAUGHT else frozenset()
    lights = dict.fromkeys(lesson, Light(WHITE, Glow.DOUBLE))
    return {**lights, now.pointing: Light(WHITE, Glow.DOUBLE)} if now.pointing else lights
