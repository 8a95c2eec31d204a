"""Natural hands: whatever way a lawful turn is made, it is recorded, or asked about once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from controller.game import Move, Position
from controller.reading.moment import Moment
from controller.reading.timing import WAITS
from controller.sitting.flow import Stage
from controller.sitting.keys import NEXT, NO, YES
from controller.table_rules import TableRules
from controller.values import CHANCE, Site, Trace, differing, standing
from tests.hands.failure import Failure, Found
from tests.hands.gestures import PAUSES, STYLES, Act, Part, errands, gesture, perform, plain, turn
from tests.hands.seated import AT_REST, Seated, alike, begin, sit_down

PATIENCE = 10.0  # s after which a table that has made nothing of a gesture is stuck
READING = (0.0, 1.5, 8.0)  # s that somebody takes to read a question
ASKED = 0.6  # s until the board has asked: its dwell time and a little
SETTLED = (Stage.WAITING, Stage.OVER)
HESITANT = 0.5  # of the hands that may not take back what they have lifted
TURNS = 40  # of a game


def check(panel: str, seed: int) -> Found:
    """One turn of some game, made in one natural way."""
    luck = Random(f"natural {panel} {seed}")
    rig = sit_down(panel, luck)
    return shown("natural", rig, turn(rig.table.position, luck), luck, panel, seed)


def sure(panel: str, seed: int) -> Found:
    """Make one turn with the house rule that every move needs a YES."""
    luck = Random(f"sure {panel} {seed}")
    rig = sit_down(panel, luck, rules=TableRules(confirm_moves=True))
    return shown("sure", rig, turn(rig.table.position, luck), luck, panel, seed)


def strict(panel: str, seed: int) -> Found:
    """Make one turn with the house rule that a lifted piece must move; none of it is refused.

    The hand may put the piece back once.
    """
    luck = Random(f"strict {panel} {seed}")
    rig = sit_down(panel, luck, rules=TableRules(touch_move=True))
    run = turn(rig.table.position, luck)
    if luck.random() < HESITANT and (wrong := hesitate(rig, run[0], luck)):
        return Found((Failure("strict", wrong, rig.game.name, panel, seed, "", "", rig.told()),))
    return shown("strict", rig, run, luck, panel, seed)


def hesitate(rig: Seated, move: Move, luck: Random) -> str:
    """Take up what is to be moved, and put it back where it stood; what went wrong, or nothing.

    Where lifting it was a move, the table may ask whether another piece came: it did not.
    """
    before, known = rig.table.position, len(rig.table.moments)
    if not plain(rig, before, move):
        return ""
    for errand in errands(before.layout(), before.after(move).layout()):
        if errand.source and errand.piece.seat == move.seat:
            perform(rig, Act("lift", errand.source, errand.piece, rest=luck.uniform(0.2, 4)))
            perform(rig, Act("put", errand.source, errand.piece, rest=luck.uniform(0.3, 4)))
            return "" if taken_back(rig, known) else "not taken back"
    return ""


def taken_back(rig: Seated, known: int) -> bool:
    """Wait until the table has noticed that a piece was put back, if lifting it was a move."""
    until = rig.clock.now() + PATIENCE
    while len(rig.table.moments) > known or rig.table.stage is Stage.ASKING:
        if rig.clock.now() > until:
            return False
        if rig.table.stage is Stage.ASKING:
            rig.hand.press(NO)
        rig.wait(ASKED)
    return True


def game(panel: str, seed: int) -> Found:
    """A game from its beginning, turn by turn, as far as nothing goes wrong."""
    luck = Random(f"game {panel} {seed}")
    rig = begin(panel, luck)
    found = Found(counts=Counter(games=1))
    for _ in range(TURNS):
        if rig.table.position.outcome or rig.astray() or found.failures:
            break
        if CHANCE in rig.table.position.actors:
            rig.play(luck.choice(list(rig.table.position.moves())))
            rig.wait(ASKED)
        else:
            rig.forget()
            found += shown("game", rig, turn(rig.table.position, luck), luck, panel, seed)
    return found


def shown(law: str, rig: Seated, run: Sequence[Move], luck: Random, panel: str, seed: int) -> Found:
    """These moves at this table."""
    style = luck.choice(STYLES)
    person = Person(rig, gesture(rig, run, style, luck))
    if not any(part.acts for part in person.parts):
        return Found()  # who ends where he began, in one grab, has shown nothing
    kind = person.act()
    counts = Counter(gestures=1, moves=len(run), shown=len(run))
    counts += Counter(questions=person.questions, excused=person.excused)
    if not kind:
        return Found(counts=counts)
    meant = f"{style}: {', '.join(map(str, run))}"
    acts = "; ".join(str(act) for part in person.parts for act in part.acts)
    failure = Failure(law, kind, rig.game.name, panel, seed, meant, acts, rig.told())
    return Found((failure,), counts)


class Person:
    """Makes a turn part by part, and answers what is asked."""

    def __init__(self, rig: Seated, parts: Sequence[Part]) -> None:
        self.rig = rig
        self.parts = parts
        self.start = rig.table.position
        self.known = len(rig.table.moments)
        self.began = rig.clock.now()
        self.questions = 0
        self.excused = False
        self.sure = rig.table.state.progress.rules.confirm_moves  # he says YES to every part
        self._asked = 0  # questions about the part that is being made

    def act(self) -> str:
        """Make the turn; what went wrong, or nothing."""
        for number, part in enumerate(self.parts):
            self._asked = 0
            for act in part.acts:
                perform(self.rig, act)
            last = number == len(self.parts) - 1
            looks = last or self.sure or self.hidden(number)
            if (looks or self.rig.table.stage is Stage.ASKING) and (wrong := self.attend(part)):
                return "" if self.misled() else wrong
        return "" if self.misled() else self.scolded()

    def hidden(self, number: int) -> bool:
        """True if sensors do not feel all of this part, so that the player looks at the page."""
        before = self.parts[number - 1].goal if number else self.start
        part = self.parts[number]
        if len(part.moves) == 1 and looks_alike(before, part.moves[0], self.rig):
            return True
        pointed = touches(part.moves)
        trace = Trace.of(before.layout(), part.goal.layout(), self.rig.wiring.senses, pointed)
        changed = {s for s, _ in before.layout().items() ^ part.goal.layout().items()}
        return bool(changed - trace.touched)

    def attend(self, part: Part) -> str:
        """Until this part is recorded; what went wrong, if it is not."""
        rig = self.rig
        until = rig.clock.now() + PATIENCE
        confirmed = 0  # moments known when YES was last pressed for what nothing felt
        while rig.clock.now() < until:
            if self.recorded(part.goal) and rig.table.stage in SETTLED:
                return ""
            rig.wait(ASKED)
            if self.recorded(part.goal) and rig.table.stage in SETTLED:
                return ""
            if rig.table.stage is Stage.ASKING:
                if wrong := self.answer(part):
                    return wrong
                until = rig.clock.now() + PATIENCE
            elif self.unfelt(part) and confirmed != len(rig.table.moments):
                confirmed = len(rig.table.moments)
                rig.hand.press(YES)
        return self.verdict()

    def recorded(self, goal: Position[Any]) -> bool:
        return self.reached(goal, self.rig.table.moments)

    def reached(self, goal: Position[Any], moments: Sequence[Moment]) -> bool:
        """These lead to that position, or are its moves in the order in which the hand made them.

        Cards may have been dealt since.
        """
        made = list(moments[self.known :])
        while made and made[-1].move and made[-1].move.seat == CHANCE:
            if alike(made[-1].position, goal, self.rig):
                return True
            made.pop()
        if not made:
            return False
        moves = Counter(str(moment.move) for moment in made)
        return alike(made[-1].position, goal, self.rig) or moves == self.meant(goal)

    def meant(self, goal: Position[Any]) -> Counter[str]:
        """The moves up to there, in whatever order."""
        moves = moves_to(self.moves(), self.ways(), goal)
        return Counter(map(str, moves))

    def unfelt(self, part: Part) -> bool:
        """Pieces were carried, and the table knows of nothing, since nothing can feel it."""
        carried = any(act.piece for act in part.acts)
        return carried and self.rig.table.stage is Stage.WAITING and self.rig.feels_right()

    def answer(self, part: Part) -> str:
        """Read, NEXT until the words say what was meant, then YES."""
        self.questions += 1
        self._asked += 1
        self.rig.wait(READING[self.questions % len(READING)])
        if self.rig.table.stage is not Stage.ASKING:
            forgotten = self.rig.table.stage in SETTLED and not self.recorded(part.goal)
            return "question forgotten" if forgotten else ""
        if self._asked > max(1, len(part.moves)):
            return "asked again"
        times = self.answer_for(part)
        if times is None:
            self.touch(part)
            times = self.answer_for(part)
        if self.recorded(part.goal):
            return ""
        if times is None:
            return "asked about something else"
        for _ in range(times):
            self.rig.hand.press(NEXT)
        self.rig.hand.press(YES)
        self.rig.wait(0.1)
        return ""

    def touch(self, part: Part) -> None:
        """What stands where nothing felt it arrive, as the question says; the last of it, too."""
        changed = self.rig.table.state.input.felt.changed
        last = [act.site for act in part.acts if act.verb == "put"][-1:]
        for site in sorted({act.site for act in part.acts if act.piece}):
            unfelt = changed.get(site, 0.0) < self.began or site in last
            if standing(part.goal.layout(), site) and unfelt:
                self.rig.hand.point(site)
        self.rig.wait(ASKED)

    def answer_for(self, part: Part) -> int | None:
        """How often NEXT goes first: for all that was done, or else for some of it."""
        on_the_way = [goal for goal in self.ways() if not self.recorded(goal)]
        for goal in [part.goal, *reversed(on_the_way)]:
            times = self.rig.answer_for(partial(self.reached, goal))
            if times is not None:
                return times
        return self.rig.answer_for(partial(stands_as, part.goal))

    def verdict(self) -> str:
        table = self.rig.table
        if len(table.moments) > self.known and table.stage in SETTLED:
            return "misread"
        if table.notice and table.notice.rule:
            return "refused"
        if table.stage is Stage.MENDING:
            return "led back"
        return "unnoticed" if table.stage in SETTLED else "stuck"

    def scolded(self) -> str:
        """A rule was told while the hand was still at it, or at the very end.

        Where some of it went unfelt the rest may well be a mistake, until all of it is seen; and no
        hand pauses for as long as the table felt nothing.
        """
        if self.silent(self.parts[-1].goal):
            self.excused = True
            return ""
        refused = (t for t in self.rig.log if t.what.startswith("refused"))
        told = [t for t in refused if t.quiet <= max(PAUSES)]
        return "scolded" if any(t.held or t.rested < AT_REST for t in told) else ""

    def misled(self) -> bool:
        """On the way the board stood at rest as another lawful run would leave it: that counts."""
        ways = [self.start, *self.ways()]
        others = [
            position
            for position in self.rig.stood
            if not any(alike(position, goal, self.rig) for goal in ways)
        ]
        lost = not self.recorded(self.parts[-1].goal)
        self.excused = lost and (bool(others) or self.plainer() or self.deaf() or self.went_on())
        return self.excused

    def deaf(self) -> bool:
        """Some of it nothing has felt, and what was felt whole outranks that: a mistake, a move."""
        table = self.rig.table
        made = len(table.moments) > self.known and self.rig.feels_right()
        whole = made and not self.silent(table.position)
        asked = table.stage is Stage.ASKING and self.mute()
        return self.silent(self.parts[-1].goal) and (whole or asked or table.notice is not None)

    def mute(self) -> bool:
        """A whole move of it was made from crowd to crowd: the question is about the rest."""
        ways = [self.start, *self.ways()]
        changed = self.rig.table.state.input.felt.changed
        moved = (differing(one.layout(), then.layout()) for one, then in pairwise(ways))
        return any(
            sites and all(changed.get(site, 0.0) < self.began for site in sites) for sites in moved
        )

    def silent(self, goal: Position[Any]) -> bool:
        """Some of the way to there nothing has felt."""
        changed = self.rig.table.state.input.felt.changed
        sites = differing(self.start.layout(), goal.layout())
        return any(changed.get(site, 0.0) < self.began for site in sites)

    def went_on(self) -> bool:
        """Asked about what nothing had felt, the hand went on instead of answering."""
        told = [t.what for t in self.rig.log]
        return ("-> asking", "-> moving") in pairwise(told)

    def plainer(self) -> bool:
        """Fewer moves lead to the very board that the hand has left, and it did no more.

        Nothing tells when a key was pressed in the very instant in which a piece was moved.
        """
        made = [moment.move for moment in self.rig.table.moments[self.known :] if moment.move]
        acts = [Act("", rest=PATIENCE), *(act for part in self.parts for act in part.acts)]
        no_more = all(
            then.verb in ("lift", "put") or (then.verb == "point" and one.rest <= WAITS.jitter)
            for one, then in pairwise(acts)
        )
        fewer = 0 < len(made) < len(self.moves()) and touches(made) == touches(self.moves())
        return no_more and fewer and not self.rig.astray()

    def ways(self) -> list[Position[Any]]:
        """Every position on the way, move by move."""
        position, found = self.start, []
        for move in self.moves():
            position = position.after(move)
            found.append(position)
        return found

    def moves(self) -> list[Move]:
        return [move for part in self.parts for move in part.moves]


def stands_as(goal: Position[Any], moments: Sequence[Moment]) -> bool:
    """These leave the very board, though not by the moves that were meant: nothing tells them."""
    return moments[-1].position.layout() == goal.layout()


def touches(moves: Iterable[Move]) -> frozenset[Site]:
    """The keys and pieces that a finger touches to make these."""
    return frozenset(site for move in moves for site in move.touches)


def moves_to(
    moves: Sequence[Move], ways: Sequence[Position[Any]], goal: Position[Any]
) -> list[Move]:
    """The moves as far as to this position."""
    return list(moves[: ways.index(goal) + 1])


def looks_alike(position: Position[Any], move: Move, rig: Seated) -> bool:
    """Another lawful move is shown in the very same way."""
    senses, before = rig.wiring.senses, position.layout()
    trace = Trace.of(before, position.after(move).layout(), senses, move.touches)
    return any(
        other != move
        and other.touches == move.touches
        and Trace.of(before, position.after(other).layout(), senses, other.touches) == trace
        for other in position.moves()
    )
