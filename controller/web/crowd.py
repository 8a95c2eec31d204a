"""The open connections: limits for each address and in total, and which to close when full."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from controller.web.gate import Bucket

STAY = 600.0  # s that a guest may watch before the place is given to another
LOOP_TURNS = 4  # of the pages' loop, from accepting a connection until it is counted or closed
OWN_FILES = 100  # descriptors for journal, board, log, processes; a table at rest has 17
EACH = 2  # descriptors of one connection: its socket, and a file being sent
FEWEST = 8  # minimum number of connections, however few descriptors there are
NOISE_REPORT = 3600.0  # s between two lines in the log about invalid requests

log = logging.getLogger(__name__)

Client: TypeAlias = tuple[str, int] | None


class Standing(IntEnum):
    """What a connection is used for; the lower is closed first."""

    WAITING = 0  # idle: has just come, or is between two requests
    ASKING = 1
    WATCHING = 2
    KNOWN = 3  # has a key


LINGER: Mapping[Standing, float] = {Standing.WAITING: 8.0, Standing.ASKING: 45.0}  # s
FOREVER = float("inf")


class Line(Protocol):
    """The part of a transport that is needed to judge and close a connection."""

    def is_closing(self) -> bool: ...

    def abort(self) -> None: ...

    def get_write_buffer_size(self) -> int: ...


class Visitor:
    """One connection: its address, its use, and since when."""

    __slots__ = ("address", "backlog", "line", "role", "since", "standing", "took")

    def __init__(self, address: str, line: Line, since: float) -> None:
        self.address, self.line = address, line
        self.standing, self.role, self.since = Standing.WAITING, "", since
        self.backlog, self.took = 0, since  # bytes waiting to be sent, and when some were last sent

    def lingers(self, now: float, slow: float) -> bool:
        """True if it is open longer than a request takes, or the client has stopped reading."""
        backlog = self.line.get_write_buffer_size()
        if not backlog or backlog < self.backlog:
            self.took = now
        self.backlog = backlog
        return now - self.took > slow or now - self.since > LINGER.get(self.standing, FOREVER)


class CrowdLimits(Struct, frozen=True):
    """The limits for connections and request rates."""

    room: int = 860  # connections
    guests: int = 600  # of them may watch without a key ...
    lines: int = 12  # ... and so many use the same key
    rate: float = 200.0  # requests and live connections per second for one address ...
    burst: float = 2000.0  # ... and at once ...
    queue: float = 5.0  # s that a request may be delayed
    slow: float = 5.0  # s without progress after which a connection is closed
    accepted: int = 16  # connections taken from the kernel's queue in one turn of the pages' loop


USUAL_LIMITS = CrowdLimits()


def fit_limits(limits: CrowdLimits, descriptors: int | None) -> CrowdLimits:
    """Return limits that leave enough of these descriptors to the table; None means no limit."""
    if descriptors is None:
        return limits
    free = descriptors - own_files(descriptors)
    accepted = max(1, min(limits.accepted, free // (EACH * FEWEST)))
    room = max(FEWEST, (free - LOOP_TURNS * accepted) // EACH)
    if room >= limits.room:
        return limits
    share = room / limits.room
    guests, lines = int(limits.guests * share), max(1, int(limits.lines * share))
    return replace(limits, room=room, guests=guests, lines=lines, accepted=accepted)


def own_files(descriptors: int) -> int:
    """Return how many of these descriptors the table keeps for itself."""
    return min(OWN_FILES, descriptors // 2)


def loop_time() -> float:
    """Return the time of the pages' event loop in seconds."""
    return asyncio.get_running_loop().time()


class Crowd:
    """The connections in the pages' thread; those with a key never make room for those without."""

    def __init__(
        self, limits: CrowdLimits = USUAL_LIMITS, now: Callable[[], float] = loop_time
    ) -> None:
        self.limits, self._now = limits, now
        self._visitors: dict[Client, Visitor] = {}
        self._paces: dict[str, Bucket] = {}
        self.noise: Counter[str] = Counter()  # invalid input since the last report, by kind
        self._reported_at: float | None = None

    def __len__(self) -> int:
        return sum(not visitor.line.is_closing() for visitor in self._visitors.values())

    def enter(self, client: Client, line: Line) -> None:
        """Register a connection; if all places are taken, close another one."""
        if len(self._visitors) >= self.limits.room:
            self._make_room()
        self._visitors[client] = Visitor(address_of_client(client), line, self._now())

    @contextmanager
    def asking(self, client: Client) -> Iterator[None]:
        """Mark the connection as asking while a request is answered."""
        visitor = self._visitors.get(client)
        self._stand(visitor, Standing.ASKING)
        try:
            yield
        finally:
            self._stand(visitor, Standing.WAITING)

    def trust(self, client: Client) -> None:
        """Mark the connection as one whose request had a valid key."""
        self._stand(self._visitors.get(client), Standing.KNOWN)

    def follows(self, client: Client, role: str, known: bool) -> bool:
        """Mark the connection as watching; False if there is no place for a guest."""
        visitor = self._visitors.get(client)
        if known:
            self._keep_few(role)
        elif not self._admits_guest(address_of_client(client)):
            return False
        self._stand(visitor, Standing.KNOWN if known else Standing.WATCHING, role)
        return True

    def pause(self, client: Client) -> float | None:
        """Return the seconds until this address may be served; None if too many wait."""
        rate, burst = self.limits.rate, self.limits.burst
        pace = self._paces.setdefault(address_of_client(client), Bucket(rate, burst, self._now))
        return pace.take(self.limits.queue * rate)

    def sweep(self) -> None:
        """Close connections that linger, and forget those that are closed."""
        now = self._now()
        self._forget_the_gone()
        self._paces = {who: pace for who, pace in self._paces.items() if not pace.full}
        for visitor in list(self._visitors.values()):
            if visitor.lingers(now, self.limits.slow):
                visitor.line.abort()
        self._report_noise(now)

    def dismiss(self) -> None:
        """Close every connection: the loop that served them ends."""
        for visitor in self._visitors.values():
            visitor.line.abort()
        self._visitors.clear()

    def out_of_descriptors(self) -> None:
        """Close one connection without a key, since the process cannot accept another."""
        self.noise["no descriptor left"] += 1
        self._forget_the_gone()
        if keyless := [v for v in self._visitors.values() if v.standing < Standing.KNOWN]:
            first_to_go(keyless).line.abort()

    def _report_noise(self, now: float) -> None:
        """Log once an hour how many invalid requests there were."""
        if self._reported_at is None:
            self._reported_at = now
        if self.noise and now - self._reported_at >= NOISE_REPORT:
            counted = ", ".join(f"{kind}: {count}" for kind, count in sorted(self.noise.items()))
            log.info("Refused from strangers: %s.", counted)
            self._reported_at = now
            self.noise.clear()

    # -------------------------------------------------------------------------------- making room

    def _make_room(self) -> None:
        self._forget_the_gone()
        passing = [v for v in self._visitors.values() if v.standing < Standing.WATCHING]
        if len(self._visitors) >= self.limits.room and passing:
            first_to_go(passing).line.abort()

    def _keep_few(self, role: str) -> None:
        """If too many connections use this key, close the oldest."""
        same = [v for v in self._here(Standing.KNOWN) if v.role == role]
        if len(same) >= self.limits.lines:
            min(same, key=lambda visitor: visitor.since).line.abort()

    def _admits_guest(self, who: str) -> bool:
        """True if a guest gets a place, perhaps that of an old guest or of one with many places."""
        guests = self._here(Standing.WATCHING)
        if len(guests) < self.limits.guests:
            return True
        held = Counter(visitor.address for visitor in guests)
        oldest = first_to_go(guests)
        if held[oldest.address] <= held[who] + 1 and self._now() - oldest.since < STAY:
            return False
        oldest.line.abort()
        return True

    def _here(self, standing: Standing) -> list[Visitor]:
        everybody = self._visitors.values()
        return [v for v in everybody if v.standing is standing and not v.line.is_closing()]

    def _stand(self, visitor: Visitor | None, standing: Standing, role: str = "") -> None:
        if visitor:
            visitor.standing, visitor.role, visitor.since = standing, role, self._now()

    def _forget_the_gone(self) -> None:
        here = self._visitors.items()
        self._visitors = {client: v for client, v in here if not v.line.is_closing()}


def address_of_client(client: Client) -> str:
    """Return the client's IP address, or ""."""
    return client[0] if client else ""


def first_to_go(visitors: list[Visitor]) -> Visitor:
    """Return the one to close: least important, then from the largest group, then oldest."""
    parties = Counter(visitor.address for visitor in visitors)
    return min(visitors, key=lambda v: (v.standing, -parties[v.address], v.since))
