"""The assembly book: tier by tier, what to build, what to measure before power, what proves it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct

from controller.values import Saying
from drivers.kit.kit import Kit
from drivers.kit.parts import Item, called, cost
from drivers.kit.terms import Say

CHECK = "stardeck check --tier {tier} --board /dev/serial/by-id/usb-… --html report.html"
FLASH = "stardeck flash --new --panel {panel} --board /dev/serial/by-id/usb-…"


class Heading(Struct, frozen=True):
    text: str
    level: int = 2


class Text(Struct, frozen=True):
    text: str


class Points(Struct, frozen=True):
    """Things to do, in order."""

    lines: tuple[str, ...]


class Table(Struct, frozen=True):
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Command(Struct, frozen=True):
    text: str


class Picture(Struct, frozen=True):
    """A drawing of the kit, by its file."""

    file: str
    title: str


Block: TypeAlias = Heading | Text | Points | Table | Command | Picture


def book(kit: Kit, say: Say) -> list[Block]:
    """The whole book, from choosing to the last check."""
    tiers = groupby(kit.items, key=lambda one: one.tier)
    return [
        *opening(kit, say),
        *figures(kit, say),
        *safety(say),
        *(block for tier, items in tiers for block in chapter(kit, tier, list(items), say)),
        *closing(say),
    ]


def opening(kit: Kit, say: Say) -> Iterator[Block]:
    plan = kit.plan
    yield Heading(say(Saying("kit.book.title", {"panel": plan.panel.wiring.file.name})), 1)
    yield Text(say(Saying("kit.book.opening", {"game": plan.panel.title})))
    if plan.panel.wiring.file.experimental:
        yield Text(say(Saying("kit.experimental")))
    yield Picture("top.svg", say(Saying("kit.book.top")))
    names = (
        say(Saying("kit.book.tier")),
        say(Saying("kit.book.parts")),
        say(Saying("kit.book.cost")),
    )
    yield Table(names, tuple(sums(kit)))


def sums(kit: Kit) -> Iterator[tuple[str, ...]]:
    for tier, items in groupby(kit.items, key=lambda one: one.tier):
        found = list(items)
        yield str(tier), str(sum(one.buy for one in found)), f"{cost(found):.0f}"


def figures(kit: Kit, say: Say) -> Iterator[Block]:
    """What was worked out, so that somebody can work it out again."""
    plan, lights, clock = kit.plan, kit.supply, kit.clock
    yield Heading(say(Saying("kit.book.figures")))
    rows = {
        "pitch": f"{plan.pitch:.1f} mm",
        "plate": f"{plan.wide:.0f} × {plan.high:.0f} mm",
        "magnet": plan.magnet.name if plan.magnet else "–",
        "fuse": f"{lights.fuse:g} A",
        "brick": f"{lights.brick:g} A",
        "branches": str(lights.branches),
        "wire": f"{lights.wire:g} mm²",
        "lowest": f"{lights.lowest:.2f} V",
        "white": f"{lights.white:.1f} A",
        "rise": f"{clock.rise:.0f} ns",
        "gates": str(clock.gates) if clock.gates else "–",
        **crossing(kit),
    }
    told = tuple((say(Saying(f"kit.figure.{name}")), value) for name, value in rows.items())
    yield Table((say(Saying("kit.book.figure")), say(Saying("kit.book.value"))), told)


def crossing(kit: Kit) -> dict[str, str]:
    """How a matrix settles."""
    if kit.matrix is None:
        return {}
    return {"low": f"{kit.matrix.low:.2f} V", "settle": f"{kit.matrix.rise / 1000:.1f} µs"}


def safety(say: Say) -> Iterator[Block]:
    yield Heading(say(Saying("kit.book.safety")))
    kinds = ("magnets", "mains", "fuse", "pinch", "glass")
    yield Points(tuple(say(Saying(f"kit.safety.{kind}")) for kind in kinds))


def chapter(kit: Kit, tier: int, items: list[Item], say: Say) -> Iterator[Block]:
    """A tier: its parts, its sheets, and the check at its end."""
    yield Heading(say(Saying(f"kit.tier.{tier}")))
    names = ("part", "number", "needed", "buy")
    head = tuple(say(Saying(f"kit.column.{name}")) for name in names)
    rows = ((called(one.kind, say), one.number, str(one.needed), str(one.buy)) for one in items)
    yield Table(head, tuple(rows))
    if tier == 1:
        yield Picture("holes.svg", say(Saying("kit.book.holes")))
    for kind, sheets in grouped(kit, tier):
        yield Heading(say(Saying(f"kit.work.{kind}")), 3)
        yield Points(steps(kit, kind, say))
        files = ", ".join(f"wiring-{sheet}.svg" for sheet in sheets)
        yield Text(say(Saying("kit.book.sheets", {"files": files})))
    if tier == 1:
        yield Heading(say(Saying("kit.work.flash")), 3)
        yield Text(say(Saying("kit.book.flash")))
        yield Command(FLASH.format(panel=kit.plan.panel.name))
    yield Heading(say(Saying("kit.work.check")), 3)
    yield Text(say(Saying("kit.book.check", {"tier": tier, "sound": Saying("report.sound")})))
    yield Command(CHECK.format(tier=tier))


def grouped(kit: Kit, tier: int) -> Iterator[tuple[str, list[str]]]:
    """The sheets of a tier, those of one kind together."""
    circuit = kit.circuit
    own = [sheet for sheet in circuit.sheets if circuit.on(sheet)[0].tier == tier]
    for kind, sheets in groupby(own, key=lambda sheet: sheet.rstrip("0123456789")):
        yield kind, list(sheets)


STEPS = {
    "power": 4,
    "pico": 4,
    "chain": 4,
    "columns": 2,
    "rows": 3,
    "row": 4,
    "proof": 2,
    "lights": 4,
    "beams": 2,
    "strip": 4,
    "readers": 3,
    "antennas": 3,
}


def steps(kit: Kit, kind: str, say: Say) -> tuple[str, ...]:
    more = {"rows": ends(kit)}
    return tuple(say(Saying(f"kit.step.{kind}.{at}", more)) for at in range(1, STEPS[kind] + 1))


def ends(kit: Kit) -> str:
    """The first and the last place of the first row and of the last."""
    rows = [chain.sites.split() for chain in kit.plan.panel.wiring.file.chains]
    return ", ".join(f"row{at}: {rows[at][0]} … {rows[at][-1]}" for at in (0, len(rows) - 1))


def closing(say: Say) -> Iterator[Block]:
    yield Heading(say(Saying("kit.book.after")))
    yield Points(tuple(say(Saying(f"kit.after.{name}")) for name in ("calibrate", "enrol", "play")))
