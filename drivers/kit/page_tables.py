"""The calculated tables of hardware.md: boards, bill, supplies, clocks, magnets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import ceil, floor

from drivers.fit import fit_of
from drivers.kit.kit import Kit
from drivers.kit.parts import part_name, total_cost
from drivers.kit.physics import lines, magnets
from drivers.kit.physics.magnets import HALL, REED, Contact, DiscMagnet, closing_magnets
from drivers.kit.terms import Say
from drivers.kit.wired import wires
from drivers.kit.wired.wires import By
from drivers.workshop.panel_tables import Cells, markdown_table

JOINT = 0.6  # minutes to cut, strip, solder and inspect one pin
WORKSHOP = 10.0  # hours for plates, rollers, pieces and checks, the same for every board
PIXEL = 0.030  # ms to send one pixel on its line


def kit_tables(kits: Mapping[str, Kit], say: Say) -> dict[str, str]:
    """Return every table by name.

    The bill is that of the astron panel, which the page describes.
    """
    made: dict[str, tuple[Cells, Iterable[Cells]]] = {
        name: make(kits.values()) for name, make in OF_KITS.items()
    }
    made["bill"] = bill(kits["astron"], say)
    made["magnets"] = magnet_table()
    return {name: markdown_table(*rows) for name, rows in made.items()}


def boards(kits: Iterable[Kit]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of panels to choose from."""
    names = ("Panel", "Name", "Pitch, mm", "Plate, mm", "Magnet, N42", "Contacts")
    return (*names, "Pixels", "Pins to solder", "Dollars", "Hours"), map(board_row, kits)


def board_row(kit: Kit) -> Cells:
    """Return a panel's row of the table of panels."""
    plan, file = kit.plan, kit.plan.panel.wiring.file
    contacts = len(plan.panel.wiring.channels) + sum(fit_of(plan.panel.wiring).antennas)
    plate = f"{plan.wide:.0f} × {plan.high:.0f}"
    magnet = plan.magnet.name.removesuffix(" mm") if plan.magnet else "–"
    size = (file.panel, plan.panel.name, f"{plan.pitch:.1f}", plate, magnet)
    return (
        *size,
        contacts,
        file.pixels,
        count_solder_joints(kit),
        f"{total_cost(list(kit.items)):.0f}",
        hours(kit),
    )


def count_solder_joints(kit: Kit) -> int:
    """Return the number of pins soldered by hand; inside a piece of strip there are none."""
    return sum(
        one.by is not By.STRIP for one in wires.list_wires(kit.circuit, wires.seams(kit.plan))
    )


def hours(kit: Kit) -> int:
    """Return the estimated hours to build the panel."""
    return round(WORKSHOP + count_solder_joints(kit) * JOINT / 60)


def supplies(kits: Iterable[Kit]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of power supplies."""
    names = ("Panel", "Limit, A", "F1, A", "Brick, A", "Branches", "Wire, mm²")
    more = ("Farthest pixel, V", "Time of a picture on its longest line")
    return (*names, *more), map(supply_row, kits)


def supply_row(kit: Kit) -> Cells:
    """Return a panel's row of the table of power supplies."""
    lights, wiring = kit.supply, kit.plan.panel.wiring
    amps = (f"{lights.limit:g}", f"{lights.fuse:g}", f"{lights.brick:g}")
    time = f"{PIXEL * max(fit_of(wiring).lines):.0f} ms"
    wire = f"{lights.wire:g}"
    return wiring.file.panel, *amps, lights.branches, wire, f"{lights.lowest:.2f}", time


def clocks(kits: Iterable[Kit]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of clock lines."""
    names = ("Panel", "Registers", "Ribbon, m", "Gates of 74HC244", "Rise, ns", "Allowed, ns")
    return names, map(clock, kits)


def clock(kit: Kit) -> Cells:
    """Return a panel's row of the table of clock lines."""
    line, most = kit.clock, f"{lines.EDGE_SHARE * lines.HALF_CLOCK:.0f}"
    gates = 2 * line.gates or "–"
    panel = kit.plan.panel.wiring.file.panel
    return panel, line.registers, f"{line.long:.1f}", gates, f"{line.rise:.0f}", most


def bill(kit: Kit, say: Say) -> tuple[Cells, list[Cells]]:
    """Return the head and rows of the bill of materials, with its total."""
    names = ("Tier", "Quantity", "Part", "Number", "Each", "Sum")
    rows: list[Cells] = [
        (
            one.tier,
            one.buy,
            part_name(one.kind, say),
            one.number,
            f"{one.price:g}",
            f"{one.cost:.2f}",
        )
        for one in kit.items
    ]
    return names, [*rows, ("", "", "**Total**", "", "", f"**{total_cost(list(kit.items)):.2f}**")]


def magnet_table() -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of magnets by contact."""
    names = ("Contact", "Magnet", "At the middle", "Surely closes within, mm")
    more = ("Surely open beyond, mm", "Least pitch, mm")
    kinds = {"reed, ampere-turns": REED, "Hall switch, mT": HALL}
    return (*names, *more), (
        magnet_row(name, contact, disc)
        for name, contact in kinds.items()
        for disc in closing_magnets(contact)
    )


def magnet_row(name: str, contact: Contact, disc: DiscMagnet) -> Cells:
    """Return a magnet's row.

    Its strength at the centre, closing and opening distances, and pitch.
    """
    felt = f"{magnets.excitation(disc, contact, 0):.3g}"
    near = floor(magnets.sure_reach(disc, contact) * 10) / 10
    far = (
        ceil(figure(disc, contact) * 10) / 10
        for figure in (magnets.unfelt_beyond, magnets.least_pitch)
    )
    return name, disc.name, felt, f"{near:.1f}", *(f"{figure:.1f}" for figure in far)


OF_KITS: Mapping[str, Callable[[Iterable[Kit]], tuple[Cells, Iterable[Cells]]]] = {
    "boards": boards,
    "supplies": supplies,
    "clocks": clocks,
}
