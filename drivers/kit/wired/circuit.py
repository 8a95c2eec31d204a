"""Parts with pins, and nets that join them: one model for table, netlist and diagram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

GROUND, LOGIC, LAMPS, AUX, READERS = "GND", "+3V3", "+5V", "+5VL", "+3V3R"


class Pin(NamedTuple):
    """A pin of a part, by its number on the data sheet."""

    ref: str
    pin: str

    def __str__(self) -> str:
        return f"{self.ref}.{self.pin}"


class Part(Struct, frozen=True):
    """Something to buy and solder: its kind is what the catalogue calls it."""

    ref: str
    kind: str
    sheet: str
    tier: int
    site: str = ""


class Circuit:
    """Grows part by part, in the order of soldering."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.nets: dict[str, list[Pin]] = {}
        self._net_of: dict[Pin, str] = {}
        self._counts: Counter[str] = Counter()
        self._sheet, self._tier = "", 1

    def open(self, sheet: str, tier: int) -> None:
        """What is added from here on is drawn on this sheet and built in this tier."""
        self._sheet, self._tier = sheet, tier

    def add(self, ref: str, kind: str, pins: Mapping[int, str], site: str = "") -> str:
        """A part with the net of each of its pins; a prefix alone is given a number."""
        if not ref[-1].isdigit():
            self._counts[ref] += 1
            ref = f"{ref}{self._counts[ref]}"
        assert ref not in self.parts, ref
        self.parts[ref] = Part(ref, kind, self._sheet, self._tier, site)
        for pin, net in pins.items():
            self._join(net, Pin(ref, str(pin)))
        return ref

    def _join(self, net: str, pin: Pin) -> None:
        assert pin not in self._net_of, pin
        self._net_of[pin] = net
        self.nets.setdefault(net, []).append(pin)

    def two(self, prefix: str, kind: str, one: str, other: str, site: str = "") -> str:
        """A part with two legs."""
        return self.add(prefix, kind, {1: one, 2: other}, site)

    @property
    def pins(self) -> dict[Pin, str]:
        """The net of every pin, in the order of soldering."""
        return dict(self._net_of)

    def net(self, pin: Pin) -> str:
        return self._net_of[pin]

    @property
    def sheets(self) -> list[str]:
        return list(dict.fromkeys(part.sheet for part in self.parts.values()))

    def on(self, sheet: str) -> list[Part]:
        return [part for part in self.parts.values() if part.sheet == sheet]

    def count(self, kinds: Iterable[str] = ()) -> Counter[str]:
        """How many there are of each kind."""
        wanted = set(kinds)
        found = Counter(part.kind for part in self.parts.values())
        return Counter({kind: n for kind, n in found.items() if not wanted or kind in wanted})
