"""One sitting at the board: sees, decides, lights. No clock, no port, no thread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from controller import guide, output
from controller.flow import Flow, Stage
from controller.game import Move, Position
from controller.guide import Dials, Step
from controller.journal import Pen, Record
from controller.luck import Luck
from controller.reading import unexplained
from controller.reading.infer import (
    Finding,
    Made,
    Quiet,
    Stray,
    Unclear,
    Underway,
)
from controller.reading.input_filter import Feel
from controller.reading.known import Mark, marks
from controller.reading.meaning import Meaning, confirmed, meant, wished
from controller.reading.moment import Moment, sealed
from controller.reading.unexplained import DWELL, FORGET
from controller.scene import Scene
from controller.values import (
    CHANCE,
    Layout,
    Observation,
    Refusal,
    Saying,
    Seat,
    Senses,
    Site,
    Trace,
)

SHOWN = 0.2  # s a reader must have seen one card only: four of its looks, 50 ms apart

YES, NO, NEXT, BACK = (Site(f"key.{name}") for name in ("yes", "no", "next", "back"))
NOT_NOW = Refusal("", "table.not_now")
OWN_KEYS = frozenset({YES, NO, NEXT, BACK})


class Table:
    """One sitting: what was played, where the board stands, what is asked."""

    def __init__(self, senses: Senses, dials: Dials | None = None) -> None:
        self.senses = senses
        self.dials: Dials = dials or {}
        self.flow = Flow()
        self.finding: Finding = Quiet()
        self.notice: Refusal | None = None  # the rule behind the last mistake
        self.message: Saying | None = None  # what else was last said
        self.alarm = False  # a strip is about to tear
        self.strips: Scene = {}  # what is to be said of strips wound too far
        self.wish: Move | None = None  # the move of a seat that has no hands
        self.moments: list[Moment] = []
        self.luck: Luck | None = None  # deals, when nobody deals by hand
        self.pen = Pen(None)
        self.free = False
        self.feel = Feel(senses, self.dials, OWN_KEYS)
        self._heard = 0.0
        self.chosen = 0
        self._pending: list[Move] = []
        self.step: Step | None = None
        self.puzzled: tuple[Trace, Finding] | None = None
        self.pointing: tuple[Site, float] | None = None  # where a piece belongs, said until
        self._read_last: tuple[Moment, Trace, Meaning] | None = None
        self._granted: Sequence[Move] = ()  # moves nobody felt that go before what was found
        self._confirming = False  # somebody said YES to a move that nothing can feel
        self._undone: Layout = {}  # how the board stood before moves were taken back
        self._returning = False  # the board was away, and a move may have been made meanwhile
        self.scattered = False  # several pieces were in the air at once
        self._last: Observation | None = None  # None when something was said since

    @property
    def stage(self) -> Stage:
        return self.flow.stage

    @property
    def position(self) -> Position[Any]:
        return self.moments[-1].position

    @property
    def history(self) -> list[Move]:
        return [moment.move for moment in self.moments if moment.move]

    @property
    def last_seat(self) -> Seat:
        """Who made the last move."""
        move = self.moments[-1].move
        return move.seat if move else CHANCE

    @property
    def unsaved(self) -> str:
        """Why nothing is being written down, when nothing is."""
        return self.pen.trouble

    @property
    def busy(self) -> bool:
        """Something was decided that is not written down yet."""
        return bool(self._pending)

    def idle(self, observation: Observation) -> bool:
        """Nothing stirs: to look again would show the same."""
        return (
            self._last is not None
            and self.stage in (Stage.WAITING, Stage.OVER, Stage.SHELF)
            and isinstance(self.finding, Quiet)
            and not self.feel.touched
            and not self.pointing
            and observation.same(self._last)
        )

    # ---------------------------------------------------------------- sitting down and getting up

    def take(
        self,
        start: Position[Any],
        *,
        luck: Luck | None = None,
        record: Record | None = None,
        played: Iterable[tuple[Move, Position[Any]]] = (),
        free: bool = False,
    ) -> None:
        """Take a game off the shelf, or one that was interrupted and `played` so far."""
        self._last = None
        self.luck, self.pen, self.free = luck, Pen(record), free
        self.moments = [Moment(start, self.senses)]
        self.moments += [Moment(position, self.senses, move) for move, position in played]
        self.flow.hear("take_game")
        self._pending = self._dealt(self.position)

    def clear(self) -> None:
        """Put the game back on the shelf."""
        self._last = None
        if self.flow.stage is not Stage.OVER:
            self.flow.hear("end")
        self.flow.hear("clear_table")

    # ---------------------------------------------------------------------------- seeing, playing

    def see(self, observation: Observation) -> Scene:
        """Take in the board, decide what was played, and say what to light."""
        self._last = observation
        self._greet(observation)
        self.feel.take(observation, self.moments[-1].shown if self.moments else {})
        if self.moments and self.stage not in (Stage.SHELF, Stage.PAUSED):
            self._reconsider()
            self._listen(observation)
            if not self._pending:
                self._read()
        self.strips, self.alarm = guide.strips(self.feel.rows(observation), self.dials)
        if self.pointing and observation.at > self.pointing[1]:
            self.pointing = None
        return output.scene(self)

    def _greet(self, observation: Observation) -> None:
        """The board is there, or gone, or back."""
        if not observation.present:
            self.flow.hear("lose_board")
            self.feel.lose()
        elif self.stage is Stage.PAUSED:
            self.flow.hear("find_board")
            self._returning = True
        elif self.stage is not Stage.SETUP:
            self._returning = False

    def keep(self) -> None:
        """Write down what was decided. Only then do the lights say that it counted."""
        if not self._pending:
            return
        moves, self._pending = self._pending, []
        self.pen.keep(moves)
        for move in moves:
            self._stand(self.position.after(move), move)
        self.flow.hear("made")
        if self.position.outcome:
            self._end()

    def say(self, move: Move) -> Refusal | None:
        """Play a move that was spoken, on a page or by a seat without hands.

        What has to be shown with the hand becomes a wish, and the lights ask somebody to make it.
        """
        self._last = None
        if self._pending or self.stage in (Stage.SHELF, Stage.OVER, Stage.PAUSED):
            return NOT_NOW
        if refusal := self.position.refusal(move):
            self.notice = refusal
            return refusal
        before, after = self.position.layout(), self.position.after(move).layout()
        changes = Trace.of(before, after, self.senses, move.touches).changes
        if all(self.senses[site].momentary for site in changes):
            self._decide(move)
        else:
            self.wish = move
        return None

    def choose(self, move: Move) -> bool:
        """Somebody has said on a page which of the moves that look alike was meant."""
        self._last = None
        if self.stage is not Stage.ASKING or not isinstance(self.finding, Unclear):
            return False
        known = move in (mark.move for mark in self.finding.marks)
        if known:
            self._decide(move, self._granted)
        return known

    def take_back(self) -> None:
        """Undo the last move, unless somebody has seen a card since."""
        self._last = None
        if len(self.moments) < 2:
            self.message = Saying("table.nothing_back")
        elif sealed(self.moments[-1], self.free):
            self.message = Saying("table.no_back")
        elif (number := self._last_choice()) < 0:
            self.message = Saying("table.nothing_back")
        else:
            self.go_back(number)

    # ------------------------------------------------------------------------------ what is asked

    def asks(self) -> Saying:
        """The one thing the board asks for now."""
        return output.asks(self)

    # --------------------------------------------------------------------------------- the inside

    def _listen(self, observation: Observation) -> None:
        """The table's own keys, each press once."""
        pressed = {key for key in OWN_KEYS if observation.changed.get(key, 0.0) > self._heard}
        if not pressed:
            return
        self._heard = max(observation.changed[key] for key in pressed)
        if BACK in pressed:
            self.take_back()
        if NEXT in pressed:
            self.chosen += 1
        if YES in pressed:
            self._agree()
        if NO in pressed:
            self._deny()

    def _agree(self) -> None:
        if isinstance(self.finding, Unclear) and self.stage is Stage.ASKING:
            marks = self.finding.marks
            self._decide(marks[self.chosen % len(marks)].move, self._granted)
            return
        if self.stage is Stage.WAITING:
            self._confirm(self.moments[-1].known.unseen)
        for dial in self.dials:
            self.feel.vouch(dial, self.moments[-1].due(dial, self.stage is Stage.SETUP))

    def _confirm(self, unseen: Sequence[Mark]) -> None:
        """A move that nothing can feel was made: the only one, or one to be asked for."""
        if len(unseen) == 1:
            self._decide(unseen[0].move)
        self._confirming = len(unseen) > 1

    def _deny(self) -> None:
        """Somebody has looked: the cell that the lights ask about does not tell the truth."""
        self._confirming = False
        wrong = self.step and (self.step.source or self.step.target)
        if wrong and self.stage in (Stage.SETUP, Stage.MENDING):
            self.feel.disbelieve(wrong)
            self.message = Saying("table.disbelieved", {"site": wrong})

    def _reconsider(self) -> None:
        """With fewer senses, or more, moves look different."""
        if self.moments[-1].senses is not self.feel.senses:
            self.moments = [
                Moment(moment.position, self.feel.senses, moment.move, moment.at)
                for moment in self.moments
            ]

    def _read(self) -> None:
        """What the hand has done, as a finding, and the arrow it takes."""
        here = self.moments[-1]
        self.step = self._way_to(here)
        seen = Trace.between(here.expected, self.feel.readings, self.feel.touched)
        if off := self.feel.pardon(seen.changes.keys()):
            seen = Trace(seen.changes, seen.touched - off)
        if self.stage is Stage.SETUP:
            self._lay_out(seen)
        elif self.stage is not Stage.OVER:
            self._judge(seen)

    def lead_from(self, stood: Layout) -> None:
        """What was put there came from somewhere: the step back leads to it."""
        if self.step:
            self.step = guide.homeward(self.step, stood, self.position.layout())

    def _lay_out(self, seen: Trace) -> None:
        """The board is to stand right before anything else is made of it."""
        self.finding = Stray(frozenset()) if self.step else Quiet()
        if self._undone:
            self.lead_from(self._undone)
        if self.step is None:
            self._undone = {}
            self.feel.settle()
            self.flow.hear("quiet")
        elif self._returning:
            self._catch_up(seen, self.step)

    def _catch_up(self, seen: Trace, step: Step) -> None:
        """The board was away: a move was made meanwhile, or the strip is on its way.

        What no move explains is led back, and then every piece of it.
        """
        meaning = self._meaning(seen)
        still = self.feel.still(seen.changes) >= DWELL
        match meaning.finding:
            case Made(move) if still:
                self._decide(move, meaning.granted)
            case Underway() if step.dial:
                self.flow.hear("quiet")
            case Stray() if still:
                self._returning = False

    def _judge(self, seen: Trace) -> None:
        still = self.feel.still(seen.changes or seen.touched)
        alone = len(self.position.actors) < 2
        if self.stage is Stage.MENDING and not seen.changes and alone:
            seen = Trace({}, frozenset())  # put right: how it was put right is of no account
            self._agreed()
        meaning = self._meaning(seen)
        seen, self.finding, self._granted = meaning.seen, meaning.finding, meaning.granted
        if isinstance(self.finding, Made):
            still = self.feel.still(self.finding.sites)
        match self.finding:
            case Made(move, sure) if still >= (self._patience(seen) if sure else DWELL):
                self._decide(move, self._granted)
            case Quiet() if self.feel.touched and (still >= DWELL or self.feel.pressed):
                unexplained.reproach(self, self.feel.touched)
                self.flow.hear("quiet")
            case Stray():
                unexplained.solve(self, seen, still)
            case Made() | Unclear() if still < DWELL:
                self.flow.hear("underway")
            case finding:
                self.flow.hear(type(finding).__name__.lower())
        if still >= FORGET:
            self._forget(seen)

    def _meaning(self, seen: Trace) -> Meaning:
        """The same trace is read once."""
        here = self.moments[-1]
        if self._confirming and not seen:
            return confirmed(here)
        if self._read_last is None or self._read_last[:2] != (here, seen):
            self._read_last = here, seen, meant(seen, here, self.feel)
        return wished(self._read_last[2], self.wish)

    def _patience(self, seen: Trace) -> float:
        """A reader that sees two cards tells one first: wait until the second could have come."""
        return SHOWN if self.feel.taps & seen.changes.keys() else 0.0

    def _agreed(self) -> None:
        """The board stands right again."""
        self.feel.settle()
        if self.scattered:
            self.scattered = False
            self.message = Saying("table.identity")

    def _forget(self, seen: Trace) -> None:
        """Nobody has moved for a while: mere touches no longer count, what is missing is missed."""
        if seen and all(self.senses[site].momentary for site in seen.changes):
            self.feel.settle()
        elif self.stage is not Stage.ASKING and None in seen.changes.values():
            self.message = Saying("table.missing")

    def _last_choice(self) -> int:
        """The moment before the last move, and before what luck dealt to bring it about."""
        number = len(self.moments) - 2
        while number >= 0 and self.luck and self.moments[number].position.actors == {CHANCE}:
            number -= 1
        return number

    def stands_as(self, moment: Moment) -> bool:
        return self._way_to(moment) is None

    def _way_to(self, moment: Moment) -> Step | None:
        """The first thing to put right until the board stands like this."""
        return guide.next_step(moment.expected, self.feel.lying(), self.dials, moment.unfelt)

    def _decide(self, move: Move, granted: Sequence[Move] = ()) -> None:
        """This is what was played; it counts once it is written down."""
        self.wish = None
        moves, position = [*granted, move], self.position
        for made in moves:
            position = position.after(made)
        self._pending = [*moves, *self._dealt(position, len(moves))]

    def _dealt(self, position: Position[Any], ahead: int = 0) -> list[Move]:
        """What CHANCE adds, when nobody deals by hand."""
        moves: list[Move] = []
        while self.luck and (
            move := self.luck.deal(position, len(self.moments) - 1 + ahead + len(moves))
        ):
            moves.append(move)
            position = position.after(move)
        return moves

    def replace(self, move: Move) -> None:
        last = self.moments.pop()
        assert last.move
        self.pen.take_back([last.move], move)
        self._stand(self.position.after(move), move)
        self._pending = self._dealt(self.position)
        if self.position.outcome:
            self._end()

    def go_back(self, number: int) -> None:
        struck = [moment.move for moment in self.moments[:number:-1] if moment.move]
        self.pen.take_back(struck)
        self.message = Saying("table.taken_back", {"move": str(struck[-1])})
        self._undone = self.position.layout()
        del self.moments[number + 1 :]
        self.notice = self.wish = None
        self.feel.settle()
        if self.stage is Stage.OVER:
            self.pen.end("")
        self.flow.hear("take_back")

    def _stand(self, position: Position[Any], move: Move) -> None:
        self.moments.append(Moment(position, self.feel.senses, move, self.feel.at))
        if not self.feel.condemned:  # else another's mistake is still to be put right
            self.notice = self.message = None
        self.finding = Quiet()
        self.puzzled, self._granted = None, ()
        self.chosen, self._confirming = 0, False
        self._settle(move)

    def _settle(self, move: Move) -> None:
        """What brought the move about has counted; while several act, only that."""
        alone = len(self.moments[-2].position.actors) < 2
        for mark in marks(self.moments[-2].position, [move], self.feel.senses):
            if alone:
                self.feel.settle(mark.trace.touched)
            self.feel.spend(mark.trace.touched)

    def _end(self) -> None:
        self.flow.hear("end")
        self.pen.end("over")
