"""The console: one person plays in a terminal, with robots in the other seats."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping
from random import Random
from textwrap import wrap

from controller.app.computer.keyboard import TypedKeys, Typing
from controller.app.computer.laptop import unfiltered
from controller.app.recordings.mishaps import Mishaps
from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import Environment, GameSetup, lesson_of
from controller.app.setup.twin import Twin, examples
from controller.app.terminal.screen import TerminalScreen, card_named
from controller.app.terminal.suggestions import HandState, step_line, suggestions
from controller.errors import BadNotation, Misuse
from controller.lessons.learnt import Learnt
from controller.lessons.teacher import Teacher
from controller.sitting.flow import Stage
from controller.sitting.table import Table
from controller.values import CHANCE, Observation, Saying, Seat, Sense
from controller.words import catalogue, said, say

log = logging.getLogger(__name__)

WIDTH = 96  # characters in a line
LINE_INTERVAL = 0.4  # s between two lines from a pipe

HELP: Mapping[str, str] = {  # commands for any board, with the key of their help text
    "play {held}": "console.help.play",
    "say {move}": "console.help.say",
    "auto": "console.help.auto",
    "back": "console.help.back",
    "quit": "console.help.quit",
}


class Console:
    """One table in a terminal, for one person at a keyboard."""

    def __init__(self, house: Environment, terms: GameSetup, keys: TypedKeys | None = None) -> None:
        self._house, self._learnt = house, Learnt(house.folder)
        self._clock, self._game = house.clock, terms.game
        self._sit(terms)
        self._typing = Typing(sys.stdin, keys)
        self._said = ""
        self._mishaps = Mishaps(house.clock)
        self._over = False
        self._read = self._clock.now()  # s, when a line was last done
        self._suggestions: tuple[object, list[str]] = (None, [])  # by position and hand

    def _sit(self, terms: GameSetup) -> None:
        self._running = RunningTable(self._house, terms, overheard=lambda words: None)
        self._twin: Twin | None = self._running.twin
        kind = Saying("console.simulated" if self._twin else "console.real")
        title = said("console.title", game=self._game.title, kind=kind)
        self._screen = TerminalScreen(self.table, self._game, title, unfiltered(sys.stdout))

    @property
    def table(self) -> Table:
        return self._running.table

    def run(self) -> None:
        """Run until the game is over or the person leaves."""
        for _ in range(10):
            self._running.turn()
        while not self._over:
            self.turn()
        self._draw(self._running.turn().observation)

    def turn(self) -> None:
        """Run one turn; after an exception of our own, restart the table and continue the game."""
        try:
            self._go_round()
        except Exception:
            log.exception("The table broke off.")
            self._mishaps.note()
            self._mishaps.rest()
            self._running.start_over()
            self._screen.table = self.table

    def _go_round(self) -> None:
        """Read and draw the board, do what was typed, let robots play, follow the lesson."""
        self._draw(self._running.turn().observation)
        self._listen()
        self._over |= self._ended()
        self._running.let_robots_play()
        if self._running.teacher:
            self._learnt.mark(self._running.teacher)
        if name := self._running.next_lesson:
            self._change(name)

    def close(self) -> None:
        self._typing.close()
        self._running.close()

    def _ended(self) -> bool:
        """True if all input was read and done, or the game is over."""
        over = self.table.stage is Stage.OVER and not self._running.teacher
        return (self._typing.ended and not self._busy()) or over

    def _busy(self) -> bool:
        return self._twin is not None and self._twin.busy

    def _listen(self) -> None:
        """Do the next typed line; a script is slowed down to give the table time."""
        if self._busy():
            self._read = self._clock.now()
        elif self._typing.person or self._clock.now() - self._read > LINE_INTERVAL:
            line = self._typing.next_line()
            if line is not None:
                self._answer(line)

    # -------------------------------------------------------------------------------------- person

    def _answer(self, line: str) -> None:
        """Do what was typed, or keep why it cannot be done for the screen."""
        self._said = ""
        verb, _, rest = line.partition(" ")
        try:
            match verb:
                case "":
                    return
                case "quit" | "exit" | "q":
                    self._over = True
                case "help" | "?":
                    self._said = self._help()
                case "play":
                    self._play_card(rest)
                case "say":
                    self._running.say(self._game.parse(rest))
                case "next" if self._running.teacher:
                    self._change(self._running.teacher.taught().next)
                case "auto":
                    self._auto()
                case "yes" | "no" | "next":
                    self._obey(f"press {verb}")
                case "back" if self._twin is None:
                    self.table.take_back()
                case "back":
                    self._obey("press back")
                case _:
                    self._obey(line)
        except (Misuse, BadNotation) as trouble:
            self._said = str(trouble)
        self._read = self._clock.now()
        self._running.stir()

    def _change(self, name: str) -> None:
        """Start another lesson, if there is one."""
        if name:
            self._running.close()
            self._sit(lesson_of(self._game, name))

    def _obey(self, line: str) -> None:
        if self._twin is None:
            raise Misuse("console.use_your_hands")
        self._twin.obey(line, self._hear)

    def _hear(self, why_not: Saying | None) -> None:
        self._said = say(why_not) if why_not else self._said

    def _play_card(self, text: str) -> None:
        """Play a card of the seat to act: spoken if luck deals, else shown to the reader."""
        seat = self._person()
        card = card_named(text, self.table.position.hand(seat))
        if self.table.luck is None:
            self._obey(f"tap card {card}")
            return
        fitting = [
            mark.move
            for mark in self.table.moments[-1].known.marks
            if card in mark.trace.changes.values()
        ]
        if len(fitting) > 1:
            moves = said("console.or_say").join(map(str, fitting))
            raise Misuse("console.which", moves=moves)
        if fitting:
            self._running.say(fitting[0])
        else:
            self._refuse(card)

    def _refuse(self, card: str) -> None:
        """Let the table refuse this card, so that the rule against it is shown."""
        taps = {s for s, sense in self.table.senses.items() if sense is Sense.TAP}
        for move in self.table.position.attempts(frozenset(taps)):
            if card in str(move).split():
                self._running.say(move)
                return

    def _auto(self) -> None:
        """Make one random lawful move for the seat to act."""
        seat, luck = self._person(), Random(len(self.table.history))
        own = [move for move in self.table.position.moves() if move.seat == seat]
        self._running.make(luck.choice(own))

    def _help(self) -> str:
        """Return what may be typed at this board, with examples of this game."""
        people, position = self._people(), self.table.position
        cards = position.hand(people[0]) if people else ()
        moves = (str(move) for move in position.moves() if move.seat in people)
        own = {"held": cards[0].split(".")[0] if cards else "", "move": next(moves, "")}
        sample = {gap: word for gap, word in own.items() if word}
        if self._twin:
            sample |= self._twin.example_words()
        return help_text(self._twin, sample)

    def _person(self) -> Seat:
        people = self._people()
        if not people:
            raise Misuse("console.not_yet")
        return people[0]

    def _people(self) -> list[Seat]:
        """Return the seats to act that no robot plays for; cards are dealt without one."""
        players, actors = self._running.robots.players, self.table.position.actors - {CHANCE}
        return sorted(seat for seat in actors if not players.get(seat))

    # ----------------------------------------------------------------------------------------- eyes

    def _before(self) -> list[str]:
        """Return the game's aim as lines, until a player has moved."""
        goal = catalogue().get(f"{self._game.name}.goal", "")
        fresh = all(move.seat == CHANCE for move in self.table.history)
        return [f"  {line}" for line in wrap(goal, WIDTH)] if fresh else []

    def _draw(self, observation: Observation) -> None:
        self._screen.below = self._below()
        lights = dict(self._running.loop.scene)
        self._screen.draw(lights, observation.readings, observation.at, self._typing.line)

    def _suggested(self, seat: Seat) -> list[str]:
        """Return what may be typed, computed once for each position and hand."""
        seen = self._twin.eyes() if self._twin else None
        hand = HandState(frozenset(seen.held), seen.pieces) if seen else HandState()
        now = self.table.moments[-1], hand
        if self._suggestions[0] != now:
            self._suggestions = now, suggestions(self.table, seat, hand)
        return self._suggestions[1]

    def _below(self) -> list[str]:
        """Return the lines below the board: lesson, hand, suggestions, troubles, last answer."""
        lines = list(lesson_lines(self._running.teacher)) or self._before()
        people, board = self._people(), self._running.board
        if people and self.table.position.hand(people[0]):
            cards = " ".join(self.table.position.hand(people[0]))
            lines.append(said("console.hand", seat=people[0] + 1, cards=cards))
        if self._twin and (held := self._twin.eyes().held):
            lines.append(said("console.held", pieces=" ".join(held)))
        if people and self.table.stage in (Stage.WAITING, Stage.MOVING):
            typed = ", ".join(self._suggested(people[0]))
            lines.append(said("console.may_type", lines=typed))
        elif self.table.stage in (Stage.SETUP, Stage.MENDING) and self._twin:
            step = self.table.state.recovery.step
            hand = HandState(frozenset(self._twin.held), self._twin.eyes().pieces)
            put_right = step_line(step, self.table.position.layout(), hand) if step else ""
            lines.append(said("console.may_tidy", line=f"{put_right}, " if put_right else ""))
        troubles = (str(board.trouble or ""), self._mishaps.sentence)
        lines += [f"  {trouble}" for trouble in troubles if trouble]
        lines += [f"  {say(ailment.saying)}" for ailment in board.ailments()]
        return [*lines, *self._said.splitlines()]


def lesson_lines(teacher: Teacher | None) -> Iterator[str]:
    """Yield the lines that show a lesson's current task."""
    if teacher is None:
        return
    now = teacher.taught()
    yield said("console.lesson", number=now.number, count=now.count, title=now.title)
    yield from (f"  {line}" for text in now.says for line in wrap(text, WIDTH))
    if now.missed:
        yield f"  {said('lesson.missed')}"
    if now.done:
        yield (
            said("console.next_lesson", next=now.next) if now.next else said("console.last_lesson")
        )


def help_text(twin: Twin | None, sample: Mapping[str, str]) -> str:
    """Return one line for each command that may be typed at this board."""
    known = dict(examples({**HELP, **twin.verbs} if twin else HELP, sample))
    wide = max(map(len, known)) + 2
    return "\n".join(f"    {usage:<{wide}}{text}" for usage, text in known.items())
