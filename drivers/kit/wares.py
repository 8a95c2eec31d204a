"""The catalogue: the number on the bag, what it costs, what its pins are called."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

CATALOGUE = Path(__file__).parent / "catalogue.toml"


class Ware(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the catalogue."""

    number: str
    price: float  # US dollars
    spare: int = 0  # in a hundred, at least one
    footprint: str = ""
    pins: tuple[str, ...] = ()  # what they are called, from pin 1 on
    adapter: str = ""  # what gives it legs, where it has none for a board with holes


@cache
def wares() -> dict[str, Ware]:
    return msgspec.toml.decode(CATALOGUE.read_bytes(), type=dict[str, Ware])


def pin_name(kind: str, number: int) -> str:
    """What a pin is called on the part."""
    names = wares()[kind].pins
    return names[number - 1] if number <= len(names) else ""
