"""One cal: the unit our figures are compared in, an iteration of this fixed pure-Python loop.

About 285 ns on a core of a Raspberry Pi 5. Timed before and after each figure, so that a figure in
cals means the same on a fast machine, a slow one and a busy one.
"""

from __future__ import annotations

import statistics
import time


def mix(a: int, b: int) -> int:
    return (a * 3 + b) & 1023


def loop(n: int = 100_000) -> int:
    known = {i: i for i in range(64)}
    cells = list(range(64))
    s = 0
    f = mix
    for i in range(n):
        j = i & 63
        s = f(s, cells[j]) + known[j]
        if s > 512:
            s -= 256
        cells[j] = s & 63
    return s


def cal_ns(n: int = 100_000) -> float:
    start = time.thread_time_ns()
    loop(n)
    return (time.thread_time_ns() - start) / n


def cal(times: int = 5) -> float:
    """Seconds."""
    return statistics.median(cal_ns() for _ in range(times)) * 1e-9
