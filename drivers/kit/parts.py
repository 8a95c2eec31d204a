"""The list of parts: what to buy, how many with spares, in which tier, at what cost."""

from __future__ import annotations

import csv
from collections import Counter
from io import StringIO

from msgspec import Struct

from controller.values import Saying
from drivers.kit.loose import detail, loose, measure
from drivers.kit.physics.supply import Supply
from drivers.kit.plan import Plan
from drivers.kit.terms import Say
from drivers.kit.wares import wares
from drivers.kit.wired.circuit import Circuit

WHOLE = ("tier", "part", "number", "needed", "spare", "buy", "each_usd", "sum_usd")


class Item(Struct, frozen=True):
    """One line of the list: a quantity of one kind of part for one tier."""

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


def items(plan: Plan, circuit: Circuit, supply: Supply) -> list[Item]:
    """Return all parts, tier by tier, in the order of the catalogue."""
    counted = Counter((part.tier, part.kind) for part in circuit.parts.values())
    counted.update(dict(loose(plan, circuit, supply)))
    order = list(wares())
    found = sorted(counted.items(), key=lambda pair: (pair[0][0], order.index(pair[0][1])))
    return [item(tier, kind, many, plan, supply) for (tier, kind), many in found]


def item(tier: int, kind: str, many: int, plan: Plan, supply: Supply) -> Item:
    """Return a line of the list, with spares, order number and price."""
    ware = wares()[kind]
    spare = -(-many * ware.spare // 100)
    number = ", ".join(filter(None, (ware.number, detail(kind, plan, supply))))
    price = round(ware.price * measure(kind, plan, supply), 2)
    return Item(tier, kind, number, many, spare, price)


def total_cost(found: list[Item]) -> float:
    """Return the sum in US dollars."""
    return sum(one.cost for one in found)


def parts_csv(found: list[Item], say: Say) -> str:
    """Return the list as CSV, with the sum in its last line."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(WHOLE)
    for one in found:
        lines.writerow([one.tier, part_name(one.kind, say), *part_columns(one)])
    lines.writerow(["", say(Saying("kit.total")), "", "", "", "", "", f"{total_cost(found):.2f}"])
    return text.getvalue()


def part_columns(one: Item) -> tuple[object, ...]:
    """Return the columns of a line after tier and name."""
    return one.number, one.needed, one.spare, one.buy, f"{one.price:.2f}", f"{one.cost:.2f}"


def part_name(kind: str, say: Say) -> str:
    """Return the name of a kind of part."""
    return say(Saying(f"kit.part.{kind}"))
