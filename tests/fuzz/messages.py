"""Messages that a broken or hostile end of the line may send, with a right checksum or none."""

from __future__ import annotations

import struct
from random import Random

from firmware import wire

WIDTHS = {"B": 8, "H": 16, "I": 32, "i": 32}
UP = (wire.HELLO, wire.HEARTBEAT, wire.EDGE, wire.SNAPSHOT, wire.ROLLER)
UP += (wire.MARK, wire.TAG, wire.LATENCY, wire.FAULT, wire.ACK)
DOWN = tuple(kind for kind in wire.SHAPES if kind not in UP)
LONGEST = wire.LONGEST_FRAME - 12  # bytes of a payload that still make a frame


def number(luck: Random, letter: str) -> int:
    """Small, at an edge of what fits, or anything."""
    bits = WIDTHS[letter]
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if letter == "i" else (0, (1 << bits) - 1)
    match luck.randrange(4):
        case 0:
            return luck.choice([low, high, high - 1, high // 2, high // 2 + 1, 0])
        case 1:
            return luck.randint(low, high)
        case _:
            return luck.randint(0, min(high, 8 << luck.randrange(8)))


def payload(luck: Random, kind: int) -> bytes:
    """Fields of this kind, each any that fits; now and then too few bytes, or too many."""
    _, form, names = wire.SHAPES[kind]
    letters = [letter for letter in form.replace("8s", "s") if letter.isalpha()]
    values = [luck.randbytes(8) if one == "s" else number(luck, one) for one in letters]
    packed = struct.pack(form, *values)
    if len(names.split()) > len(letters):
        packed += luck.randbytes(luck.choice([0, 1, 4, 7, 10, 17, luck.randrange(LONGEST)]))
    return torn(luck, packed)[:LONGEST] if luck.random() < 0.1 else packed[:LONGEST]


def torn(luck: Random, data: bytes) -> bytes:
    """Cut short, longer than it was, or with a byte changed."""
    at = luck.randrange(len(data) + 1)
    return luck.choice(
        [data[:at], data + luck.randbytes(3), data[:at] + luck.randbytes(1) + data[at + 1 :]]
    )


def frame(luck: Random, kinds: tuple[int, ...]) -> bytes:
    """One message of these kinds; or of none that there is, or broken, or mere noise."""
    match luck.randrange(12):
        case 0:
            return luck.randbytes(luck.randrange(1, 300))
        case 1:
            return wire.encode(luck.randrange(256), luck.randrange(256), luck.randbytes(9))
        case 2:
            kind = luck.choice(kinds)
            return torn(luck, wire.encode(kind, luck.randrange(256), payload(luck, kind)))
    kind = luck.choice(kinds)
    return wire.encode(kind, luck.randrange(256), payload(luck, kind))
