"""Messages on the line: they come back, and what is broken never passes for another."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire

RANGES = {
    "B": st.integers(0, 0xFF),
    "H": st.integers(0, 0xFFFF),
    "I": st.integers(0, 0xFFFFFFFF),
    "i": st.integers(-(2**31), 2**31 - 1),
    "s": st.binary(min_size=8, max_size=8),
}
TRAIL = st.binary(max_size=160)
KINDS = pytest.mark.parametrize("kind", wire.SHAPES, ids=[s[0] for s in wire.SHAPES.values()])


def fields(kind):
    """Any fields that this kind of message can hold."""
    _, form, names = wire.SHAPES[kind]
    letters = [letter for letter in form if letter in RANGES]
    parts = [RANGES[letter] for letter in letters]
    return st.tuples(*parts, *([TRAIL] if len(names.split()) > len(parts) else []))


def decoded(stream):
    decoder = wire.Decoder()
    return decoder.feed(stream), decoder.broken


@KINDS
@given(drawn=st.data(), seq=st.integers(0, 255))
def test_every_message_comes_back(kind, drawn, seq):
    values = drawn.draw(fields(kind))
    frame = wire.encode(kind, seq, wire.pack(kind, *values))
    [(found, number, payload)], broken = decoded(frame)
    assert (found, number, broken) == (kind, seq, 0)
    assert wire.unpack(kind, payload) == values
    assert len(frame) <= wire.LONGEST_FRAME and frame.index(0) == len(frame) - 1


@KINDS
@given(drawn=st.data())
def test_every_message_can_be_written_down_and_read_back(kind, drawn):
    payload = wire.pack(kind, *drawn.draw(fields(kind)))
    assert wire.parse_text(wire.message_text(kind, payload)) == (kind, payload)


@given(noise=st.binary(max_size=700), cut=st.integers(0, 700))
def test_after_any_noise_the_next_delimiter_starts_afresh(noise, cut):
    decoder = wire.Decoder()
    decoder.feed(noise[:cut])
    decoder.feed(noise[cut:])
    decoder.feed(b"\0")
    assert decoder.feed(wire.encode(wire.PING, 5)) == [(wire.PING, 5, b"")]


@given(sizes=st.lists(st.integers(1, 9), min_size=1, max_size=30))
def test_it_does_not_matter_how_the_bytes_are_cut(sizes):
    stream = b"".join(wire.encode(wire.EDGE, n, wire.pack(wire.EDGE, n, n, 1)) for n in range(9))
    decoder = wire.Decoder()
    lines = []
    at = 0
    for size in sizes:
        lines += decoder.feed(stream[at : at + size])
        at += size
    assert [line[1] for line in lines + decoder.feed(stream[at:])] == list(range(9))


@given(
    payload=st.binary(max_size=150).map(lambda drawn: drawn.replace(b"\0", b"\1")),
    at=st.integers(0, 10_000),
    change=st.integers(1, 255),
)
def test_a_byte_changed_on_the_way_is_always_noticed(payload, at, change):
    """A CRC of 16 bits knows every burst of up to 16; a changed delimiter is another matter."""
    frame = bytearray(wire.encode(0x55, 1, payload))
    place = 1 + at % (frame[0] - 1)
    frame[place] ^= change
    if frame[place]:
        assert decoded(bytes(frame)) == ([], 1)


@KINDS
def test_no_single_wrong_byte_makes_another_message(kind):
    _, form, names = wire.SHAPES[kind]
    values = [b"panel 07" if letter == "s" else 1 for letter in form if letter in RANGES]
    trail = [b"\0\1\0\2"] if len(names.split()) > len(values) else []
    frame, after = wire.encode(kind, 3, wire.pack(kind, *values, *trail)), wire.encode(0x77, 4)
    for at in range(len(frame)):
        for byte in set(range(256)) - {frame[at]}:
            lines, broken = decoded(frame[:at] + bytes([byte]) + frame[at + 1 :] + after)
            assert lines in ([], [(0x77, 4, b"")]) and broken


def test_a_frame_longer_than_allowed_is_dropped_whole():
    decoder = wire.Decoder()
    assert decoder.feed(wire.encode(wire.LEDS, 0, b"\1" * 400) + wire.encode(wire.PING, 1)) == [
        (wire.PING, 1, b"")
    ]
    assert decoder.broken == 1


def test_noise_without_end_is_not_kept():
    decoder = wire.Decoder()
    for _ in range(100):
        decoder.feed(b"\xaa" * 1000)
    assert decoder.feed(b"\0") == [] and decoder.broken == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "HULLO protocol=1",
        "GREET",
        "GREET protocol",
        "GREET protocol=one",
        "GREET protocol=300",
        "EDGE time=-1 channel=0 level=0",
        "TAG time=1 reader=0 seen=1 uid=0x4",
    ],
)
def test_what_is_no_message_says_so(text):
    with pytest.raises(ValueError):
        wire.parse_text(text)


@pytest.mark.parametrize("payload", [b"", b"\0" * 6, b"\0" * 8], ids=["empty", "short", "long"])
def test_a_payload_that_does_not_fit_is_refused_and_still_told(payload):
    with pytest.raises(ValueError):
        wire.unpack(wire.EDGE, payload)
    assert wire.message_text(wire.EDGE, payload).startswith("UNREADABLE")


def test_an_unknown_kind_is_refused_and_still_told():
    with pytest.raises(ValueError):
        wire.unpack(0x66, b"")
    assert wire.message_text(0x66, b"\1") == "UNREADABLE kind=102 payload=01"


def test_a_full_message_of_lights_fits_a_frame():
    runs = struct.pack(wire.RUN_FORMAT, 0, 1, 255, 255, 255, 0) * wire.RUNS
    assert len(wire.encode(wire.LEDS, 0, runs)) <= wire.LONGEST_FRAME
