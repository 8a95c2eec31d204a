"""ISO 15693 in the field of a coil: which tags answer in which slot, and collisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from random import Random
from typing import Protocol

from msgspec import Struct

from controller.values import Site
from sims.bench.bench import VICINITY, Bench
from sims.bench.faults import Faults

INVENTORY, STAY_QUIET = 0x01, 0x02
ONE_SLOT = 0x20  # flag of an inventory
MAKER = 0xE0  # the first byte of every tag's number
AWAKE = 1_000_000.0  # ns in a field until a tag listens
FORGETS = 5_000_000.0  # ns without a field after which a tag forgets that it was silenced
SLOTS = 16
CHECKSUM, FORM, COLLISION = 1 << 16, 1 << 17, 1 << 18  # the error bits of RX_STATUS


class AirWorld(Protocol):
    """The faults and the random numbers of a simulated world."""

    faults: Faults
    luck: Random


class Echo(Struct, frozen=True):
    """What is received in a slot: bytes without checksum, and error bits."""

    answer: bytes
    wrong: int = 0


def crc(frame: bytes) -> bytes:
    """Return the checksum of ISO 13239, in the order of transmission."""
    value = 0xFFFF
    for byte in frame:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0x8408 if value & 1 else value >> 1
    return (value ^ 0xFFFF).to_bytes(2, "little")


def nibbles(uid: bytes) -> list[int]:
    """Return the half bytes of a number, from its end."""
    return [half for byte in reversed(uid) for half in (byte & 15, byte >> 4)]


def collide(one: bytes, other: bytes) -> bytes:
    """Return two answers received at once."""
    return bytes(a | b for a, b in zip(one, other, strict=True))


class Air:
    """The field of one coil; `lying` returns the tags that hear a round."""

    def __init__(
        self,
        lying: Callable[[], Iterable[bytes]],
        world: AirWorld,
        now: Callable[[], float],
    ) -> None:
        self.rounds = 0
        self.world = world
        self._lying, self._now = lying, now
        self._on = False
        self._since = -FORGETS  # when the field was last switched
        self._quiet: set[bytes] = set()
        self.forget()

    def power(self, on: bool) -> None:
        """Switch the field on or off."""
        if on and not self._on and self._now() - self._since >= FORGETS:
            self._quiet.clear()
        if on != self._on:
            self._on, self._since = on, self._now()
            self.forget()

    def forget(self) -> None:
        """Cancel the round under way."""
        self._slot: int | None = None
        self._single = False  # the round has one slot, in which all answer
        self._answering: list[bytes] = []
        self._mask: list[int] = []

    def moved(self) -> None:
        """Restart the field over another coil: its tags hear for the first time."""
        self._since = self._now()
        self._quiet.clear()
        self.forget()

    def hear(self, frame: bytes) -> None:
        """Receive a whole frame with a correct checksum."""
        self.forget()
        if not self._on or self._now() - self._since < AWAKE or len(frame) < 3:
            return
        if frame[1] == INVENTORY:
            self._begin(frame[2], frame[3:])
            self._single = bool(frame[0] & ONE_SLOT)
        elif frame[1] == STAY_QUIET:
            self._quiet |= {*self._lying()} & {bytes(reversed(frame[2:]))}

    def _begin(self, bits: int, mask: bytes) -> None:
        self.rounds += 1
        self._slot, self._mask = 0, nibbles(bytes(reversed(mask)))[: bits // 4]
        hearing = [uid for uid in self._lying() if len(uid) == VICINITY and uid[0] == MAKER]
        self._answering = [
            uid
            for uid in hearing
            if uid not in self._quiet and nibbles(uid)[: len(self._mask)] == self._mask
        ]

    def end(self) -> None:
        """Begin the next slot, at an end of frame."""
        if self._slot is not None:
            self._slot += 1

    def echo(self) -> Echo | None:
        """Return what is received in this slot, or None."""
        if self._slot is None or self._slot >= (1 if self._single else SLOTS):
            return None
        at = len(self._mask)
        answers = [
            b"\0\0" + bytes(reversed(uid))
            for uid in self._answering
            if self._single or nibbles(uid)[at] == self._slot
        ]
        if len(answers) > 1:
            return self._together(answers)
        if not answers:
            noise = self.world.luck.random() < self.world.faults.noise
            return Echo(b"", FORM | COLLISION) if noise else None
        return Echo(answers[0])

    def _together(self, answers: list[bytes]) -> Echo:
        """Return what is received of several answers: the nearest, a collision, or a mixture."""
        luck = self.world.luck
        if luck.random() < self.world.faults.drowned:
            return Echo(answers[0])
        heard = reduce(collide, (answer + crc(answer) for answer in answers))
        wrong = 0 if crc(heard[:-2]) == heard[-2:] else CHECKSUM
        return Echo(heard[:-2], wrong | (COLLISION if luck.random() < 0.5 else 0))


class Coils:
    """The coils of one PN5180, one of which has the field."""

    switched = True

    def __init__(self, bench: Bench, sites: tuple[Site, ...], now: Callable[[], float]) -> None:
        self.sites = sites
        self.looks: list[Site] = []  # the coils selected since this was last emptied
        self._at: int | None = None
        self._bench = bench
        self.air = Air(self._lying, bench, now)

    @property
    def bench(self) -> Bench:
        return self._bench

    @bench.setter
    def bench(self, bench: Bench) -> None:
        self._bench = self.air.world = bench

    def choose(self, number: int) -> None:
        at = number if number < len(self.sites) else None
        if at is not None:
            self.looks.append(self.sites[at])
        if at != self._at:
            self._at = at
            self.air.moved()

    def _lying(self) -> Iterable[bytes]:
        return () if self._at is None else self._bench.tags(self.sites[self._at])
