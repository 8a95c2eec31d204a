"""Checks every message of a board against its wiring; impossible ones are treated as noise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers.wiring import CHAIN, Wiring
from firmware import wire

MOST_TAGS = 1024  # more than the pieces of any game
UID_LENGTHS = range(4, 11)  # bytes of a tag's number: 4, 7 or 10 by ISO 14443-3, 8 by ISO 15693
WELL = 0x100  # flag in FAULT.about: the fault is over


class Incoming:
    """Validator of a board's messages."""

    def __init__(self, wiring: Wiring) -> None:
        widths = wiring.widths
        self._channels = CHAIN * (len(widths) - 1) + widths[-1] if widths else 0
        self._readers = len(wiring.file.readers)
        self._parts = {wire.CHAIN: len(widths), wire.BUS: 1, wire.READER: len(wiring.readers)}
        self._plausible: dict[int, Callable[..., bool]] = {
            wire.EDGE: self._edge,
            wire.SNAPSHOT: self._snapshot,
            wire.ROLLER: self._roller,
            wire.MARK: self._mark,
            wire.TAG: self._tag,
            wire.LATENCY: self._latency,
            wire.FAULT: self._fault,
        }

    def fields(self, kind: int, payload: bytes) -> tuple[Any, ...]:
        """Return the fields of a message.

        Raise ValueError if they do not fit its kind or wiring.
        """
        fields: tuple[Any, ...] = wire.unpack(kind, payload)
        plausible = self._plausible.get(kind)
        if plausible and not plausible(*fields[1:]):
            raise ValueError("no board of this wiring can say that")
        return fields

    def _edge(self, channel: int, level: int) -> bool:
        return channel < self._channels and level <= 1

    def _snapshot(self, first: int, bits: bytes) -> bool:
        """True if it has all channels: they always fit into one frame."""
        return first == 0 and len(bits) == (self._channels + 7) // 8

    def _roller(self, place: int, trust: int, *_: int) -> bool:
        return bool(abs(place) <= wire.FARTHEST and trust <= wire.LOCATED)

    def _mark(self, track: int, level: int, place: int) -> bool:
        return bool(track <= wire.HOME and level <= 1 and abs(place) <= wire.FARTHEST)

    def _tag(self, reader: int, seen: int, uid: bytes) -> bool:
        if seen == wire.LISTED:
            return reader <= MOST_TAGS and not uid
        return seen <= wire.LIES and reader < self._readers and len(uid) in UID_LENGTHS

    def _latency(self, channel: int, _: int) -> bool:
        return channel < self._channels

    def _fault(self, code: int, about: int) -> bool:
        """True if the number is one of the panel's parts; the supply's fault carries mV instead."""
        return code == wire.SUPPLY or about & ~WELL < self._parts.get(code, 0)
