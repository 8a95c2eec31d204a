"""The content of the assembly book: what to build per tier, and measure before power; tests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from shlex import quote
from typing import TypeAlias

from msgspec import Struct

from controller.values import Saying, Sense
from drivers.kit.holes import HoleKind
from drivers.kit.kit import Kit
from drivers.kit.parts import Item, part_name, total_cost
from drivers.kit.physics.sparks import Plug
from drivers.kit.poles import WORST_DELAY
from drivers.kit.terms import Say
from drivers.kit.written.steps import work_sentences

EXAMPLE_DEVICE = "/dev/serial/by-id/usb-…"  # example of a board's device name
# Each warning, and the part it applies to.
DANGERS = {
    "magnets": "magnet",
    "mains": "brick",
    "fuse": "fuse",
    "spark": "c1000u",
    "static": "pico",
    "weld": "reed",
    "pinch": "roller",
    "glass": "reed",
}
FOLDER_ORDER = ("book", "parts", "top", "holes", "strip", "cut", "wires", "wiring", "panel")


class BookHeading(Struct, frozen=True):
    text: str
    level: int = 2


class Text(Struct, frozen=True):
    text: str


class Points(Struct, frozen=True):
    """Things to do, in order."""

    lines: tuple[str, ...]


class BookTable(Struct, frozen=True):
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class BookCommand(Struct, frozen=True):
    text: str


class BookPicture(Struct, frozen=True):
    """A drawing of the kit, by its file."""

    file: str
    title: str


BookBlock: TypeAlias = BookHeading | Text | Points | BookTable | BookCommand | BookPicture


def book(kit: Kit, say: Say) -> list[BookBlock]:
    """Return the whole book, from the overview to the last check."""
    tiers = groupby(kit.items, key=lambda one: one.tier)
    return [
        *opening(kit, say),
        *folder(kit, say),
        *figure_blocks(kit, say),
        *safety(kit, say),
        *(block for tier, items in tiers for block in tier_chapter(kit, tier, list(items), say)),
        *closing(kit, say),
    ]


def opening(kit: Kit, say: Say) -> Iterator[BookBlock]:
    """Yield the title, the picture of the panel, and the cost of each tier."""
    plan = kit.plan
    yield BookHeading(say(Saying("kit.book.title", {"panel": plan.panel.wiring.file.name})), 1)
    yield Text(say(Saying("kit.book.opening", {"game": plan.panel.title})))
    if plan.panel.wiring.file.experimental:
        yield Text(say(Saying("kit.experimental")))
    yield BookPicture("top.svg", say(Saying("kit.book.top")))
    names = (
        say(Saying("kit.book.tier")),
        say(Saying("kit.book.parts")),
        say(Saying("kit.book.cost")),
    )
    yield BookTable(names, tuple(sums(kit)))


def folder(kit: Kit, say: Say) -> Iterator[BookBlock]:
    """Yield the list of files beside the book and their purpose."""
    yield BookHeading(say(Saying("kit.book.folder")))
    names = [name for name in FOLDER_ORDER if name != "strip" or kit.plan.rolls]
    keys = ((f"kit.files.{name}", f"kit.files_for.{name}") for name in names)
    rows = ((say(Saying(file)), say(Saying(use))) for file, use in keys)
    head = say(Saying("kit.column.file")), say(Saying("kit.column.for"))
    yield BookTable(head, tuple(rows))


def sums(kit: Kit) -> Iterator[tuple[str, ...]]:
    """Yield the number of parts and the cost of each tier."""
    for tier, items in groupby(kit.items, key=lambda one: one.tier):
        found = list(items)
        yield str(tier), str(sum(one.buy for one in found)), f"{total_cost(found):.0f}"


def figure_blocks(kit: Kit, say: Say) -> Iterator[BookBlock]:
    """Yield the calculated figures of this panel, so that a maker can check them."""
    plan, lights, clock = kit.plan, kit.supply, kit.clock
    yield BookHeading(say(Saying("kit.book.figures")))
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
        "plug": f"{Plug(lights).peak:.0f} A",
        "rise": f"{clock.rise:.0f} ns",
        "gates": str(clock.gates) if clock.gates else "–",
        **crossing(kit),
        **hall_delay(kit),
    }
    told = tuple((say(Saying(f"kit.figure.{name}")), value) for name, value in rows.items())
    yield BookTable((say(Saying("kit.book.figure")), say(Saying("kit.book.value"))), told)


def crossing(kit: Kit) -> dict[str, str]:
    """Return the figures of the diode matrix, if there is one."""
    if kit.matrix is None:
        return {}
    return {"low": f"{kit.matrix.low:.2f} V", "settle": f"{kit.matrix.rise / 1000:.1f} µs"}


def hall_delay(kit: Kit) -> dict[str, str]:
    """Return the delay of the Hall switches, if there are some."""
    return {"late": f"{WORST_DELAY:.0f} ms"} if kit.plan.of(HoleKind.HALL) else {}


def safety(kit: Kit, say: Say) -> Iterator[BookBlock]:
    """Yield the warnings about parts that this kit contains."""
    yield BookHeading(say(Saying("kit.book.safety")))
    there = {one.kind for one in kit.items}
    kinds = [kind for kind, part in DANGERS.items() if part in there]
    yield Points(tuple(say(Saying(f"kit.safety.{kind}")) for kind in kinds))


def tier_chapter(kit: Kit, tier: int, items: list[Item], say: Say) -> Iterator[BookBlock]:
    """Yield a tier: its parts, its works, and the check at its end."""
    yield BookHeading(say(Saying(f"kit.tier.{tier}")))
    names = ("part", "number", "needed", "buy")
    head = tuple(say(Saying(f"kit.column.{name}")) for name in names)
    rows = ((part_name(one.kind, say), one.number, str(one.needed), str(one.buy)) for one in items)
    yield BookTable(head, tuple(rows))
    for work, sheets in works_of_tier(kit, tier):
        yield from worked(kit, work, sheets, say)
    yield BookHeading(say(Saying("kit.work.check")), 3)
    yield Text(say(Saying("kit.book.check", {"tier": tier, "sound": Saying("report.sound")})))
    board = at_board(kit.plan.panel.file)
    yield BookCommand(f"stardeck check --tier {tier} {board} --html report.html")


def works_of_tier(kit: Kit, tier: int) -> Iterator[tuple[str, list[str]]]:
    """Yield each work of a tier with its sheets; what a work tests has been built before it."""
    if tier == 1:
        yield from (("plates", []), ("pieces", []))
    for work, sheets in grouped(kit, tier):
        yield work, sheets
        if work == "pico":
            yield "flash", []


def worked(kit: Kit, work: str, sheets: list[str], say: Say) -> Iterator[BookBlock]:
    """Yield the blocks of one work: its steps, its sheets, its commands."""
    yield BookHeading(say(Saying(f"kit.work.{work}")), 3)
    if work == "plates":
        yield BookPicture("holes.svg", say(Saying("kit.book.holes")))
    if told := work_sentences(kit, work, say):
        yield Points(told)
    if sheets:
        files = ", ".join(f"wiring-{sheet}.svg" for sheet in sheets)
        yield Text(say(Saying("kit.book.sheets", {"files": files})))
        if kit.plan.by_the_metre and work == "lights":
            yield Text(say(Saying("kit.book.by_strip")))
    if work == "flash":
        yield Text(say(Saying("kit.book.flash")))
        own = kit.plan.panel
        panel = "" if own.file else f" --panel {own.name}"
        yield BookCommand(f"stardeck flash --new{panel} {at_board(own.file)}")


def grouped(kit: Kit, tier: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the sheets of a tier, grouped by kind."""
    circuit = kit.circuit
    own = [sheet for sheet in circuit.sheets if circuit.on(sheet)[0].tier == tier]
    for kind, sheets in groupby(own, key=lambda sheet: sheet.rstrip("0123456789")):
        yield kind, list(sheets)


def closing(kit: Kit, say: Say) -> Iterator[BookBlock]:
    """Yield what follows on the finished board: calibration, enrolment, play."""
    yield BookHeading(say(Saying("kit.book.after")))
    wiring, played, tags = kit.plan.panel.wiring, kit.plan.panel.file, ""
    if Sense.REED in wiring.senses.values():
        yield Text(say(Saying("kit.after.calibrate")))
        yield BookCommand(f"stardeck calibrate {at_board(kit.plan.panel.file)} --out my.toml")
        played = "my.toml"
    if wiring.file.readers:
        yield Text(say(Saying("kit.after.enrol")))
        yield BookCommand(f"stardeck enrol {at_board(kit.plan.panel.file)} --out tags.toml")
        tags = " --tags tags.toml"
    yield Text(say(Saying("kit.after.play_with" if played or tags else "kit.after.play")))
    yield BookCommand(f"stardeck play {at_board(played)}{tags}")


def at_board(wiring: str) -> str:
    """Return the command line options for the board, and for a wiring file it cannot name."""
    return f"--board {EXAMPLE_DEVICE}" + (f" --wiring {quote(wiring)}" if wiring else "")
