"""The list of parts: what is bought, how many with spares, in which tier, at what cost."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.values import Saying
from drivers.kit.physics.supply import Supply
from drivers.kit.plan import Plan
from drivers.kit.terms import Say
from drivers.kit.wired.circuit import Circuit

CATALOGUE = Path(__file__).parent / "catalogue.toml"
WHOLE = ("tier", "part", "number", "needed", "spare", "buy", "each_usd", "sum_usd")


class Ware(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the catalogue."""

    number: str
    price: float  # US dollars
    spare: int = 0  # in a hundred, at least one
    footprint: str = ""
    pins: tuple[str, ...] = ()  # what they are called, from pin 1 on


class Item(Struct, frozen=True):
    """So many of one kind, for one tier."""

    tier: int
    kind: str
    number: str
    needed: int
    spare: int
    price: float

    @property
    def buy(self) -> int:
        return self.needed + self.spare

    @property
    def cost(self) -> float:
        return round(self.buy * self.price, 2)


@cache
def wares() -> dict[str, Ware]:
    return msgspec.toml.decode(CATALOGUE.read_bytes(), type=dict[str, Ware])


def items(plan: Plan, circuit: Circuit, supply: Supply) -> list[Item]:
    """Everything, tier by tier, in the order of the catalogue."""
    counted = Counter((part.tier, part.kind) for part in circuit.parts.values())
    counted.update(dict(beside(plan)))
    order = list(wares())
    found = sorted(counted.items(), key=lambda pair: (pair[0][0], order.index(pair[0][1])))
    return [item(tier, kind, many, plan, supply) for (tier, kind), many in found]


def beside(plan: Plan) -> Iterator[tuple[tuple[int, str], int]]:
    """What no net joins: magnets, tags, plates, the computer."""
    yield from (((1, kind), 1) for kind in ("pi", "card", "wire", "plates"))
    yield (1, "screw"), 12
    if plan.magnet:
        yield (1, "magnet"), magnets(plan)
    if plan.panel.wiring.file.readers:
        yield (3, "tag"), len(plan.panel.pieces)
    if plan.rolls:
        yield (2, "rollers"), 1


def magnets(plan: Plan) -> int:
    """One in each piece; where a puzzle is laid, what stands upon it has none."""
    tokens = plan.panel.drawing.tokens
    puzzle = [token for token in tokens if token.home]
    return sum(token.count for token in puzzle or tokens)


def item(tier: int, kind: str, many: int, plan: Plan, supply: Supply) -> Item:
    ware = wares()[kind]
    spare = -(-many * ware.spare // 100)
    return Item(tier, kind, numbered(kind, ware, plan, supply), many, spare, ware.price)


def numbered(kind: str, ware: Ware, plan: Plan, supply: Supply) -> str:
    """The number on the bag, with what only this panel tells."""
    more = {
        "brick": f"{supply.brick:g} A",
        "fuse": f"{supply.fuse:g} A",
        "wire": f"{supply.wire:g} mm²",
        "magnet": plan.magnet.name if plan.magnet else "",
        "plates": f"{plan.wide:.0f} × {plan.high:.0f} mm",
        "pixel": "30/m" if plan.by_the_metre else "",
    }.get(kind, "")
    return f"{ware.number}, {more}" if more else ware.number


def cost(found: list[Item]) -> float:
    return sum(one.cost for one in found)


def table(found: list[Item], say: Say) -> str:
    """As CSV, with a sum in its last line."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(WHOLE)
    for one in found:
        lines.writerow([one.tier, called(one.kind, say), *row(one)])
    lines.writerow(["", say(Saying("kit.total")), "", "", "", "", "", f"{cost(found):.2f}"])
    return text.getvalue()


def row(one: Item) -> tuple[object, ...]:
    return one.number, one.needed, one.spare, one.buy, f"{one.price:.2f}", f"{one.cost:.2f}"


def pin_name(kind: str, number: int) -> str:
    """What a pin is called on the part."""
    names = wares()[kind].pins
    return names[number - 1] if number <= len(names) else ""


def called(kind: str, say: Say) -> str:
    return say(Saying(f"kit.part.{kind}"))
