"""A table at some moment of a game, watched: what is recorded, said and asked, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Game, Move, Position, Setting
from controller.games import SHELF
from controller.reading.moment import Moment
from controller.sitting.flow import Stage
from controller.sitting.keys import NEXT, YES
from controller.sitting.table import Table
from controller.table_rules import TableRules
from controller.values import (
    CHANCE,
    Content,
    Layout,
    Observation,
    Piece,
    Sense,
    Site,
    standing,
)
from controller.words import say
from sims.bench.faults import Faults
from sims.bench.rig import Rig
from tests.panels import load_panel

BEFORE = 4  # moves that can still be taken back when the hand comes
AT_REST = 0.15  # s; a board that nobody has touched for so long stands as somebody left it
CHOICES = 40  # in one question, at most
LONGEST = 160  # moves of a game, of which one moment is chosen

Way: TypeAlias = list[tuple[Move | None, Position[Any]]]


class Told(Struct, frozen=True):
    """Something the table said or did by itself, and how the hand stood to the board just then."""

    at: float
    what: str
    held: bool  # a piece was in the air
    rested: float  # s since the hand last did something
    quiet: float  # s since any sensor last felt something


class Seated(Rig):
    """A rig that takes down what the table makes of its hands."""

    def __init__(self, *args: Any, **terms: Any) -> None:
        self.in_air: list[Piece] = []
        self.acted = 0.0  # s, when the hand last did something
        self.log: list[Told] = []
        self.lay: list[Layout] = []  # how the board lay at rest
        self.recorded: list[Position[Any]] = []
        self.seen: Observation | None = None
        super().__init__(*args, **terms)
        self._was = self._state()

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            turn = self.loop.turn()
            self.seen = turn.observation
            self.news += turn.news
            self.listen()

    def listen(self) -> None:
        now = self._state()
        if not self.recorded or self.recorded[-1] is not self.table.position:
            self.recorded.append(self.table.position)
        if now != self._was:
            for was, told in zip(self._was, now, strict=True):
                if told and told != was:
                    self._note(told)
            self._was = now

    def rested(self, seconds: float) -> None:
        """For so long the hand has let the board lie."""
        if seconds >= AT_REST:
            self.lay.append({site: tuple(stack) for site, stack in self.bench.stacks.items()})

    @property
    def stood(self) -> list[Position[Any]]:
        """What was recorded, then or soon after, and stood on the board while it lay at rest."""
        return [one for one in self.recorded if any(self.feels(one, lay) for lay in self.lay)]

    def forget(self) -> None:
        """Nothing of what was done and said so far matters."""
        for each in (self.log, self.lay, self.recorded):
            each.clear()

    def _note(self, told: str) -> None:
        at = self.clock.now()
        quiet = self.seen.still if self.seen else at
        self.log.append(Told(at, told, bool(self.in_air), at - self.acted, quiet))

    def _state(self) -> tuple[str, str, str, str]:
        table = self.table
        rule = table.notice.rule or table.notice.words if table.notice else ""
        moved = f"recorded {table.history[-1]}" if table.history else ""
        message = table.message.key if table.message else ""
        return f"-> {table.stage.value}", rule and f"refused by {rule}", moved, message

    @property
    def words(self) -> str:
        """What the table says now."""
        notice = self.table.notice
        why = f"{notice.rule} " if notice else ""
        return f"[{self.table.stage.value}] {why}{say(self.table.asks())}"

    def told(self) -> str:
        """All that was said and done, and what is asked at the end."""
        return "; ".join([*(f"{t.at:.2f} {t.what}" for t in self.log[-12:]), self.words])

    # ------------------------------------------------------------------------- how it truly stands

    def looks(self) -> Mapping[tuple[str, int], Any]:
        """Each piece as eyes tell it from others."""
        return {(t.name, t.seat): look(t) for t in self.game.drawing(self.table.position).tokens}

    def crowd(self, pieces: tuple[Piece, ...] | list[Piece]) -> Counter[Any]:
        looks = self.looks()
        return Counter(looks.get((p.name, p.seat), (p.name, p.seat)) for p in pieces)

    def astray(self) -> dict[Site, tuple[list[str], list[str]]]:
        """Where other pieces stand than belong there, as far as eyes tell."""
        layout = self.table.position.layout()
        found = {}
        for site, sense in self.wiring.senses.items():
            lies, belongs = self.bench.stacks.get(site, []), standing(layout, site)
            if sense.holds and self.crowd(lies) != self.crowd(belongs):
                found[site] = [p.name for p in lies], [p.name for p in belongs]
        return found

    def reads(self, site: Site, content: Content) -> Any:
        """What the site tells; a tray counts no more than it has places."""
        sense = self.wiring.senses[site]
        told = sense.read(content)
        if sense is not Sense.COUNT or not told:
            return told
        return told & frozenset(range(list(self.wiring.channels.values()).count(site)))

    @property
    def disbelieved(self) -> frozenset[Site]:
        """The cells of which somebody said that they do not tell the truth."""
        return self.table.state.input.disbelieved

    def feels_right(self) -> bool:
        """Every sound sense that is believed tells what the position expects."""
        lies = {site: tuple(stack) for site, stack in self.bench.stacks.items()}
        return self.feels(self.table.position, lies)

    def feels(self, position: Position[Any], lies: Layout) -> bool:
        """For every sound sense that is believed this lies as the position expects."""
        layout = position.layout()
        broken = self.bench.faults.stuck | self.bench.faults.dead | self.disbelieved
        return all(
            self.reads(site, standing(lies, site)) == self.reads(site, standing(layout, site))
            for site, sense in self.wiring.senses.items()
            if sense.holds and site not in broken
        )

    # ----------------------------------------------------------------------------- what would come

    def answer_for(self, meant: Callable[[Sequence[Moment]], bool]) -> int | None:
        """How often NEXT goes before YES records what was meant; None if it never does.

        The keys are pressed on copies: this table does not notice.
        """
        asked = set()
        for times in range(CHOICES):
            table = self._copied()
            for press in range(times):
                self._press(table, NEXT, press)
            words = str(table.asks())
            self._press(table, YES, times)
            if meant(table.moments):
                return times
            if words in asked:
                return None
            asked.add(words)
        return None

    def _copied(self) -> Table:
        """Another table at the same moment; what never changes is shared."""
        while self.table.thinking:  # a thought cannot be copied
            self.wait(0.01)
        state = self.table.state
        shared = [*state.moments, *state.decided, state.decision, state.senses, state.position]
        shared += [inquiry._last for inquiry in state.gesture.search._inquiries.values()]
        return deepcopy(self.table, {id(value): value for value in shared})

    def _press(self, table: Table, key: Site, before: int) -> None:
        """Press this key, after so many others."""
        assert self.seen, "the board was looked at"
        at = self.seen.at + 0.01 * (before + 1)
        table.see(replace(self.seen, at=at, changed={**self.seen.changed, key: at}))
        while table.busy:
            table.keep()


def look(token: Any) -> tuple[Any, ...]:
    return token.seat, token.colour, token.points, token.radius, token.label, token.home


def alike(one: Position[Any], other: Position[Any], rig: Seated) -> bool:
    """True if two positions differ only in pieces that look alike."""
    if one == other:
        return True
    if (one.actors, one.scores()) != (other.actors, other.scores()):
        return False
    before, after = one.layout(), other.layout()
    same = all(
        rig.crowd(standing(before, site)) == rig.crowd(standing(after, site))
        for site in before.keys() | after.keys()
    )
    return same and set(map(str, one.moves())) == set(map(str, other.moves()))


def trajectory(
    game: Game, luck: Random, most: int = 160
) -> list[tuple[Move | None, Position[Any]]]:
    """A game played at random, or its beginning; every kind of move as likely as the others."""
    position = game.start(Setting(luck.choice(game.seats)))
    way: list[tuple[Move | None, Position[Any]]] = [(None, position)]
    while position.outcome is None and len(way) < most:
        move = any_kind(list(position.moves()), luck)
        position = position.after(move)
        way.append((move, position))
    return way


def any_moment(way: Way, luck: Random) -> int:
    """Where somebody is to act, next to every kind of move with the same chance."""
    numbers: dict[str, list[int]] = {}
    for number, ((_, position), (move, _)) in enumerate(pairwise(way)):
        if CHANCE not in position.actors:
            numbers.setdefault(type(move).__name__, []).append(number)
    return luck.choice(numbers[luck.choice(sorted(numbers))])


def any_kind(moves: list[Move], luck: Random) -> Move:
    """One of these, each kind of them as likely as the others."""
    kinds = sorted({type(move).__name__ for move in moves})
    chosen = luck.choice(kinds)
    return luck.choice([move for move in moves if type(move).__name__ == chosen])


def sit_down(
    panel: str, luck: Random, *, faults: Faults | None = None, rules: TableRules | None = None
) -> Seated:
    """A table in the middle of some game, with somebody to act, the board standing right."""
    way = trajectory(SHELF[load_panel(panel).file.game], luck)
    number = any_moment(way, luck)
    first = max(0, number - luck.randint(0, BEFORE))
    played = [(move, position) for move, position in way[first + 1 : number + 1] if move]
    return seated(panel, luck, way[first][1], played, faults, rules)


def begin(panel: str, luck: Random) -> Seated:
    """A table before the first move."""
    game = SHELF[load_panel(panel).file.game]
    return seated(panel, luck, game.start(Setting(luck.choice(game.seats))))


def seated(
    panel: str,
    luck: Random,
    start: Position[Any],
    played: Iterable[tuple[Move, Position[Any]]] = (),
    faults: Faults | None = None,
    rules: TableRules | None = None,
) -> Seated:
    """Cards are dealt by luck or shown to readers, where the panel has them."""
    wiring = load_panel(panel)
    virtual = luck.random() < 0.5 or not wiring.file.readers
    seed = luck.randrange(1000)
    terms = {"seed": seed, "virtual": virtual, "faults": faults, "rules": rules}
    rig = Seated(start, wiring, played=played, **terms)
    greeted(rig)
    return rig


def greeted(rig: Seated) -> None:
    """Until play may begin: a strip that does not know its row is vouched for."""
    for _ in range(40):
        rig.wait(0.1)
        if rig.table.stage is Stage.WAITING and not rig.table.busy:
            rig.log.clear()
            return
        if rig.table.asks().key == "table.locate":
            rig.hand.press(YES)
    raise AssertionError(f"nobody can begin: {rig.words}")


def lasting(rig: Seated) -> list[Site]:
    return [site for site, sense in rig.wiring.senses.items() if sense.holds]
