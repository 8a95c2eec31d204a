"""One sitting at the board: sees, decides, lights. No clock, no port, no thread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from controller import guide
from controller.errors import JournalTrouble
from controller.flow import Flow, Stage
from controller.game import Move, Position
from controller.guide import Dials, Step
from controller.infer import (
    Finding,
    Forbidden,
    Made,
    Mark,
    Quiet,
    Stray,
    Unclear,
    Underway,
    explain,
    infer,
)
from controller.journal import Record
from controller.luck import Luck
from controller.moment import Moment
from controller.scene import RED, WHITE, Glow, Light, Scene
from controller.values import (
    CHANCE,
    Observation,
    Reading,
    Refusal,
    Saying,
    Senses,
    Site,
    Trace,
    Unsure,
    whole,
)

DWELL = 0.4  # s of stillness before a trace that may still grow is taken as meant
FORGET = 3.0  # s of stillness before a mere touch is forgotten
REPAIR = 0.8  # s after a move in which a ship that slid on is still that move

YES, NO, NEXT, BACK = (Site(f"key.{name}") for name in ("yes", "no", "next", "back"))
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
        self.unsaved = ""  # why nothing is being written down, when nothing is
        self.alarm = False  # a strip is about to tear
        self.wish: Move | None = None  # the move of a seat that has no hands
        self.moments: list[Moment] = []
        self.luck: Luck | None = None  # deals, when nobody deals by hand
        self._record: Record | None = None
        self._free = False
        self._settled = 0.0
        self._heard = 0.0
        self._chosen = 0
        self._pending: list[Move] = []
        self._vouched: dict[Site, float] = {}  # rows to add to a strip that lost its place
        self._seen: dict[Site, Reading] = {}
        self._step: Step | None = None
        self._puzzled: tuple[Trace, Finding] | None = None
        self._at = 0.0
        self._taps = frozenset(
            site for site, sense in senses.items() if sense.momentary and site not in OWN_KEYS
        )

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
    def busy(self) -> bool:
        """Something was decided that is not written down yet."""
        return bool(self._pending)

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
        self.luck, self._record, self._free = luck, record, free
        self.moments = [Moment(start, self.senses)]
        self.moments += [Moment(position, self.senses, move) for move, position in played]
        self.flow.hear("take_game")
        self._pending = self._dealt(self.position)

    def clear(self) -> None:
        """Put the game back on the shelf."""
        if self.flow.stage is not Stage.OVER:
            self.flow.hear("end")
        self.flow.hear("clear_table")

    # ---------------------------------------------------------------------------- seeing, playing

    def see(self, observation: Observation) -> Scene:
        """Take in the board, decide what was played, and say what to light."""
        self._at = observation.at
        self.flow.hear("find_board" if observation.present else "lose_board")
        if not observation.present:
            self._vouched.clear()
        if self.moments and self.stage not in (Stage.SHELF, Stage.PAUSED):
            self._listen(observation)
            if not self._pending:
                self._read(observation)
        return self._scene(observation)

    def keep(self) -> None:
        """Write down what was decided. Only then do the lights say that it counted."""
        if not self._pending:
            return
        moves, self._pending = self._pending, []
        self._write(moves)
        for move in moves:
            self._stand(self.position.after(move), move)
        self.flow.hear("made")
        if self.position.outcome:
            self._end()

    def say(self, move: Move) -> Refusal | None:
        """Play a move that was spoken, on a page or by a seat without hands.

        What has to be shown with the hand becomes a wish, and the lights ask somebody to make it.
        """
        if self._pending or self.stage in (Stage.SHELF, Stage.OVER, Stage.PAUSED):
            return None
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

    def take_back(self) -> None:
        """Undo the last move, unless somebody has seen a card since."""
        if len(self.moments) < 2:
            self.message = Saying("table.nothing_back")
        elif self._sealed(self.moments[-1]):
            self.message = Saying("table.no_back")
        elif (number := self._before_luck(len(self.moments) - 2)) < 0:
            self.message = Saying("table.nothing_back")
        else:
            self._go_back(number)

    # ------------------------------------------------------------------------------ what is asked

    def asks(self) -> Saying:
        """The one thing the board asks for now."""
        match self.stage:
            case Stage.SHELF | Stage.PAUSED:
                return Saying(f"table.{self.stage.value}")
            case Stage.SETUP | Stage.MENDING if self._step:
                return guide.instruction(self._step, self.position.layout())
            case Stage.ASKING if isinstance(self.finding, Unclear):
                marks = self.finding.marks
                move = str(marks[self._chosen % len(marks)].move)
                return Saying("table.choose", {"count": len(marks), "move": move})
        if self.wish:
            return Saying("table.wish", {"seat": self.wish.seat + 1, "move": str(self.wish)})
        return self.position.public().asks()

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
            self._chosen += 1
        if YES in pressed:
            self._agree()

    def _agree(self) -> None:
        if isinstance(self.finding, Unclear) and self.stage is Stage.ASKING:
            marks = self.finding.marks
            self._decide(marks[self._chosen % len(marks)].move)
        elif self._step and self._step.dial:
            self._vouch(self._step.dial)

    def _vouch(self, dial: Site) -> None:
        """Somebody has looked: the strip stands as it should."""
        here, goal = self._seen.get(dial), self.moments[-1].expected.get(dial)
        if isinstance(here, Unsure) and isinstance(goal, int):
            self._vouched[dial] = goal - here.rows

    def _read(self, observation: Observation) -> None:
        """What the hand has done, as a finding, and the arrow it takes."""
        touched = frozenset(site for site, at in observation.changed.items() if at > self._settled)
        touched -= OWN_KEYS
        self._seen = self._felt(observation, touched)
        here = self.moments[-1]
        self._step = self._way_to(here)
        if self.stage is Stage.SETUP:
            self._lay_out(observation)
            return
        if self.stage is Stage.OVER:
            return
        seen = Trace.between(here.expected, self._seen, touched)
        self._judge(seen, observation)

    def _lay_out(self, observation: Observation) -> None:
        self.finding = Stray(frozenset()) if self._step else Quiet()
        if self._step is None:
            self._settled = observation.at
            self.flow.hear("quiet")

    def _judge(self, seen: Trace, observation: Observation) -> None:
        here = self.moments[-1]
        still = observation.at - max(
            (observation.changed.get(site, 0.0) for site in seen.changes or seen.touched),
            default=0.0,
        )
        if self.stage is Stage.MENDING and not seen.changes:
            seen = Trace({}, frozenset())  # put right: how it was put right is of no account
            self._settled = observation.at
        self.finding = infer(seen, here.known, shared=len(here.position.actors) > 1)
        match self.finding:
            case Made(move, sure) if sure or still >= DWELL:
                self._decide(move)
            case Stray():
                self._puzzle(seen, still)
            case Made() | Unclear() if still < DWELL:
                self.flow.hear("underway")
            case finding:
                self.flow.hear(type(finding).__name__.lower())
        if still >= FORGET:
            self._forget(seen)

    def _puzzle(self, seen: Trace, still: float) -> None:
        """No lawful move fits: a slide that went on, a move taken back by hand, or a mistake."""
        if move := self._slid():
            self._replace(move)
        elif still < DWELL:
            return
        elif (earlier := self._restored()) is not None:
            self._go_back(earlier)
        else:
            self._blamed(seen)

    def _blamed(self, seen: Trace) -> None:
        """Name the rule that was broken; the same trace is looked up once."""
        if self._puzzled is None or self._puzzled[0] != seen:
            self._puzzled = seen, explain(seen, self.position, self.senses)
        self.finding = self._puzzled[1]
        if isinstance(self.finding, Forbidden):
            self.notice = self.finding.refusal
        self.flow.hear(type(self.finding).__name__.lower())

    def _forget(self, seen: Trace) -> None:
        """Nothing stands wrong and nobody has moved for a while: touches no longer count."""
        if seen and all(self.senses[site].momentary for site in seen.changes):
            self._settled = self._at

    def _slid(self) -> Move | None:
        """The other move from before the last one that the board shows now."""
        if len(self.moments) < 2 or self._at - self.moments[-1].at > REPAIR:
            return None
        last, before = self.moments[-1], self.moments[-2]
        if last.move is None or last.move.reveals:
            return None
        trace = Trace.between(before.expected, self._seen, frozenset(self._seen))
        lawful = {str(mark.move): mark.move for mark in before.known.completed(trace)}
        lawful.pop(str(last.move), None)
        return next(iter(lawful.values())) if len(lawful) == 1 else None

    def _restored(self) -> int | None:
        """The latest earlier moment that the board stands as, if it may be gone back to."""
        for number in range(len(self.moments) - 2, -1, -1):
            if self._sealed(self.moments[number + 1]):
                return None
            if self._way_to(self.moments[number]) is None:
                return number
        return None

    def _before_luck(self, number: int) -> int:
        """The latest moment up to this one in which a person is to act."""
        while number >= 0 and self.luck and self.moments[number].position.actors == {CHANCE}:
            number -= 1
        return number

    def _way_to(self, moment: Moment) -> Step | None:
        """The first thing to put right until the board stands like this."""
        lying = {site: was for site, was in self._seen.items() if site not in self._taps}
        return guide.next_step(moment.expected, lying, self.dials)

    def _sealed(self, moment: Moment) -> bool:
        return bool(moment.move and moment.move.reveals and not self._free)

    def _decide(self, move: Move) -> None:
        """This is what was played; it counts once it is written down."""
        self.wish = None
        self._pending = [move, *self._dealt(self.position.after(move), 1)]

    def _dealt(self, position: Position[Any], ahead: int = 0) -> list[Move]:
        """What CHANCE adds, when nobody deals by hand."""
        moves: list[Move] = []
        while self.luck and (
            move := self.luck.deal(position, len(self.moments) - 1 + ahead + len(moves))
        ):
            moves.append(move)
            position = position.after(move)
        return moves

    def _replace(self, move: Move) -> None:
        last = self.moments.pop()
        assert last.move
        self._write([last.move], instead=move)
        self._stand(self.position.after(move), move)
        self._pending = self._dealt(self.position)
        if self.position.outcome:
            self._end()

    def _go_back(self, number: int) -> None:
        struck = [moment.move for moment in self.moments[:number:-1] if moment.move]
        self._write(struck, back=True)
        self.message = Saying("table.taken_back", {"move": str(struck[-1])})
        del self.moments[number + 1 :]
        self.notice = self.wish = None
        self._settled = self._at
        self.flow.hear("take_back")

    def _write(
        self, moves: Sequence[Move], *, back: bool = False, instead: Move | None = None
    ) -> None:
        """On paper before it is on the lights; where that fails, play goes on and says so."""
        if self._record is None:
            return
        try:
            if back or instead:
                self._record.take_back(moves, instead)
            else:
                self._record.keep(moves)
        except JournalTrouble as trouble:
            self.unsaved = str(trouble)
            self._record = None

    def _stand(self, position: Position[Any], move: Move) -> None:
        self.moments.append(Moment(position, self.senses, move, self._at))
        self.notice = self.message = None
        self.finding = Quiet()
        self._puzzled = None
        self._chosen = 0
        self._settled = self._at

    def _end(self) -> None:
        self.flow.hear("end")
        if self._record:
            try:
                self._record.end("over")
            except JournalTrouble as trouble:
                self.unsaved = str(trouble)

    def _felt(self, observation: Observation, touched: frozenset[Site]) -> dict[Site, Reading]:
        """The readings that count: dials as vouched for, taps only since the board last agreed."""
        felt = dict(observation.readings)
        shown = self.moments[-1].shown
        for site in self._taps & felt.keys():
            if site not in touched or felt[site] == shown.get(site):
                del felt[site]
        return felt | self._rows(observation)

    def _rows(self, observation: Observation) -> dict[Site, Reading]:
        """Where the strips stand; one that lost its place counts from where it was vouched for."""
        found = {site: observation.readings.get(site) for site in self.dials}
        for site, rows in self._vouched.items():
            reading = found[site]
            if isinstance(reading, Unsure):
                found[site] = whole(reading.rows + rows)
        return found

    def _scene(self, observation: Observation) -> Scene:
        lights, self.alarm = guide.strips(self._rows(observation), self.dials)
        if self.alarm:
            return {**dict.fromkeys(self.senses, Light(RED, Glow.FAST)), **lights}
        return {**self._stage_scene(), **lights}

    def _stage_scene(self) -> Scene:
        if not self.moments or self.stage in (Stage.SHELF, Stage.PAUSED):
            return {}
        scene = self.moments[-1].scene
        return {**scene, **self._hints(scene)}

    def _hints(self, scene: Scene) -> Scene:
        match self.stage, self.finding:
            case ((Stage.SETUP | Stage.MENDING), _):
                return {**self._blame(), **guide.lead(self._step, scene)}
            case Stage.OVER, _:
                return {}
            case _, Made():
                return dict.fromkeys(self._seen.keys() - self.moments[-1].expected, Light(WHITE))
            case Stage.ASKING, Unclear(marks):
                return guide.question(marks, self._chosen)
            case Stage.MOVING, Underway(marks):
                return guide.offers(marks, scene, self._seen, self.dials)
        return guide.offers(self._open(), scene, self._seen, self.dials)

    def _open(self) -> Iterable[Mark]:
        """What may be done: the wish of a seat without hands, or every lawful move."""
        known = self.moments[-1].known.marks
        return [mark for mark in known if mark.move == self.wish] or known

    def _blame(self) -> Scene:
        """What was shown in error, and what stood in the way."""
        shown = dict.fromkeys(self._taps & self._seen.keys(), Light(RED, Glow.FAST))
        if not isinstance(self.finding, Forbidden):
            return shown
        return {**dict.fromkeys(self.finding.refusal.sites, Light(RED)), **shown}
