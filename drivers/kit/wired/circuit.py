"""Parts with pins, and nets that join them: one model for table, netlist and diagram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

GROUND, LOGIC, LAMPS, AUX, READERS = "GND", "+3V3", "+5V", "+5VL", "+3V3R"
HC595_OUTPUTS = (15, 1, 2, 3, 4, 5, 6, 7)  # QA to QH of a 74HC595


class Pin(NamedTuple):
    """A pin of a part, by its number in the data sheet."""

    ref: str
    pin: str

    def __str__(self) -> str:
        return f"{self.ref}.{self.pin}"


class Part(Struct, frozen=True):
    """A part to buy and solder; `kind` is its name in the catalogue."""

    ref: str
    kind: str
    sheet: str
    tier: int
    site: str = ""


class Circuit:
    """Parts and nets, added in the order of soldering."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.nets: dict[str, list[Pin]] = {}
        self._net_of: dict[Pin, str] = {}
        self._counts: Counter[str] = Counter()
        self._sheet, self._tier = "", 1

    def open(self, sheet: str, tier: int) -> None:
        """Set the sheet and the tier of the parts that are added next."""
        self._sheet, self._tier = sheet, tier

    def add(self, ref: str, kind: str, pins: Mapping[int, str], site: str = "") -> str:
        """Add a part with the net of each pin and return its reference.

        A bare prefix is numbered.
        """
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
        """Add a part with two pins and return its reference."""
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
        """Return the number of parts of each of these kinds, or of every kind."""
        wanted = set(kinds)
        found = Counter(part.kind for part in self.parts.values())
        return Counter({kind: n for kind, n in found.items() if not wanted or kind in wanted})
