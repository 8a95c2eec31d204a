"""What may come in: to the page's own address, from our own page, not too much nor too often."""

from __future__ import annotations

from collections.abc import Callable

RATE = 40.0  # requests a second that one key may go on making ...
BURST = 80.0  # ... and how many at once
LARGEST = 4096  # bytes of a request
LOOPBACK, HTTP = "127.0.0.1", 80  # this machine alone; the port that a browser does not name

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
REPORT = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""For the one page that carries its style in itself, and no script."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class Bucket:
    """Fills at so many a second, and holds so many."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left, self._at = burst, now()

    @property
    def full(self) -> bool:
        return self._level() >= self._burst

    def take(self, owed: float = 0.0) -> float | None:
        """Take one, and wait so many seconds for it; None when more would be owed than may be."""
        left = self._level() - 1.0
        if left < -owed:
            return None
        self._left, self._at = left, self._now()
        return max(0.0, -left / self._rate)

    def _level(self) -> float:
        return min(self._burst, self._left + (self._now() - self._at) * self._rate)


class Gate:
    """Judges the outside of a request; what it asks for is judged by the table."""

    def __init__(self, hosts: frozenset[str], now: Callable[[], float]) -> None:
        self.hosts = hosts  # names and numbers under which the page is ours, with its port
        self._now = now
        self._buckets: dict[str, Bucket] = {}

    def knows(self, host: str, came_to: tuple[str, int | None] | None = None) -> bool:
        """True if it was asked for by a name of ours, or by the very number it came to.

        A foreign name that was made to point here is somebody's trick (DNS rebinding).
        """
        number = f"{came_to[0]}:{came_to[1]}" if came_to else ""
        name, _, port = host.lower().partition(":")
        whole = f"{name.removesuffix('.')}:{port or HTTP}"  # "name.lan." is "name.lan" in DNS
        return whole in self.hosts or whole == number

    def admits(self, host: str, origin: str | None) -> bool:
        """From our own page; a program that is no browser sends no origin."""
        ours = f"http://{host}", f"https://{host}"
        return origin is None or origin in ours

    def hurries(self, who: str) -> bool:
        """More often than a hand could."""
        fresh = Bucket(RATE, BURST, self._now)
        return self._buckets.setdefault(who, fresh).take() is None
