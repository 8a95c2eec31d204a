"""Where pages leave what they ask for; the loop opens it once a turn and never waits for one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, InvalidStateError
from functools import cache
from queue import Empty, Full, Queue
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.json import Decoder

from controller.errors import Misuse
from controller.menu.agreement import Agreement
from controller.names import check_name
from controller.robots.players import ROBOTS
from controller.values import CHANCE, Seat

log = logging.getLogger(__name__)

ROOM = 100  # letters that may lie there; who comes later is told to wait

Line = Annotated[str, Meta(min_length=1, max_length=80)]
Gesture = Annotated[str, Meta(min_length=1, max_length=800)]
Pick = Annotated[str, Meta(max_length=24)]
Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]  # of a sitting, as SQLite counts


class Play(Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """A seat says its move, in the words of the record."""

    move: Line


class Choose(Struct, frozen=True, tag="choose", forbid_unknown_fields=True):
    """A seat says which of the moves that look alike was meant; all that was done in one go."""

    move: Gesture


class Back(Struct, frozen=True, tag="back", forbid_unknown_fields=True):
    """A seat takes its last move back."""


class Hint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """A seat asks what would be good: first which piece, then where to, then why."""


class Help(Struct, frozen=True, tag="help", forbid_unknown_fields=True):
    """A seat wants so many moments lit by how good is what may be done; 0 for none."""

    moments: Annotated[int, Meta(ge=0, le=999)]


class Obey(Struct, frozen=True, tag="obey", forbid_unknown_fields=True):
    """A hand at the simulated bench."""

    line: Line


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit there."""

    name: str
    kind: Annotated[str, Meta(pattern=f"^(human|{'|'.join(ROBOTS)})$")] = "human"
    partner: str | None = None

    def __post_init__(self) -> None:
        """ValueError, which a reader takes for bad grammar, when nobody may be called so."""
        for name in self.names:
            try:
                check_name(name)
            except Misuse as trouble:
                raise ValueError(str(trouble)) from None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self.partner) if self.partner else (self.name,)


class Begin(Struct, frozen=True, tag="begin", forbid_unknown_fields=True):
    """A new game, as it was agreed on in the lobby."""

    game: Line
    places: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=8)]
    teams: tuple[tuple[Seat, ...], ...] = ()
    options: Mapping[str, bool] = {}
    picks: Mapping[Pick, Annotated[tuple[Pick, ...], Meta(max_length=8)]] = {}
    deck: Annotated[str, Meta(pattern="^(virtual|reader)$")] = "virtual"


class Learn(Struct, frozen=True, tag="learn", forbid_unknown_fields=True):
    """A lesson of a game; without its name, the first that was not learnt yet."""

    game: Line
    lesson: Annotated[str, Meta(max_length=40)] = ""


class Resume(Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """Go on with a game that was interrupted."""

    number: Number


class Discard(Struct, frozen=True, tag="discard", forbid_unknown_fields=True):
    """Give an interrupted game up."""

    number: Number


class Draft(Struct, frozen=True, tag="draft", forbid_unknown_fields=True):
    """What is chosen in the lobby so far: the board's menu stands there, too."""

    agreement: Agreement


class Press(Struct, frozen=True, tag="press", forbid_unknown_fields=True):
    """One of the table's own keys, for a board that has none, or whose keys are out of reach."""

    key: Annotated[str, Meta(pattern="^(yes|no|next|back)$")]


class Again(Struct, frozen=True, tag="again", forbid_unknown_fields=True):
    """The same game once more; with `swap`, everybody one seat on."""

    swap: bool = False


class Branch(Struct, frozen=True, tag="branch", forbid_unknown_fields=True):
    """A kept game as it stood after so many moves, to be tried another way."""

    number: Number
    upto: Annotated[int, Meta(ge=0, le=100_000)]


class Illumine(Struct, frozen=True):
    """A moment of a kept game, to be shown by the lights while nobody plays."""

    game: str
    scene: Any


class Bring(Struct, frozen=True):
    """A game out of a file, found lawful, to be kept here; the answer is its number."""

    game: Any


class Record(Struct, frozen=True, tag="record", forbid_unknown_fields=True):
    """The workshop wants what passes on the line from now on kept, or no longer."""

    on: bool


class Start(Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """The workshop wants the board for an errand."""

    errand: Annotated[str, Meta(pattern="^(check|calibrate|enrol)$")]


class Direct(Struct, frozen=True, tag="direct", forbid_unknown_fields=True):
    """To whoever runs the errand: stop, skip this step, next cell, or let the bench's hand help."""

    word: Annotated[str, Meta(pattern="^(stop|skip|next|help)$")]


class Point(Struct, frozen=True, tag="point", forbid_unknown_fields=True):
    """The light is at another cell than it should be."""

    site: Annotated[str, Meta(pattern="^[a-zA-Z0-9._-]{2,16}$")]


class Revoke(Struct, frozen=True, tag="revoke", forbid_unknown_fields=True):
    """The workshop puts a device out: it comes in again only by a key."""

    device: int


SeatAsks: TypeAlias = Play | Choose | Back | Hint | Help
LobbyAsks: TypeAlias = Begin | Learn | Resume | Discard | Again | Branch | Press | Draft
ServiceAsks: TypeAlias = Record | Start | Direct | Point
Request: TypeAlias = SeatAsks | LobbyAsks | ServiceAsks | Obey | Bring | Illumine


@cache
def reader(kind: Any) -> Decoder[Any]:
    """Reads what may be asked for at one door."""
    return Decoder(kind)


class Letter(Struct, frozen=True, eq=False):
    """A request, whose it is, and where the answer goes: one sentence, '' for done."""

    request: Request
    seat: Seat
    answer: Future[str]


class Mailbox:
    """Letters in the order they came; each rings for whoever opens them."""

    def __init__(self, ring: Callable[[], None] = lambda: None) -> None:
        self._letters: Queue[Letter] = Queue(ROOM)
        self._ring = ring

    def post(self, request: Request, seat: Seat = CHANCE) -> Future[str] | None:
        """Leave a request; None when the box is full."""
        answer: Future[str] = Future()
        try:
            self._letters.put_nowait(Letter(request, seat, answer))
        except Full:
            return None
        self._ring()
        return answer

    def letters(self) -> Iterator[Letter]:
        """What lies there now."""
        try:
            while True:
                yield self._letters.get_nowait()
        except Empty:
            return


def answer(letter: Letter, sentence: str = "") -> None:
    try:
        letter.answer.set_result(sentence)
    except InvalidStateError:
        log.info("Nobody waited for the answer to %s", told_of(letter.request))


class Owed:
    """Answers that are still to come; when nobody is left to give them, all who wait are let go."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[str], None]] = []

    def once(self, answer: Callable[[str], None]) -> Callable[[str], None]:
        """The same answer, of which there is note until it is given."""

        def give(sentence: str) -> None:
            if give in self._waiting:
                self._waiting.remove(give)
                answer(sentence)

        self._waiting.append(give)
        return give

    def settle(self) -> None:
        for give in [*self._waiting]:
            give("")


def told_of(request: Request) -> str:
    """What kind of thing was asked for; its words may be somebody's secret."""
    return type(request).__name__.lower()
