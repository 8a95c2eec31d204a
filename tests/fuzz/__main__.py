"""So many cases of one kind, or inputs of every kind; what goes wrong is shown again by its seed.

python -m tests.fuzz http 1000 1
python -m tests.fuzz all 100000 1
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.fuzz.case import Failure, tried
from tests.fuzz.fuzzers import FUZZERS

SHOWN = 5  # failures of a kind; the rest are only counted


def main(name: str, count: str, seed: str = "1") -> int:
    wrong = inputs = 0
    began, kinds = time.perf_counter(), list(FUZZERS) if name == "all" else [name]
    for kind in kinds:
        fuzzer = FUZZERS[kind]
        wanted = int(count) if name != "all" else fuzzer.cases(int(count))
        start = time.perf_counter()
        failures = spread(kind, range(int(seed), int(seed) + wanted))
        told(kind, wanted * fuzzer.each, time.perf_counter() - start, failures)
        wrong += len(failures)
        inputs += wanted * fuzzer.each
    took = time.perf_counter() - began
    sys.stdout.write(
        f"{inputs:,} inputs of {len(kinds)} kinds in {took:.0f} s, {wrong} went wrong\n"
    )
    return bool(wrong)


def spread(name: str, seeds: range) -> list[Failure]:
    """Over all processors; each opens its own."""
    parts = list(shares(seeds, os.cpu_count() or 1))
    if len(parts) == 1:
        return tried(name, FUZZERS[name], seeds)
    with ProcessPoolExecutor(initializer=logging.disable, initargs=(logging.WARNING,)) as pool:
        found = pool.map(partial(part, name), parts)
        return [failure for failures in found for failure in failures]


def part(name: str, seeds: range) -> list[Failure]:
    return tried(name, FUZZERS[name], seeds)


def shares(seeds: range, many: int) -> Iterator[range]:
    size = max(100, -(-len(seeds) // many))
    for first in range(0, len(seeds), size):
        yield seeds[first : first + size]


def told(name: str, count: int, seconds: float, failures: list[Failure]) -> None:
    for failure in failures[:SHOWN]:
        sys.stdout.write(f"{failure}\n")
    verdict = f"{len(failures)} went wrong" if failures else "nothing but sentences"
    sys.stdout.write(f"{name:12}{count:12,} inputs{seconds:9.1f} s   {verdict}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
