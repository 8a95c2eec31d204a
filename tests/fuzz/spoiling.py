"""How a file, or a line, comes to say something else than it did."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

MOST = 4  # things that go wrong at once
DEEP = 6000  # brackets in brackets; no reader of ours goes so deep
ABSURD = (
    *b"0 -1 1 1e30 -1e999 nan inf 0x10 1_0 true null [] {} [[]] - . , = : # [ ] { }".split(),
    *(b"9" * 40, b"9" * 5000, b"\xff\xfe", b"\x00", b"\r", b"\n", b"\t", b" ", b'"', b"'", b'""'),
    *("\u0663".encode(), "\u2028".encode(), "e\u0301".encode(), b"\xed\xa0\x80", b"A" * 3000),
    *(b"[" * DEEP, b'{"a":' * DEEP, b"a." * 500, b"(" * 500),
)
WORD = re.compile(rb"[\w.+-]+|\"[^\"\n]*\"")


def spoilt(data: bytes, luck: Random, most: int = MOST) -> bytes:
    """Return the bytes with a few errors."""
    for _ in range(luck.randint(1, most)):
        data = luck.choice(WAYS)(data, luck)
    return data


def flipped(data: bytes, luck: Random) -> bytes:
    """A bit."""
    bit = 1 << luck.randrange(8)
    return cut_in(data, luck, lambda old: bytes(byte ^ bit for byte in old), 1)


def lost(data: bytes, luck: Random) -> bytes:
    return cut_in(data, luck, lambda old: b"", luck.choice((1, 2, 8, 100, 5000)))


def noise(data: bytes, luck: Random) -> bytes:
    return cut_in(data, luck, lambda old: luck.randbytes(len(old)), luck.choice((1, 4, 64)))


def doubled(data: bytes, luck: Random) -> bytes:
    return cut_in(data, luck, lambda old: old + old, luck.choice((1, 10, 200)))


def cut_short(data: bytes, luck: Random) -> bytes:
    return data[: luck.randrange(len(data) + 1)]


def other_word(data: bytes, luck: Random) -> bytes:
    """A word is another, or something that is none."""
    words = list(WORD.finditer(data[:20000]))
    if not words:
        return data
    one = luck.choice(words)
    new = luck.choice(ABSURD) if luck.random() < 0.6 else luck.choice(words)[0]
    return data[: one.start()] + new + data[one.end() :]


def other_line(data: bytes, luck: Random) -> bytes:
    """A line is gone, there twice, or elsewhere."""
    lines = data.split(b"\n")
    at, to = luck.randrange(len(lines)), luck.randrange(len(lines))
    line = lines.pop(at) if luck.random() < 0.7 else lines[at]
    if luck.random() < 0.6:
        lines.insert(to, line)
    return b"\n".join(lines)


def absurd(data: bytes, luck: Random) -> bytes:
    return cut_in(data, luck, lambda old: luck.choice(ABSURD), luck.choice((0, 0, 1, 5)))


def cut_in(data: bytes, luck: Random, change: Callable[[bytes], bytes], length: int) -> bytes:
    """Somewhere a stretch is changed."""
    first = luck.randrange(len(data) + 1)
    last = first + length
    return data[:first] + change(data[first:last]) + data[last:]


WAYS = (
    *(flipped, lost, noise, doubled, cut_short, other_line, absurd),
    *(other_word, other_word, other_word),
)
