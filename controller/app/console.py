"""A person at the table: the picture, the line to type on, and robots in the other seats."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Any, Self

from controller.app.screen import Screen, Typing, card_named, hints
from controller.app.start_game import remind
from controller.errors import BadNotation, Misuse
from controller.flow import Stage
from controller.game import Game, Move, Position
from controller.journal import Record
from controller.loop import Loop
from controller.luck import Luck
from controller.robots.players import Player, at_random, chosen, player
from controller.scene import Light
from controller.table import Table
from controller.values import CHANCE, Observation, Seat, Sense, Site
from controller.words import say
from drivers.board import Board, open_board
from drivers.clock import WallClock
from drivers.wiring import Wiring
from sims.bench.rig import Rig
from sims.bench.verbs import HELP, obey

READING = 0.4  # s between two lines of a script
PAUSE = 1.0  # s before a robot moves, so that a person can follow


class Console:
    """One person, one table, a keyboard."""

    def __init__(
        self, game: Game, loop: Loop, board: Board, rig: Rig | None, named: Sequence[str], seed: int
    ) -> None:
        self.table: Table = loop.table
        self.rig = rig
        self._loop, self._board, self._game = loop, board, game
        self._clock = WallClock()
        self._players = seated(named, seed, self.table.luck is None)
        kind = "simulated table" if rig else "board"
        self._screen = Screen(self.table, game, f"STARDECK  {game.title}  ({kind})", sys.stdout)
        self._typing = Typing(sys.stdin)
        self._said = ""
        self._over = False
        self._acted = self._clock.now()

    @classmethod
    def open(
        cls,
        game: Game,
        start: Position[Any],
        wiring: Wiring,
        *,
        url: str,
        played: list[tuple[Move, Position[Any]]],
        named: Sequence[str],
        seed: int,
        virtual: bool,
        record: Record | None,
        free: bool,
    ) -> Self:
        """Sit down at the simulated table, or at the board behind a port."""
        terms: dict[str, Any] = {"record": record, "played": played, "free": free}
        if url.startswith("sim://"):
            rig = Rig(start, wiring, clock=WallClock(), seed=seed, virtual=virtual, **terms)
            remind(rig)
            return cls(game, rig.loop, rig.board, rig, named, seed)
        board = open_board(url, wiring, WallClock())
        table = Table(wiring.senses, wiring.limits)
        table.take(start, luck=Luck(seed) if virtual else None, **terms)
        loop = Loop(table, board, wiring.chain, wiring.file.pixels)
        return cls(game, loop, board, None, named, seed)

    def run(self) -> None:
        """Until the game is over or the person leaves."""
        for _ in range(10):
            self._loop.turn()
        while not self._over:
            observation = self._loop.turn()
            self._draw(observation)
            self._listen()
            self._over |= self._typing.ended or self.table.stage is Stage.OVER
            self._let_robots_play()
        self._draw(self._loop.turn())

    def _listen(self) -> None:
        """One line at a time; a script gives the table as much time as a person would."""
        if self._typing.person or self._clock.now() - self._acted > READING:
            line = self._typing.next_line()
            if line is not None:
                self._answer(line)

    def close(self) -> None:
        self._typing.close()
        self._board.close()

    # -------------------------------------------------------------------------------------- robots

    def _let_robots_play(self) -> None:
        if self.table.stage is not Stage.WAITING or self.table.wish:
            return
        if self._clock.now() - self._acted > PAUSE:
            self._acted = self._clock.now()
            if move := chosen(self.table.position, self._players, self.table.last_seat):
                self._play(move)

    def _play(self, move: Move) -> None:
        """Its hand moves on a simulated table; on a real one the lights ask for a hand."""
        if self.rig:
            self.rig.play(move, spoken=True)
            self.rig.wait(0.3)
        else:
            self.table.say(move)
        self._acted = self._clock.now()

    # -------------------------------------------------------------------------------------- person

    def _answer(self, line: str) -> None:
        """Do what was typed; what cannot be done is said, and nothing is lost."""
        self._said = ""
        verb, _, rest = line.partition(" ")
        try:
            match verb:
                case "":
                    return
                case "quit" | "exit" | "q":
                    self._over = True
                case "help" | "?":
                    self._said = help_text(self.rig is not None)
                case "play":
                    self._play_card(rest)
                case "say":
                    self.table.say(self._game.parse(rest))
                case "auto":
                    self._auto()
                case "back" if self.rig is None:
                    self.table.take_back()
                case "back":
                    obey("press back", self._at_bench())
                case _:
                    obey(line, self._at_bench())
        except (Misuse, BadNotation) as trouble:
            self._said = str(trouble)
        self._acted = self._clock.now()

    def _at_bench(self) -> Rig:
        if self.rig is None:
            raise Misuse(
                "This is a real board: use your hands. Here you may type play, back, quit."
            )
        return self.rig

    def _play_card(self, text: str) -> None:
        """A card of the hand on turn: said when hands are virtual, else shown to the reader."""
        seat = self._person()
        card = card_named(text, self.table.position.hand(seat))
        if self.table.luck is None:
            obey(f"tap card {card}", self._at_bench())
            return
        fitting = [
            mark.move
            for mark in self.table.moments[-1].known.marks
            if card in mark.trace.changes.values()
        ]
        if len(fitting) > 1:
            raise Misuse(f"Which? Type say {' or say '.join(map(str, fitting))}.")
        if fitting:
            self.table.say(fitting[0])
        else:
            self._refuse(card)

    def _refuse(self, card: str) -> None:
        """Why this card cannot be played: the rule is asked, as for any attempt."""
        taps = {s for s, sense in self.table.senses.items() if sense is Sense.TAP}
        for move in self.table.position.attempts(frozenset(taps)):
            if card in str(move).split():
                self.table.say(move)
                return

    def _auto(self) -> None:
        """Let a robot make this one move."""
        seat, luck = self._person(), Random(len(self.table.history))
        own = [move for move in self.table.position.moves() if move.seat == seat]
        self._play(luck.choice(own))

    def _person(self) -> Seat:
        people = [seat for seat in self.table.position.actors if not self._players.get(seat)]
        if not people:
            raise Misuse("It is not your turn yet.")
        return min(people)

    # ----------------------------------------------------------------------------------------- eyes

    def _draw(self, observation: Observation) -> None:
        lights: dict[Site, Light] = dict(self._loop.scene)
        self._screen.below = self._below()
        self._screen.draw(lights, observation.readings, observation.at, self._typing.line)

    def _below(self) -> list[str]:
        """The hand of the person on turn, what may be typed, what was answered."""
        lines = []
        people = sorted(s for s in self.table.position.actors if not self._players.get(s))
        if people and people[0] != CHANCE and self.table.position.hand(people[0]):
            lines.append(
                f"  hand of {people[0] + 1}: {' '.join(self.table.position.hand(people[0]))}"
            )
        if self.rig and self.rig.hand.held:
            lines.append(f"  in your hand: {' '.join(p.name for p in self.rig.hand.held)}")
        if people and self.table.stage in (Stage.WAITING, Stage.MOVING):
            marks = self.table.moments[-1].known.marks
            lines.append("  you may type: " + ", ".join(hints(marks, self.table, people[0])))
        elif self.table.stage in (Stage.SETUP, Stage.MENDING) and self.rig:
            lines.append("  you may type: tidy, to follow the lights")
        if self._board.trouble:
            lines.append(f"  {self._board.trouble}")
        lines += [f"  {say(ailment.saying)}" for ailment in self._board.ailments()]
        return [*lines, *self._said.splitlines()]


def seated(named: Sequence[str], seed: int, dealing: bool) -> dict[Seat, Player | None]:
    luck = Random(seed)
    players = {Seat(seat): player(name, luck) for seat, name in enumerate(named)}
    if dealing:
        players[CHANCE] = at_random(luck)
    return players


def help_text(simulated: bool) -> str:
    usual = {
        "play F2": "play a card of your hand",
        "say 1 lays F2.1": "any move, in the words of the record",
        "auto": "let a robot make this one move",
        "back": "take the last move back, if nobody has seen a card since",
        "quit": "leave; the game is kept, go on with: stardeck resume",
    }
    known = {**usual, **HELP} if simulated else usual
    return "\n".join(f"    {usage:<22}{meaning}" for usage, meaning in known.items())
