"""Checks of requests: host name, origin, rate and size; and the security headers of answers."""

from __future__ import annotations

from collections.abc import Callable

RATE = 40.0  # requests per second that one role may make ...
BURST = 80.0  # ... and how many at once
MAX_REQUEST = 4096  # bytes of a request
LOOPBACK, HTTP = "127.0.0.1", 80  # this machine only; the port that URLs leave out

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
REPORT = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""The policy for the page that contains its own style and no script."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class Bucket:
    """A token bucket: it gains `rate` tokens a second up to `burst`."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left, self._at = burst, now()

    @property
    def full(self) -> bool:
        return self._level() >= self._burst

    def take(self, owed: float = 0.0) -> float | None:
        """Take a token and return the seconds to wait for it; None if more than `owed` were due."""
        left = self._level() - 1.0
        if left < -owed:
            return None
        self._left, self._at = left, self._now()
        return max(0.0, -left / self._rate)

    def _level(self) -> float:
        return min(self._burst, self._left + (self._now() - self._at) * self._rate)


class Gate:
    """Checks where requests come from and how often; their content is checked elsewhere."""

    def __init__(self, hosts: frozenset[str], now: Callable[[], float]) -> None:
        self.hosts = hosts  # names and numbers of this server, with the port
        self._now = now
        self._buckets: dict[str, Bucket] = {}

    def knows(self, host: str, came_to: tuple[str, int | None] | None = None) -> bool:
        """True if the host is one of our names, or the address the request came to.

        A foreign name that resolves to this machine is an attack (DNS rebinding).
        """
        number = f"{came_to[0]}:{came_to[1]}" if came_to else ""
        name, _, port = host.lower().partition(":")
        whole = f"{name.removesuffix('.')}:{port or HTTP}"  # "name.lan." is "name.lan" in DNS
        return whole in self.hosts or whole == number

    def admits(self, host: str, origin: str | None) -> bool:
        """True if the request comes from our own page, or from a program, which sends no origin."""
        ours = f"http://{host}", f"https://{host}"
        return origin is None or origin in ours

    def hurries(self, who: str) -> bool:
        """True if this role makes requests faster than a hand could."""
        fresh = Bucket(RATE, BURST, self._now)
        return self._buckets.setdefault(who, fresh).take() is None
