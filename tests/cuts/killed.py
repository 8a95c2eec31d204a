"""Power cuts by SIGKILL: a table in a process of its own, killed, and gone on with by the next."""

from __future__ import annotations

import os
import signal
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NoReturn

from tests.cuts.lost import judged
from tests.cuts.table import NOTHING, Story, lived

AFTER = 12  # things that are told of at most before the kill ...
SOON = 0.004  # s after the last of them; a write takes as long
EARLY = 0.3  # s, where it is killed by the clock alone, sitting down or being led back
TOLD = 24  # bytes of a line: "will 12345678 0123456789"


def cut(game: str, seed: int, cuts: int) -> Counter[str]:
    """So many kills in games of one kind; each table goes on where the last was killed."""
    luck, seen, stood = Random(f"{game} {seed}"), Counter[str](), NOTHING
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        for number in range(cuts):
            lit = will = stood
            for kind, what in killed(path, game, f"{seed} {number}", luck):
                seen[kind] += 1
                lit = what if kind == "lit" else lit
                will = what if kind in ("lit", "will") else will
            stood = judged(path, lit, will, stood)
            seen["cuts"] += 1
    return seen


def killed(path: Path, game: str, seed: str, luck: Random) -> Iterator[tuple[str, Story]]:
    """All that was told in one life, which ends at some instant."""
    hear, say = os.pipe()
    child = os.fork()
    if not child:
        os.close(hear)
        live(path, game, seed, say)
    os.close(say)
    with open(hear, "rb", buffering=0) as pipe:
        told = wait(pipe.fileno(), luck)
        os.kill(child, signal.SIGKILL)
        while more := os.read(pipe.fileno(), 65536):
            told += more
    os.waitpid(child, 0)
    for line in told.decode().splitlines():
        kind, *rest = line.split(" ", 2)
        assert kind != "wrong", told.decode()
        yield kind, Story(*map(int, rest))


def wait(pipe: int, luck: Random) -> bytes:
    """Until it is time."""
    told = b""
    if luck.random() < 0.25:
        time.sleep(luck.uniform(0, EARLY))
        return told
    after = luck.randint(1, AFTER)
    while told.count(b"\n") < after and (more := os.read(pipe, 4096)):
        told += more
    time.sleep(luck.uniform(0, SOON))
    return told


def live(path: Path, game: str, seed: str, say: int) -> NoReturn:
    """In the child, which knows nothing of its end."""

    def tell(kind: str, what: Story) -> None:
        os.write(say, f"{kind} {what.moves} {what.sum}\n".encode())

    try:
        lived(path, game, Random(seed), tell)
    except BaseException:
        os.write(say, f"wrong {traceback.format_exc()}".encode())
    os._exit(0)
