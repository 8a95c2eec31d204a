"""RunningTable: one game at one board, real or simulated, turn by turn, for pages or terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from math import inf
from typing import TypeAlias

from controller.app.computer.lamp import Lamp
from controller.app.computer.trouble_sign import SIGN_SECONDS, STILL, sign
from controller.app.recordings.recording import secret
from controller.app.setup.start_game import Environment, GameSetup, restored_setup
from controller.app.setup.twin import Twin
from controller.app.thinking.hints import Hints
from controller.app.thinking.seats import RobotSeats, act_together
from controller.errors import Misuse
from controller.game import Move
from controller.lessons.teacher import Reply, Rewind, Teacher
from controller.menu.picture import lit_cells
from controller.scene import Scene
from controller.sitting.flow import Stage
from controller.sitting.journal import SittingKey
from controller.sitting.loop import Loop, Turn
from controller.sitting.luck import stream
from controller.sitting.news import Agreed, HintWanted, News, TakenBack, Worded
from controller.sitting.speech import Speech
from controller.sitting.state import LessonTask
from controller.sitting.table import Table
from controller.sounds.sound import Sound
from controller.storage.doubts import SAID, Doubts, Reasons
from controller.telling import teller
from controller.values import Observation, Refusal, Saying, Seat, Sense, Site
from controller.web.mailbox import Owed
from controller.web.parts.lifting import piece_names
from controller.web.view import GameFacts
from controller.why.explain import Explanation
from drivers.board import open_board
from drivers.wiring import Wiring

ILLUMINED = 10.0  # s for which another scene is shown after the last request
ROBOT_PAUSE = 1.0  # s before a robot moves, so that a person can follow
TROUBLE_INTERVAL = 1.0  # s between two checks of machine and board for trouble
AT_IT = Refusal("", "table.at_it")
Overheard: TypeAlias = Callable[[str], None]  # receives a command as one line of text


class RunningTable:
    """One game at one board; `overheard` receives the commands not made on the board itself."""

    _glowing = False  # the simulated lights have just changed
    _lit = b""
    _worded = False  # a spoken move counts, and the simulated pieces do not show it yet
    _warned = -inf  # s, time of the last check for trouble
    _ended: tuple[Saying, ...] = ()  # how the last run ended, until that was shown

    def __init__(
        self, house: Environment, terms: GameSetup, overheard: Overheard, pause: float = ROBOT_PAUSE
    ) -> None:
        self.terms, self._house = terms, house
        self._illumined = 0.0  # s, until then another scene may be shown
        self._clock, self._pause, self._overheard = house.clock, pause, overheard
        self._thinks, self._tried, self._owed = house.think(), -inf, Owed()
        wiring = house.panel(terms.game)
        self.twin = self._twin(house, wiring)
        self.wiring = self.twin.wiring if self.twin else wiring
        self._doubts = Doubts(house.folder, simulated=house.simulated)
        self.usual = house.usual(terms.game).senses
        self.table = self._laid()
        self._take(terms)
        url = self._set_up(self.twin) if self.twin else house.url
        self.board = open_board(url, self.wiring, house.clock, waits=house.waits)
        self.loop = self._build_loop()

    def _build_loop(self) -> Loop:
        """Build the loop; robots get no turn sound."""
        self.board.overheard, self._lamp = self._overheard, Lamp(self.board)
        chain, pixels = self.wiring.chain, self.wiring.file.pixels
        loop = Loop(self.table, self.board, chain, pixels, self._house.loudness)
        loop.ears.waits = lambda seat: not self.robots.sits(seat)
        loop.speakers = tuple(filter(None, [self._house.speaker]))
        return loop

    def sitting(self, number: int) -> GameFacts:
        """Return the part of a view that stays unchanged while this game is played."""
        terms = self.terms
        return GameFacts(
            number=number,
            game=terms.game,
            drawing=terms.game.drawing(self.table.position),
            who=terms.who,
            senses=self.wiring.senses,
            limits=self.wiring.limits,
            readers=self.readers,
            simulated=self._house.simulated,
            foreseen=terms.foreseen,
            hints=not terms.rules.no_hints,
        )

    @property
    def readers(self) -> frozenset[Site]:
        """The card readers of this panel, and those of the game's usual panel that it lacks."""
        senses = {**self.usual, **self.wiring.senses}.items()
        return frozenset(site for site, sense in senses if sense is Sense.TAP)

    def turn(self, patience: float | None = None) -> Turn:
        """Run one turn: the simulated hand moves, the board is read, the table answers.

        Return what was read, and the news of the table. While nothing of ours is due, wait at most
        `patience` seconds for the board.
        """
        if self.twin:
            self.twin.go_on()
        if self._clock.now() > self._illumined:
            self.loop.instead = None
        turn = self.loop.turn(patience if self.resting else None)
        observation = turn.observation
        for news in turn.news:
            self._act_on(news, observation)
        self._act_out(observation)
        self._glance()
        self._keep_doubts()
        if speaker := self._house.speaker:
            words = self._speech.news(self.table, self._teller.say)
            speaker.say(words, self._house.loudness.volume)
        touched = max(max(observation.changed.values(), default=0.0), self._acted)
        if self.twin is None:
            self._lamp.look(observation.at, touched)
        if observation.at - touched >= STILL and self.table.idle(observation):
            self._warn(observation.at)
        return turn

    def _act_on(self, news: News, observation: Observation) -> None:
        """Handle news of the table: takeback, spoken move, hint wanted, YES."""
        match news:
            case TakenBack():
                self._restore(observation.present)
            case Worded():
                self._worded = True
            case Agreed() | HintWanted() if self.teacher and self.teacher.done:
                self.next_lesson = self.teacher.taught().next
            case HintWanted():
                self.hints.press(self.table)

    def _act_out(self, observation: Observation) -> None:
        """Set up the simulated pieces after a spoken move that no sensor can read."""
        twin, table = self.twin, self.table
        if self._worded and not table.busy and not (twin and twin.busy):
            self._worded = False
            unfelt = twin is not None and twin.unfelt and self._placed(all)
            self._restore(observation.present and unfelt)

    def _warn(self, now: float) -> None:
        """Show and speak a trouble of machine, board or last ending, while the game waits."""
        asked = self.table.stage in (Stage.WAITING, Stage.OVER) and self.loop.instead is None
        if now - self._warned < TROUBLE_INTERVAL or not asked:
            return
        self._warned = now
        more = [*self._ended, *(ailment.saying for ailment in self.board.ailments())]
        if saying := self._house.news(now, more):
            self._ended = ()
            self._illumined, self.loop.instead = now + SIGN_SECONDS, sign(saying, self._cells)
            self.loop.sound(Sound.TROUBLE)
            if speaker := self._house.speaker:
                speaker.say(self._teller.say(saying), self._house.loudness.volume)

    def _glance(self) -> None:
        """Note whether the simulated lights have changed; they follow the table after a delay."""
        lit = self.twin.told_pixels if self.twin else b""
        self._glowing, self._lit = lit != self._lit, lit

    @property
    def resting(self) -> bool:
        """True if nothing is due: no simulated hand, thought, robot, lesson or hint."""
        bench = self.twin and (self.twin.busy or self._glowing)
        acting = bench or self.teacher or self._thinks.busy or self.table.wish
        robots = any(map(self.robots.sits, self.table.position.actors))
        return not (acting or robots or self.hints.waiting) and self.loop.resting

    @property
    def going(self) -> Set[SittingKey]:
        """This sitting's keys while it is not over, 0 included: it may have no number yet."""
        if self.table.position.outcome:
            return frozenset()
        record = self.terms.record
        return {0, (self.terms.game.name, record.opened), *record.numbers} if record else {0}

    def illumine(self, name: str, scene: Scene) -> None:
        """Show another scene on this game's panel for a while; any touch of the board ends that."""
        if self.terms.game.name != name:
            raise Misuse("page.other_panel", game=self.terms.game.title)
        self._illumined = self._clock.now() + ILLUMINED
        self.loop.instead = scene

    def start_over(self) -> None:
        """Build a new table at the same board after a fault of ours, with the saved moves."""
        terms = (
            self.terms if self.terms.lesson else restored_setup(self._house, self.terms, self.table)
        )
        self.board = self.board.anew()
        self.table = self._laid()
        self._take(terms)
        self.loop = self._build_loop()
        if self.twin:
            self.twin.sit(self.table, terms.game, standing=False)

    def play_again(self, terms: GameSetup) -> None:
        """Start another sitting of the same game at the same board."""
        if terms.game is not self.terms.game:
            raise Misuse("page.other_panel", game=self.terms.game.title)
        self.table.clear()
        self._owed.settle()
        self._take(terms)

    def settle(self) -> None:
        """Answer every request that waits for a hand, since no further turn will."""
        self._owed.settle()

    def close(self) -> None:
        self.settle()
        self._thinks.close()
        self.board.close()

    # -------------------------------------------------------------------------------------- robots

    def let_robots_play(self) -> None:
        """Let robots, the lesson and hints act, after the pauses that people need to follow."""
        self.hints.go_on(self.table)
        table, now = self.table, self._clock.now()
        if self.twin and self.twin.busy:
            self.stir()
        elif now < self._restored:
            table.trust()
        elif self.teacher:
            self._teach(self.teacher)
        self._answer()
        if table.stage is not Stage.WAITING and not table.carried_on:
            return
        if not table.wish:
            self.robots.think(table.position, len(table.history), now)
        if self._encumbered:
            self._restore()
        elif now >= self._restored and self._time_to_act(now):
            self._tried = now
            if move := self._wanted(now):
                self.stir()
                self.make(move)

    def _answer(self) -> None:
        """Answer for a robot what the table asks about the move that the robot's own hand made."""
        table, wish = self.table, self.table.wish
        left = self.twin is not None and not self.twin.busy
        if left and wish and table.stage is Stage.ASKING and table.state.robots.acts(wish):
            self._overheard(f"choose {wish}")
            table.choose((wish,))

    def _teach(self, teacher: Teacher) -> None:
        """Make the lesson's replies and rewinds, after a pause in which a person can follow."""
        now = self._clock.now()
        answer = teacher.attend(self.table, now)
        points = teacher.points(self.table.position.layout())
        self.table.teach(LessonTask(points, teacher.hope(self.table), teacher.done))
        self.hints.task = teacher.task
        if teacher.done and not self.table.message:
            more = teacher.taught().next
            self.table.tell(Saying("lesson.done" if more else "lesson.last"))
        if answer is None or self.table.wish or now - self._acted <= self._pause:
            return
        self.stir()
        match answer:
            case Reply(move):
                self.make(move)
            case Rewind(moment):
                self.table.rewind(moment)
                self._restore()

    def _restore(self, connected: bool = True) -> None:
        """Set the simulated pieces as the game has them, and trust them until that is done."""
        if self.twin and connected:
            self._restored = self._clock.now() + self.twin.stand_right()
            self.table.trust()

    @property
    def _taught_seats(self) -> frozenset[Seat]:
        """The seats that only the lesson moves for; it never asks the learner to."""
        if (lesson := self.terms.lesson) is None:
            return frozenset()
        asked = {move.seat for task in lesson.tasks for move in task.way}
        every = map(Seat, range(len(lesson.start.scores())))
        return frozenset(every) - asked - {lesson.learner}

    def _wanted(self, now: float) -> Move | None:
        """Return the announced move if a simulated hand can make it, else what a robot chooses."""
        table = self.table
        if table.wish is None:
            return self.robots.choice(table.position, table.state.progress.last_seat, now)
        return table.wish if self.twin else None

    @property
    def _encumbered(self) -> bool:
        """True if the simulated hand must put a piece back before a robot can use it."""
        if not self.twin or self.twin.busy:
            return False
        return self.table.position.actors <= self.table.state.robots.seats and self._placed(any)

    def _placed(self, of: Callable[[Iterable[bool]], bool]) -> bool:
        """True if all, or any, of the pieces in the simulated hand have a place on the board."""
        stands = piece_names(self.table.position)
        return of(name in stands for name in (self.twin.held if self.twin else ()))

    def _time_to_act(self, now: float) -> bool:
        """True if the pause since the last act is over; if all play at once, each has their own."""
        position, rested = self.table.position, now - self._acted > self._pause
        if self.table.wish and not (self.twin and self.twin.busy):
            return now - self._tried > self._pause  # its player waits for it
        if self.robots.decided(position, now):
            return rested or act_together(position)
        return rested and now - self._tried > self._pause

    def hint(self, seat: Seat, answer: Callable[[str], None]) -> None:
        """Ask for a hint for this seat; `answer` is called when it is worked out."""
        self.hints.want(self.table, seat, self._owed.once(answer))

    def make(self, move: Move) -> None:
        """Make a robot's move with the simulated hand; at a real board, announce it by light."""
        if self.twin and not self.table.carried_on:
            self._overheard(f"intend {move}")
            self.table.intend(move)
            self.twin.make(move)
        else:
            self.say(move)

    def say(self, move: Move) -> Refusal | None:
        """Play a spoken move; return why it is refused, or None. Said twice, it is made once."""
        if self._at_it():
            return None if self.table.wish == move else AT_IT
        self._overheard(f"say {move}")
        self.stir()
        refused = self.table.say(move)
        done = self.table.state.gesture.made  # the move only has to stay a little longer
        other = self.table.busy or (self.table.wish and not done)
        if other and self.table.stage is Stage.MOVING:
            self._restore()  # the simulated hand starts from a complete position
        return refused

    def _at_it(self) -> bool:
        """True if the simulated hand is making a move."""
        moving = self.table.wish is not None or self.table.stage is Stage.MOVING
        return self.twin is not None and self.twin.busy and moving

    def obey(self, line: str, answer: Callable[[str], None]) -> None:
        """Let the simulated hand do a typed line; `answer` gets "" or why it could not."""
        if self.twin is None:
            raise Misuse("page.no_game")
        tell, done = self._teller.say, self._owed.once(answer)
        try:
            self.twin.obey(line, lambda why_not: done(tell(why_not) if why_not else ""))
        except Misuse as trouble:
            done(str(trouble))

    def press(self, key: str) -> None:
        """Press one of the table's own keys, for a page."""
        self._overheard(f"press {key}")
        self.stir()
        self.table.press(Site(f"key.{key}"))

    def stir(self) -> None:
        """Note that a player has just acted, so that robots wait."""
        self._acted = self._clock.now()

    # --------------------------------------------------------------------------------- sitting down

    def _twin(self, house: Environment, wiring: Wiring) -> Twin | None:
        if house.open_twin is None:
            return None
        pieces = self.terms.game.pieces(self.terms.start)
        noise = stream(self.terms.seed, "bench")
        twin = house.open_twin(wiring, pieces, house.clock, noise.getrandbits(32))
        twin.overheard = lambda move: self._overheard(f"say {move}")
        return twin

    def _laid(self) -> Table:
        """Return a new table for this panel, which knows what the usual panel would sense."""
        senses, limits, twin = self.wiring.senses, self.wiring.limits, self.twin
        if twin:
            table = Table(senses, limits, self.usual, works=twin.works, holds=twin.holds)
        else:
            table = Table(senses, limits, self.usual)
        self.doubt_anew(table)
        return table

    def doubt_anew(self, table: Table) -> None:
        """Make the table distrust the cells that an earlier sitting or the workshop distrusted."""
        self._doubted = dict(self._doubts.of(self.wiring.file.panel))
        table.doubt(frozenset(self._doubted.keys() & table.senses.keys()))

    def _keep_doubts(self) -> None:
        """Save which cells are distrusted now, for the next sitting."""
        now = self.table.disbelieved
        if now != self._doubted.keys() & self.table.senses.keys():
            self._doubted = {site: self._doubted.get(site, SAID) for site in sorted(now)}
            self._doubts.keep(self.wiring.file.panel, self._doubted)

    def explain(self, number: int) -> tuple[Explanation, ...] | None:
        """Return why a decision was taken, in any thread; None if dropped or cards are hidden."""
        found = [one for one in tuple(self.table.state.decided) if one.number == number]
        return found[0].explanations if found and not secret(self.table.position) else None

    @property
    def doubts(self) -> Reasons:
        """The distrusted cells, with the reason for each."""
        return self._doubted

    def _take(self, terms: GameSetup) -> None:
        """Set up table, teacher, robots and hints for this sitting."""
        self.terms = terms
        self.teacher = Teacher(terms.lesson) if terms.lesson else None
        self._restored = 0.0  # s, when the simulated pieces will have been set up again
        self._speech, names = Speech(), (who.name for who in terms.who)
        self._teller = teller(terms.game, terms.game.drawing(terms.start), names)
        self.robots = RobotSeats(terms, self._thinks, self._pause)
        self.hints = Hints(terms, self._thinks)
        self.stir()
        self.table.take(
            terms.start,
            luck=terms.luck,
            record=terms.record,
            played=terms.played,
            passed=terms.passed,
            rules=terms.rules,
            middles=terms.game.middles(terms.start),
            laid=terms.lesson is not None,
            robots=self.robots.seats | self._taught_seats,
        )
        self._worded = False
        self.next_lesson = ""  # the lesson asked for by YES or NEXT after this one is done
        ending = self._house.ending
        self._cells = lit_cells(terms.game, self.wiring.chain)
        if terms.played and terms.record and ending and (told := ending.befell(len(terms.played))):
            self._ended = (told,)
            self.table.tell(told)

    def _set_up(self, twin: Twin) -> str:
        """Power the simulated board, then set it up: its Pico must count as the strip is wound."""
        url = twin.plug_in()
        twin.sit(self.table, self.terms.game)
        self._clock.sleep(0.05)  # s, until it has felt what stands there
        return url
