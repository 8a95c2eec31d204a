"""The parts catalogue: order numbers, prices, pin names."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

CATALOGUE = Path(__file__).parent / "catalogue.toml"


class Ware(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the catalogue."""

    number: str
    price: float  # US dollars
    spare: int = 0  # per cent, at least one piece
    footprint: str = ""
    pins: tuple[str, ...] = ()  # their names, from pin 1 on
    adapter: str = ""  # the adapter board of a chip without legs


@cache
def wares() -> dict[str, Ware]:
    """Return the catalogue by kind of part."""
    return msgspec.toml.decode(CATALOGUE.read_bytes(), type=dict[str, Ware])


def pin_name(kind: str, number: int) -> str:
    """Return the name of a part's pin, or an empty text."""
    names = wares()[kind].pins
    return names[number - 1] if number <= len(names) else ""
