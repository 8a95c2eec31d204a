"""The wire itself: whatever bytes come, only whole lines are made of them, and they come back."""

from __future__ import annotations

from random import Random

from firmware import wire
from tests.fuzz import messages

FRAMES = 4  # a case


def case(luck: Random) -> str:
    """Some frames and noise, cut anywhere; what was wrong with what was made of them."""
    stream = b"".join(messages.frame(luck, tuple(wire.SHAPES)) for _ in range(FRAMES))
    cut = luck.randrange(len(stream) + 1)
    decoder = wire.Decoder()
    lines = decoder.feed(stream[:cut]) + decoder.feed(stream[cut:] + b"\0")
    return "".join(wrong(*line) for line in lines) or wrong_in(decoder, stream, lines)


def wrong(kind: int, seq: int, payload: bytes) -> str:
    """A line says the same when it is sent again, and when it is written down."""
    text = wire.message_text(kind, payload)
    try:
        fields = wire.unpack(kind, payload)
    except ValueError:
        return "" if text.startswith("UNREADABLE") else f"told and not unpacked: {text}"
    if wire.pack(kind, *fields) != payload or wire.parse_text(text) != (kind, payload):
        return f"it does not come back: {text}"
    again = wire.Decoder().feed(wire.encode(kind, seq, payload))
    return "" if again == [(kind, seq, payload)] else f"it is not heard again: {text}"


def wrong_in(decoder: wire.Decoder, stream: bytes, lines: list[tuple[int, int, bytes]]) -> str:
    """Every frame is a line or broken; nothing is kept of what has ended."""
    whole = sum(bool(part) for part in (stream + b"\0").split(b"\0"))
    if len(lines) + decoder.broken != whole:
        return f"{len(lines)} lines and {decoder.broken} broken of {whole} frames"
    again = decoder.feed(wire.encode(wire.PING, 7))
    return "" if again == [(wire.PING, 7, b"")] else "it does not start afresh"
