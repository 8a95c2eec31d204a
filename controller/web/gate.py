"""What may come in: to the page's own address, from our own page, not too much nor too often."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

RATE = 40.0  # requests a second that one key may go on making ...
BURST = 80.0  # ... and how many at once
LARGEST = 4096  # bytes of a request

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


class Gate:
    """Judges the outside of a request; what it asks for is judged by the table."""

    def __init__(self, hosts: frozenset[str], now: Callable[[], float]) -> None:
        self.hosts = hosts  # names and numbers under which the page is ours, with its port
        self._now = now
        self._buckets: dict[str, tuple[float, float]] = {}

    def knows(self, host: str, came_to: tuple[str, int | None] | None = None) -> bool:
        """Asked for by our own name, or by the very number it came to.

        A foreign name that was made to point here is somebody's trick (DNS rebinding).
        """
        number = f"{came_to[0]}:{came_to[1]}" if came_to else ""
        return host.lower() in self.hosts or host == number

    def admits(self, host: str, origin: str | None) -> bool:
        """From our own page; a program that is no browser sends no origin."""
        return origin is None or urlsplit(origin).netloc == host

    def hurries(self, who: str) -> bool:
        """More often than a hand could: a bucket that fills at RATE and holds BURST."""
        now = self._now()
        left, at = self._buckets.get(who, (BURST, now))
        left = min(BURST, left + (now - at) * RATE) - 1.0
        self._buckets[who] = max(left, 0.0), now
        return left < 0
