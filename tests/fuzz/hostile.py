"""What a value, a text or a row of bytes may be turned into by somebody who means no good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

NUMBERS = (0, -1, 1, 7, 2**31, -(2**31), 2**53, 2**63, 2**64, 10**30, 10**400, -0.0, 1e308, 0.5)
TEXTS = (
    *("", " ", "\0", "\n", "..", "/", "%", "%00", "'", '"', "\\", "{", "}", "[", "nan", "inf"),
    *(
        "-1",
        "0",
        "1e9",
        "9" * 50,
        "9" * 5000,
        "١٢",
        "é",
        "\ufeff",
        "\ud7ff",
        "\U0001f680",
        "x" * 900,
    ),
    *("../../etc/passwd", "{0.__class__}", "%s%n", "<script>", "null", "true", "http://[", "::1"),
)


def value(luck: Random, depth: int = 2) -> Any:
    """Anything that JSON can say."""
    kinds: Sequence[Callable[[], Any]] = (
        lambda: luck.choice(NUMBERS),
        lambda: luck.choice(TEXTS),
        lambda: luck.choice((None, True, False)),
        lambda: [value(luck, depth - 1) for _ in range(luck.randrange(4))],
        lambda: {text(luck)[:40]: value(luck, depth - 1) for _ in range(luck.randrange(3))},
    )
    return luck.choice(kinds if depth else kinds[:3])()


def text(luck: Random, lawful: str = "") -> str:
    """A hostile text, or a lawful one with something hostile in it."""
    strange = luck.choice(TEXTS)
    if not lawful or luck.random() < 0.3:
        return strange
    at = luck.randrange(len(lawful) + 1)
    return lawful[:at] + strange + lawful[at + luck.randrange(2) :]


def spoilt(luck: Random, lawful: Any) -> Any:
    """Return the value with one part replaced, left out or added."""
    match lawful:
        case dict() if lawful and luck.random() < 0.9:
            key = luck.choice(list(lawful))
            return (
                {**lawful, key: spoilt(luck, lawful[key])}
                if luck.random() < 0.8
                else other(luck, lawful, key)
            )
        case list() if lawful and luck.random() < 0.8:
            at = luck.randrange(len(lawful))
            return [*lawful[:at], spoilt(luck, lawful[at]), *lawful[at + luck.randrange(2) :]]
        case str() if luck.random() < 0.6:
            return text(luck, lawful)
    return value(luck)


def other(luck: Random, lawful: dict[str, Any], key: str) -> dict[str, Any]:
    """One key less, or one more."""
    if luck.random() < 0.5:
        return {name: kept for name, kept in lawful.items() if name != key}
    return {**lawful, text(luck)[:40]: value(luck)}


def torn(luck: Random, lawful: bytes) -> bytes:
    """A few bytes changed, left out, doubled, put in; now and then cut short."""
    found = bytearray(lawful)
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(found) + 1)
        match luck.randrange(5):
            case 0:
                found[at : at + 1] = bytes([luck.randrange(256)])
            case 1:
                del found[at : at + luck.randint(1, 8)]
            case 2:
                found[at:at] = found[at : at + luck.randint(1, 40)]
            case 3:
                found[at:at] = luck.randbytes(luck.randint(1, 12))
            case 4 if luck.random() < 0.2:
                del found[at:]
    return bytes(found)
