"""What real boards do: bounce, hover, stick, slip, lose bytes. All of it seeded."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from random import Random

from msgspec import Struct

from controller.values import Site
from drivers.wiring import CHAIN


class Faults(Struct):
    """How bad this board is. A new one is perfect."""

    bounce: float = 0.0  # s a closing contact rattles, at most; 0.5 to 1 ms is usual
    stuck: set[Site] = set()  # reeds welded shut
    dead: set[Site] = set()  # reeds that never close
    chattering: set[Site] = set()  # reeds that open and close under a magnet that lies still
    crosstalk: dict[Site, Site] = {}  # a magnet on the one closes the other too
    turned: set[str] = set()  # pieces whose magnet lies upside down
    swapped: set[Site] = set()  # Hall switches whose outputs are
    bare: set[Site] = set()  # crossings of a matrix whose diode is missing
    unplugged: set[int] = set()  # chains whose data wire is off: every bit reads open
    shorted: set[int] = set()  # chains whose last sentinel reads closed
    dead_readers: set[Site] = set()  # readers that do not answer
    hung_readers: set[Site] = set()  # readers that do not answer until their reset line is pulled
    wordy: dict[
        str, int
    ] = {}  # what a phone or a bank card says of itself besides its number, bytes
    unhalted: float = 0.0  # share of halts that a tag does not obey: it is listed again
    noise: float = 0.0  # share of silent slots in which a coil hears something all the same
    drowned: float = 0.0  # share of slots in which two tags answer and the nearer alone is heard
    dark: set[int] = set()  # pixels that never shine
    broken_at: int | None = None  # the pixel that no data reaches, nor any after it on its line
    mV: int = 5000  # of the lights
    reversed: bool = False  # the encoder's two wires are swapped
    worn: set[int] = set()  # rows whose clock bar is not read
    missed_read: float = 0.0  # share of polls in which a reader misses a tag that lies there
    slip: float = 0.0  # share of a turn that the paper moves and the encoder does not
    line_full: bool = False  # nobody takes what the Pico says
    broken_byte: float = 0.0  # share of bytes that arrive wrong, either way
    lost_frame: float = 0.0  # share of reads whose bytes never arrive

    def rattle(self, luck: Random) -> list[float]:
        """The moments after the first touch at which the contact opens and closes again."""
        if not self.bounce:
            return []
        times = sorted(luck.uniform(0, self.bounce) for _ in range(2 * luck.randint(0, 3)))
        return times

    def chatter(self, site: Site) -> list[float]:
        """The moments at which this reed, once closed, opens and closes again."""
        return [0.02 * beat for beat in range(1, 21)] if site in self.chattering else []

    def damaged(self, data: bytes, luck: Random) -> bytes:
        """These bytes as they come out at the other end."""
        if data and self.lost_frame and luck.random() < self.lost_frame:
            return b""
        if not self.broken_byte:
            return data
        return bytes(
            byte ^ 1 << luck.randrange(8) if luck.random() < self.broken_byte else byte
            for byte in data
        )


def usual() -> Faults:
    """A board as makers build them: everything a little wrong, nothing broken."""
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
    """The columns that each row pulls down, through closed contacts and their diodes.

    Where a closed contact has none, its column pulls its row down as well, and that row all the
    columns of its own closed contacts.
    """
    closed = [divmod(at, CHAIN) for at in bare if words[at // CHAIN] >> at % CHAIN & 1]
    return [pulled(word, words, closed) for word in words] if closed else list(words)


def pulled(word: int, words: Sequence[int], closed: Collection[tuple[int, int]]) -> int:
    """One row, and whatever comes down with it, until nothing more does."""
    down = (words[row] for row, column in closed if word >> column & 1)
    more = reduce(or_, down, word)
    return word if more == word else pulled(more, words, closed)
