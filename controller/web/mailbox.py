"""The requests of pages, queued for the loop, which reads them once a turn and never waits."""

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

ROOM = 100  # maximum number of waiting requests

Line = Annotated[str, Meta(min_length=1, max_length=80)]
Gesture = Annotated[str, Meta(min_length=1, max_length=800)]
Pick = Annotated[str, Meta(max_length=24)]
Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]  # of a sitting; SQLite's limit


class Play(Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """A seat makes a move, in the notation of the record."""

    move: Line


class Choose(Struct, frozen=True, tag="choose", forbid_unknown_fields=True):
    """A seat says which of the similar moves was meant; a gesture can have several moves."""

    move: Gesture


class Back(Struct, frozen=True, tag="back", forbid_unknown_fields=True):
    """A seat takes its last move back."""


class Hint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """A seat asks for a hint: first which piece, then where to, then why."""


class Help(Struct, frozen=True, tag="help", forbid_unknown_fields=True):
    """A seat wants the good moves lit for this number of moments; 0 for off."""

    moments: Annotated[int, Meta(ge=0, le=999)]


class Obey(Struct, frozen=True, tag="obey", forbid_unknown_fields=True):
    """A command for a hand at the simulated board."""

    line: Line


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit at a seat."""

    name: str
    kind: Annotated[str, Meta(pattern=f"^(human|{'|'.join(ROBOTS)})$")] = "human"
    partner: str | None = None

    def __post_init__(self) -> None:
        """Raise ValueError, which the decoder reports as malformed, if a name is not allowed."""
        for name in self.names:
            try:
                check_name(name)
            except Misuse as trouble:
                raise ValueError(str(trouble)) from None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self.partner) if self.partner else (self.name,)


class Begin(Struct, frozen=True, tag="begin", forbid_unknown_fields=True):
    """A new game, with what was agreed on in the lobby."""

    game: Line
    places: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=8)]
    teams: tuple[tuple[Seat, ...], ...] = ()
    options: Mapping[str, bool] = {}
    picks: Mapping[Pick, Annotated[tuple[Pick, ...], Meta(max_length=8)]] = {}
    deck: Annotated[str, Meta(pattern="^(virtual|reader)$")] = "virtual"


class Learn(Struct, frozen=True, tag="learn", forbid_unknown_fields=True):
    """A lesson of a game; without a name, the first that was not finished yet."""

    game: Line
    lesson: Annotated[str, Meta(max_length=40)] = ""


class Resume(Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """Continue an interrupted game."""

    number: Number


class Discard(Struct, frozen=True, tag="discard", forbid_unknown_fields=True):
    """Give up an interrupted game."""

    number: Number


class Draft(Struct, frozen=True, tag="draft", forbid_unknown_fields=True):
    """What is chosen in the lobby so far, to be shown by the board's menu too."""

    agreement: Agreement


class Press(Struct, frozen=True, tag="press", forbid_unknown_fields=True):
    """Press one of the table's own keys, e.g. for a board without keys."""

    key: Annotated[str, Meta(pattern="^(yes|no|next|back)$")]


class Again(Struct, frozen=True, tag="again", forbid_unknown_fields=True):
    """Play the same game again; with `swap`, every player moves one seat on."""

    swap: bool = False


class Branch(Struct, frozen=True, tag="branch", forbid_unknown_fields=True):
    """Continue a stored game from an earlier move in another way."""

    number: Number
    upto: Annotated[int, Meta(ge=0, le=100_000)]


class Illumine(Struct, frozen=True):
    """Light a moment of a stored game while no game is played."""

    game: str
    scene: Any


class Bring(Struct, frozen=True):
    """Store a game from a file, already checked; the answer is its number."""

    game: Any


class Record(Struct, frozen=True, tag="record", forbid_unknown_fields=True):
    """Start or stop recording the traffic with the board."""

    on: bool


class Start(Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """Start a workshop job at the board."""

    errand: Annotated[str, Meta(pattern="^(check|calibrate|enrol)$")]


class Direct(Struct, frozen=True, tag="direct", forbid_unknown_fields=True):
    """A command for the workshop job: stop, skip, next cell, or help by the simulated hand."""

    word: Annotated[str, Meta(pattern="^(stop|skip|next|help)$")]


class Point(Struct, frozen=True, tag="point", forbid_unknown_fields=True):
    """Report that the light is at another cell than it should be."""

    site: Annotated[str, Meta(pattern="^[a-zA-Z0-9._-]{2,16}$")]


class Revoke(Struct, frozen=True, tag="revoke", forbid_unknown_fields=True):
    """Revoke a device's access until it comes with a key again."""

    device: int


SeatAsks: TypeAlias = Play | Choose | Back | Hint | Help
LobbyAsks: TypeAlias = Begin | Learn | Resume | Discard | Again | Branch | Press | Draft
ServiceAsks: TypeAlias = Record | Start | Direct | Point
Request: TypeAlias = SeatAsks | LobbyAsks | ServiceAsks | Obey | Bring | Illumine


@cache
def reader(kind: Any) -> Decoder[Any]:
    """Return the decoder for requests of this type."""
    return Decoder(kind)


class Letter(Struct, frozen=True, eq=False):
    """A request, its seat, and a future for the answer: a sentence, or "" for done."""

    request: Request
    seat: Seat
    answer: Future[str]


class Mailbox:
    """A bounded queue of requests; `ring` wakes the loop."""

    def __init__(self, ring: Callable[[], None] = lambda: None) -> None:
        self._letters: Queue[Letter] = Queue(ROOM)
        self._ring = ring
        self._closed = False

    def post(self, request: Request, seat: Seat = CHANCE) -> Future[str] | None:
        """Queue a request and return the future of its answer; None if full or closed."""
        if self._closed:
            return None
        answer: Future[str] = Future()
        try:
            self._letters.put_nowait(Letter(request, seat, answer))
        except Full:
            return None
        self._ring()
        return answer

    def close(self) -> None:
        """Take no more requests, and answer those that are left."""
        self._closed = True
        for letter in self.letters():
            answer(letter)

    def letters(self) -> Iterator[Letter]:
        """Yield the requests that are waiting now."""
        try:
            while True:
                yield self._letters.get_nowait()
        except Empty:
            return


def answer(letter: Letter, sentence: str = "") -> None:
    """Set the answer of a request, unless it was cancelled."""
    try:
        letter.answer.set_result(sentence)
    except InvalidStateError:
        log.info("Nobody waited for the answer to %s", request_kind(letter.request))


class Owed:
    """Pending answers; `settle` answers all that are left when the table ends."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[str], None]] = []

    def once(self, answer: Callable[[str], None]) -> Callable[[str], None]:
        """Return the callback, guarded so that it is called once, also by `settle`."""

        def give(sentence: str) -> None:
            if give in self._waiting:
                self._waiting.remove(give)
                answer(sentence)

        self._waiting.append(give)
        return give

    def settle(self) -> None:
        """Call all pending callbacks with ""."""
        for give in [*self._waiting]:
            give("")


def request_kind(request: Request) -> str:
    """Return the kind of a request for the log, without its content, which may be secret."""
    return type(request).__name__.lower()
