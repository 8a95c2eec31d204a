"""Hints and help: what the best robot would do in a person's place, told a little at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from controller.app.start_game import GameSetup
from controller.app.thinker import Thinks, question
from controller.errors import Misuse
from controller.game import Move, Position
from controller.lessons.lesson import Task
from controller.robots.judge import rest_of_turn
from controller.robots.levels import BEST, ladder
from controller.robots.opinion import LATELY, Opinion
from controller.sitting.flow import Stage
from controller.sitting.luck import stream
from controller.sitting.shown.advice import ASKER, GOAL, PIECE, WHY, Advice, Hint, learner
from controller.sitting.shown.output import lifted
from controller.sitting.table import Table
from controller.sitting.touch_move import unbound
from controller.telling import teller
from controller.values import Saying, Seat
from controller.words import said

OPEN = (Stage.WAITING, Stage.MOVING)
SIGHT = 4  # moves of a turn that are looked ahead
ALWAYS = 999  # moments: as long as the game lasts
SECONDS = 2.0  # that somebody waits for a hint

Answer: TypeAlias = Callable[[str], None]
"""Takes the one sentence that is told to whoever asked, and to nobody else."""


class Found(Struct, frozen=True, eq=False):
    """What was found out about a moment, for one seat."""

    about: Position[Any]
    seat: Seat
    opinion: Opinion | None


class Hints:
    """One game's: nothing that is asked here changes it, and nobody is told of another's cards.

    `hint` is the last that was told.
    """

    def __init__(self, terms: GameSetup, thinks: Thinks) -> None:
        self._terms, self._thinks = terms, thinks
        self._people = [Seat(n) for n, who in enumerate(terms.who) if who.kind == "human"]
        names = (who.name for who in terms.who)
        self._teller = teller(terms.game, terms.game.drawing(terms.start), names)
        self.helps: dict[Seat, int] = {}  # moments that a seat is still helped with
        self._wanted: tuple[Seat, Answer | None] | None = None
        self._asked: tuple[Seat, Position[Any]] | None = None
        self._found: Found | None = None
        self.hint: Hint | None = None
        self.task: Task | None = None  # of the lesson, if this is one

    def want(self, table: Table, seat: Seat | None, answer: Answer | None) -> None:
        """A seat asks for a hint, or for more of the last one; by a key, which gets no answer of
        its own, whoever is to move."""
        self._allow()
        seat = learner(table.position, self._people) if seat is None else seat
        if seat is None or seat not in table.position.actors or table.stage not in OPEN:
            raise Misuse("hint.not_now")
        if table.wish:
            raise Misuse("hint.said")
        if self.task and self.task.mistake:
            raise Misuse("hint.break_it")
        self._wanted = seat, answer

    @property
    def waiting(self) -> bool:
        """Somebody waits for a hint, or is helped."""
        return self._wanted is not None or any(self.helps.values())

    def help(self, seat: Seat, moments: int) -> None:
        """So many moments of that seat are to be lit by how good is what may be done."""
        self._allow()
        self.helps[seat] = moments

    def go_on(self, table: Table) -> None:
        """Take in what was thought; tell whoever waits; think about what is to be told next."""
        if self.hint and self.hint.about is not table.position:
            self.hint = None  # who comes back to this moment is told from the beginning
        if self._asked and (answer := self._thinks.heard()):
            (seat, about), self._asked = self._asked, None
            self._found = Found(about, seat, self._onward(table, about, answer.opinion))
            self._help(table, self._found)
        if self._wanted:
            self._tell(table, *self._wanted)
        elif (helped := self._helped(table)) is not None:
            self._ask(table, helped)

    # ----------------------------------------------------------------------------------- asking

    def _allow(self) -> None:
        if self._terms.rules.no_hints:
            raise Misuse("hint.off")

    def press(self, table: Table) -> None:
        """The key: what cannot be told is not an error."""
        try:
            self.want(table, None, None)
        except Misuse as why:
            table.tell(Saying(why.key))

    def _helped(self, table: Table) -> Seat | None:
        """Who is to be helped with this moment."""
        if table.stage is not Stage.WAITING:
            return None
        position = table.position
        helped = (seat for seat in sorted(position.due) if self.helps.get(seat))
        return next((seat for seat in helped if not self._knows(seat, position)), None)

    def _knows(self, seat: Seat, position: Position[Any]) -> bool:
        found = self._found
        return found is not None and found.about is position and found.seat == seat

    def _ask(self, table: Table, seat: Seat) -> None:
        if self._asked or self._thinks.busy:
            return
        level = ladder(self._terms.game).levels[BEST]
        seed = stream(self._terms.seed, f"hint {seat} {len(table.history)}").getrandbits(64)
        game, position = self._terms.game, unbound(table.position)
        self._thinks.ask(question(game, position, seat, level.rounds, SECONDS, seed))
        self._asked = seat, table.position

    def _onward(self, table: Table, about: Position[Any], found: Opinion | None) -> Opinion | None:
        """Who does what he is told comes on: nothing that the game has just come from is good,
        and no other piece than the one that was touched."""
        parse = self._terms.game.parse
        been = [moment.position for moment in table.moments[-LATELY:]]
        open_here = found and found.only(lambda move: not (move and about.refusal(parse(move))))
        new = open_here and open_here.only(
            lambda move: not move or about.after(parse(move)) not in been
        )
        return new or open_here

    # ---------------------------------------------------------------------------------- telling

    def _tell(self, table: Table, seat: Seat, answer: Answer | None) -> None:
        lesson = table.state.hoped is not None and table.state.hoped.seat == seat
        if not lesson and not self._knows(seat, table.position):
            self._ask(table, seat)
            return
        self._wanted = None
        hint = self._next(table.position, seat, table.state.hoped if lesson else None)
        if hint is None:
            self._tell_nothing(table, answer)
            return
        if hint.step == PIECE and not hint.card and hint.sites <= lifted(table.state.shown()):
            hint = replace(hint, step=GOAL)  # nobody has to look for what is in his hand
        self.hint, told = hint, hint.to_all()
        if answer:
            told = Saying(told.key, {**told.fields, ASKER: seat})
            answer(self._teller.say(hint.to_asker()))
        table.advise(Advice(hint.about, hint.sites, hint.goals), told)

    def _tell_nothing(self, table: Table, answer: Answer | None) -> None:
        """There is no move to hint at; a key is answered by the table."""
        key = "hint.wait" if self._waits else "hint.none"
        if answer:
            answer(said(key))
        else:
            table.tell(Saying(key))

    def _next(self, position: Position[Any], seat: Seat, hoped: Move | None) -> Hint | None:
        """A new hint, or one more step of the last; what a lesson asks for before all else."""
        last = self.hint
        if last and last.about is position and last.move.seat == seat:
            return replace(last, step=min(last.step + 1, WHY))
        if hoped:
            return Hint(position, hoped, 0, asked_for=True)
        found = self._found and self._found.opinion
        if not found or not found.best or self._waits:
            return None
        best = next(one for one in found.rated if one.move == found.best)
        others = (round(100 * one.worth) for one in found.rated if one is not best)
        move, second = self._terms.game.parse(best.move), next(others, None)
        turn = foreseen(position.seen_by(seat), move)
        return Hint(position, move, round(100 * best.worth), turn, second=second)

    @property
    def _waits(self) -> bool:
        """Nothing has to be done, and nothing is better than that."""
        found = self._found and self._found.opinion
        return bool(found and found.rated and not found.rated[0].move)

    def _help(self, table: Table, found: Found) -> None:
        """Light what is good; each moment that was lit is one less."""
        left = self.helps.get(found.seat, 0)
        if left and found.opinion and found.about is table.position:
            self.helps[found.seat] = left - (left < ALWAYS)
            good = frozenset(map(self._terms.game.parse, found.opinion.good))
            table.advise(Advice(found.about, good=good))


def foreseen(seen: Position[Any], move: Move) -> tuple[Position[Any], ...]:
    """This moment, and what the turn comes to with that move."""
    after = seen.after(move)
    return seen, after, *rest_of_turn(after, move.seat, SIGHT)
