"""Hints and help: what the best robot would do in a person's place, in small steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from controller.app.setup.start_game import GameSetup
from controller.app.setup.thinker import Thinks, thinker_question
from controller.errors import Misuse
from controller.game import Move, Position
from controller.lessons.lesson import Task
from controller.robots.judge import rest_of_turn
from controller.robots.levels import BEST, ladder
from controller.robots.opinion import REMEMBERED_CHOICES, Opinion
from controller.sitting.flow import Stage
from controller.sitting.luck import stream
from controller.sitting.shown.advice import ASKER, GOAL, PIECE, WHY, Advice, GoodMove, learner
from controller.sitting.shown.output import lifted
from controller.sitting.table import Table
from controller.sitting.touch_move import unbound
from controller.telling import teller
from controller.values import Saying, Seat
from controller.words import said

OPEN = (Stage.WAITING, Stage.MOVING)
SIGHT = 4  # moves of a turn to look ahead
ALWAYS = 999  # positions: until the game ends
HINT_SECONDS = 2.0  # s of thought about a hint

Answer: TypeAlias = Callable[[str], None]
"""Receives one sentence, for the page that asked."""


class RobotOpinion(Struct, frozen=True, eq=False):
    """The best robot's opinion of a position, for one seat."""

    about: Position[Any]
    seat: Seat
    opinion: Opinion | None


class Hints:
    """The hints of one game; they never change it or reveal another seat's cards.

    `hint` is the last one given.
    """

    def __init__(self, terms: GameSetup, thinks: Thinks) -> None:
        self._terms, self._thinks = terms, thinks
        self._people = [Seat(n) for n, who in enumerate(terms.who) if who.kind == "human"]
        names = (who.name for who in terms.who)
        self._teller = teller(terms.game, terms.game.drawing(terms.start), names)
        self.helps: dict[Seat, int] = {}  # how many more positions a seat is helped with
        self._wanted: tuple[Seat, Answer | None] | None = None
        self._asked: tuple[Seat, Position[Any]] | None = None
        self._found: RobotOpinion | None = None
        self.hint: GoodMove | None = None
        self.task: Task | None = None  # the lesson's task, if this is a lesson

    def want(self, table: Table, seat: Seat | None, answer: Answer | None) -> None:
        """Ask for a hint or the next step of the last; a key gives no seat and no answer."""
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
        """True if a hint is wanted, or any seat is helped."""
        return self._wanted is not None or any(self.helps.values())

    def help(self, seat: Seat, moments: int) -> None:
        """Light the good moves for this seat's next positions, this many of them."""
        self._allow()
        self.helps[seat] = moments

    def go_on(self, table: Table) -> None:
        """Take the answer that is ready, tell a wanted hint, and ask what is needed next."""
        if self.hint and self.hint.about is not table.position:
            self.hint = None  # a later return to this position starts a new hint
        if self._asked and (answer := self._thinks.heard()):
            (seat, about), self._asked = self._asked, None
            self._found = RobotOpinion(about, seat, self._onward(table, about, answer.opinion))
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
        """Ask for a hint by key; show at the table why there is none."""
        try:
            self.want(table, None, None)
        except Misuse as why:
            table.tell(Saying(why.key))

    def _helped(self, table: Table) -> Seat | None:
        """Return the seat to help in this position, if its opinion is not known yet."""
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
        self._thinks.ask(thinker_question(game, position, seat, level.rounds, HINT_SECONDS, seed))
        self._asked = seat, table.position

    def _onward(self, table: Table, about: Position[Any], found: Opinion | None) -> Opinion | None:
        """Return the opinion without moves that lead back to a recent position, if others are left.

        Moves that the touched piece does not allow are always left out.
        """
        parse = self._terms.game.parse
        been = [moment.position for moment in table.moments[-REMEMBERED_CHOICES:]]
        open_here = found and found.only(lambda move: not (move and about.refusal(parse(move))))
        new = open_here and open_here.only(
            lambda move: not move or about.after(parse(move)) not in been
        )
        return new or open_here

    # ---------------------------------------------------------------------------------- telling

    def _tell(self, table: Table, seat: Seat, answer: Answer | None) -> None:
        lesson = table.state.lesson.hoped is not None and table.state.lesson.hoped.seat == seat
        if not lesson and not self._knows(seat, table.position):
            self._ask(table, seat)
            return
        self._wanted = None
        hint = self._next(table.position, seat, table.state.lesson.hoped if lesson else None)
        if hint is None:
            self._tell_nothing(table, answer)
            return
        if hint.step == PIECE and not hint.card and hint.sites <= lifted(table.state):
            hint = replace(hint, step=GOAL)  # the piece need not be shown, it is in a hand
        self.hint, told = hint, hint.to_all()
        if answer:
            told = Saying(told.key, {**told.fields, ASKER: seat})
            answer(self._teller.say(hint.to_asker()))
        table.advise(Advice(hint.about, hint.sites, hint.goals), told)

    def _tell_nothing(self, table: Table, answer: Answer | None) -> None:
        """Tell that there is no move to hint at: to the page, or at the table after a key."""
        key = "hint.wait" if self._waits else "hint.none"
        if answer:
            answer(said(key))
        else:
            table.tell(Saying(key))

    def _next(self, position: Position[Any], seat: Seat, hoped: Move | None) -> GoodMove | None:
        """Return the next step of the last hint or a new one; a lesson's move comes first."""
        last = self.hint
        if last and last.about is position and last.move.seat == seat:
            return replace(last, step=min(last.step + 1, WHY))
        if hoped:
            return GoodMove(position, hoped, 0, asked_for=True)
        found = self._found and self._found.opinion
        if not found or not found.best or self._waits:
            return None
        best = next(one for one in found.rated if one.move == found.best)
        others = (round(100 * one.worth) for one in found.rated if one is not best)
        move, second = self._terms.game.parse(best.move), next(others, None)
        turn = positions_ahead(position.seen_by(seat), move)
        return GoodMove(position, move, round(100 * best.worth), turn, second=second)

    @property
    def _waits(self) -> bool:
        """True if the best robot would rather wait than make a move."""
        found = self._found and self._found.opinion
        return bool(found and found.rated and not found.rated[0].move)

    def _help(self, table: Table, found: RobotOpinion) -> None:
        """Light the good moves, and count one position less to help with."""
        left = self.helps.get(found.seat, 0)
        if left and found.opinion and found.about is table.position:
            self.helps[found.seat] = left - (left < ALWAYS)
            good = frozenset(map(self._terms.game.parse, found.opinion.good))
            table.advise(Advice(found.about, good=good))


def positions_ahead(seen: Position[Any], move: Move) -> tuple[Position[Any], ...]:
    """Return this position, and those that the rest of the turn leads to after this move."""
    after = seen.after(move)
    return seen, after, *rest_of_turn(after, move.seat, SIGHT)
