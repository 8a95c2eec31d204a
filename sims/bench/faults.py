"""The faults of real boards: bounce, wrong wires, slip, lost bytes; all from a seed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from random import Random

from msgspec import Struct

from controller.values import Site
from drivers.wiring import CHAIN


class Faults(Struct):
    """How faulty a board is; by default it is perfect."""

    bounce: float = 0.0  # s that a closing contact bounces, at most; 0.5 to 1 ms is usual
    stuck: set[Site] = set()  # reeds welded shut
    dead: set[Site] = set()  # reeds that never close
    chattering: set[Site] = set()  # reeds that open and close under a still magnet
    crosstalk: dict[Site, Site] = {}  # a magnet on the first closes the second too
    turned: set[str] = set()  # pieces whose magnet lies upside down
    swapped: set[Site] = set()  # Hall switches whose outputs are exchanged
    bare: set[Site] = set()  # crossings of a matrix whose diode is missing
    unplugged: set[int] = set()  # chains whose data wire is off: every bit reads open
    shorted: set[int] = set()  # chains whose last sentinel reads closed
    dead_readers: set[Site] = set()  # readers that do not answer
    hung_readers: set[Site] = set()  # readers that do not answer until their reset line is pulled
    wordy: dict[str, int] = {}  # bytes that a phone or bank card sends besides its number
    unhalted: float = 0.0  # share of halts that a tag does not obey: it is listed again
    noise: float = 0.0  # share of silent slots in which a coil receives noise
    drowned: float = 0.0  # share of collisions in which only the nearer tag is received
    dark: set[int] = set()  # pixels that never shine
    broken_at: int | None = None  # this pixel and those after it on its line get no data
    mV: int = 5000  # of the lights
    reversed: bool = False  # the encoder's two wires are swapped
    worn: set[int] = set()  # rows whose clock bar is not read
    missed_read: float = 0.0  # share of polls in which a reader misses a tag that lies there
    slip: float = 0.0  # share of a turn that the paper moves and the encoder does not
    line_full: bool = False  # the host does not read what the Pico sends
    broken_byte: float = 0.0  # share of bytes that arrive wrong, either way
    lost_frame: float = 0.0  # share of reads whose bytes never arrive

    def rattle(self, luck: Random) -> list[float]:
        """Return the times after closing at which the contact bounces."""
        if not self.bounce:
            return []
        times = sorted(luck.uniform(0, self.bounce) for _ in range(2 * luck.randint(0, 3)))
        return times

    def chatter(self, site: Site) -> list[float]:
        """Return the times at which a chattering reed, once closed, opens and closes."""
        return [0.02 * beat for beat in range(1, 21)] if site in self.chattering else []

    def damaged(self, data: bytes, luck: Random) -> bytes:
        """Return these bytes as they arrive at the other end."""
        if data and self.lost_frame and luck.random() < self.lost_frame:
            return b""
        if not self.broken_byte:
            return data
        return bytes(
            byte ^ 1 << luck.randrange(8) if luck.random() < self.broken_byte else byte
            for byte in data
        )


def usual_faults() -> Faults:
    """Return the faults of a board as makers build it.

    Everything slightly wrong, nothing broken.
    """
    return Faults(
        bounce=0.002,
        missed_read=0.03,
        noise=0.005,
        drowned=0.1,
        slip=0.005,
        broken_byte=2e-5,
        lost_frame=2e-4,
    )


def ghosted(words: Sequence[int], bare: Collection[int]) -> list[int]:
    """Return the columns that each row pulls down through closed contacts and diodes.

    Through a closed contact without a diode, its column pulls its row down as well, and with it the
    columns of that row's closed contacts.
    """
    closed = [divmod(at, CHAIN) for at in bare if words[at // CHAIN] >> at % CHAIN & 1]
    return [pulled(word, words, closed) for word in words] if closed else list(words)


def pulled(word: int, words: Sequence[int], closed: Collection[tuple[int, int]]) -> int:
    """Return a row with all that it pulls down, until nothing more is added."""
    down = (words[row] for row, column in closed if word >> column & 1)
    more = reduce(or_, down, word)
    return word if more == word else pulled(more, words, closed)
