"""A separate process that runs the robots' search, so that the table's loop is never late.

The process ends when the table's end of the pipe is closed.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from controller.app.computer.garbage import collect_seldom
from controller.game import Game, Position
from controller.games import SHELF
from controller.robots.levels import ladder
from controller.robots.opinion import Opinion, opinion
from controller.values import CHANCE, Seat

EXTRA_TIMEOUT = (
    20.0  # s of timeout beyond the thought's own: a Pi that was just switched on is slow
)
STEPS_PER_CHECK = 8  # steps of the search between two checks for a new question
LAST = 10  # niceness: the table's loop has priority

log = logging.getLogger(__name__)


class Question(Struct, frozen=True):
    """A position to think about, reduced to what that seat can see."""

    game: str
    seen: bytes
    seat: Seat
    rounds: int
    seconds: float
    seed: int
    last: Seat = CHANCE
    number: int = 0


class Answer(Struct, frozen=True):
    """The answer to a question; without an opinion if thinking failed."""

    number: int
    opinion: Opinion | None


def thinker_question(
    game: Game, position: Position[Any], seat: Seat, rounds: int, seconds: float, seed: int
) -> Question:
    """Return a question about this position as that seat sees it."""
    seen = msgspec.json.encode(position.seen_by(seat))
    return Question(game.name, seen, seat, rounds, seconds, seed)


class Thinks(Protocol):
    """A thinker that takes one question at a time, and is polled for the answer."""

    @property
    def busy(self) -> bool: ...
    def ask(self, question: Question) -> None: ...
    def heard(self) -> Answer | None: ...
    def close(self) -> None: ...


class Thinker:
    """The table's end of the pipe to the process, which is started again if it dies or is late."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._asked: Question | None = None
        self._due = 0.0  # s, when it must have answered
        self._start()

    @property
    def busy(self) -> bool:
        """True if a question is not answered yet."""
        return self._asked is not None

    def ask(self, question: Question) -> None:
        """Start thinking about this question and drop the one before."""
        number = self._asked.number + 1 if self._asked else question.number + 1
        self._asked = msgspec.structs.replace(question, number=number)
        self._due = self._now() + question.seconds + EXTRA_TIMEOUT
        with suppress(OSError):
            self._line.send_bytes(msgspec.msgpack.encode(self._asked))

    def heard(self) -> Answer | None:
        """Return the answer once it is there; one without an opinion if thinking failed."""
        asked = self._asked
        if asked is None:
            return None
        try:
            return self._read(asked)
        except (EOFError, OSError, msgspec.MsgspecError):
            log.warning("A robot's thought broke off; it plays by rule of thumb.", exc_info=True)
        self._start_again()
        return Answer(asked.number, None)

    def close(self) -> None:
        self._line.close()
        self._process.join(1.0)
        self._process.kill()
        self._process.join(1.0)

    def _read(self, asked: Question) -> Answer | None:
        while self._line.poll():
            answer = msgspec.msgpack.decode(self._line.recv_bytes(), type=Answer)
            if answer.number == asked.number:
                self._asked = None
                return answer
        if self._now() > self._due:
            raise EOFError
        return None

    def _start(self) -> None:
        apart = get_context("spawn")
        self._line, theirs = apart.Pipe()
        self._process = apart.Process(target=think, args=(theirs,), name="robots", daemon=True)
        with no_interrupts():
            self._process.start()
        theirs.close()

    def _start_again(self) -> None:
        self._asked = None
        self._process.kill()
        self._line.close()
        self._start()


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Block SIGINT in processes started meanwhile: they import before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class AtOnce:
    """A thinker in the caller's own thread, without a time limit: for demos and tests."""

    def __init__(self) -> None:
        self._answer: Answer | None = None

    @property
    def busy(self) -> bool:
        return self._answer is not None

    def ask(self, question: Question) -> None:
        patient = msgspec.structs.replace(question, seconds=inf)
        self._answer = Answer(question.number, thought(patient, lambda: False))

    def heard(self) -> Answer | None:
        answer, self._answer = self._answer, None
        return answer

    def close(self) -> None:
        self._answer = None


# ------------------------------------------------------------------------------- at the other end


def think(line: Connection) -> None:
    """Run in the process: answer questions until the pipe is closed."""
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(LAST)
    with suppress(EOFError, OSError):
        while True:
            asked = msgspec.msgpack.decode(line.recv_bytes(), type=Question)
            if not line.poll():
                answer = Answer(asked.number, thought(asked, line.poll))
                line.send_bytes(msgspec.msgpack.encode(answer))


def thought(asked: Question, called: Callable[[], bool]) -> Opinion | None:
    """Return an opinion, within the time limit and until `called`; None if our own code fails."""
    until, looks, ended = time.monotonic() + asked.seconds, 0, False

    def enough() -> bool:
        nonlocal looks, ended
        looks += 1
        ended = ended or time.monotonic() > until or (looks % STEPS_PER_CHECK == 0 and called())
        return ended

    try:
        game = SHELF.take(asked.game)
        seen, luck = game.thaw(asked.seen), Random(asked.seed)
        manner = ladder(game).manner
        return opinion(seen, asked.seat, manner, asked.rounds, luck, last=asked.last, enough=enough)
    except Exception:
        log.exception("A robot could not think about %s", asked.game)
        return None
