"""A diode matrix: registers at columns, drivers at rows, a contact and diode at each crossing."""

from __future__ import annotations

from controller.values import Sense
from drivers.kit.wired.circuit import GROUND, HC595_OUTPUTS, LOGIC, Circuit
from drivers.kit.wired.contacts import (
    CLOCK,
    GROUND_PIN,
    INHIBIT,
    INPUTS,
    LOAD,
    NEXT_OUT,
    POWER,
    SERIAL,
    gated,
)
from drivers.wiring import CHAIN, COLUMN_REGISTERS, GUARDED, Wiring

# Outputs of a TBD62083A; its inputs are pins 1 to 8
DRIVER_OUTPUTS = (18, 17, 16, 15, 14, 13, 12, 11)
CATHODE, ANODE = 1, 2  # pins of a diode; the ring marks the cathode


def add_matrix(circuit: Circuit, wiring: Wiring, gates: int) -> None:
    """Add columns, rows, every crossing row by row, and last the row that tests the matrix."""
    rows = len(wiring.widths)
    circuit.open("columns", 1)
    for nth in range(COLUMN_REGISTERS):
        add_column_register(circuit, nth, gates)
    circuit.open("rows", 1)
    for nth in range(-(-rows // 8)):
        add_row_driver(circuit, nth, rows)
    for row in range(len(wiring.file.chains)):
        circuit.open(f"row{row}", 1)
        add_crossings(circuit, wiring, row)
    circuit.open("proof", 1)
    for column in range(wiring.file.columns):
        add_diode(circuit, rows - 1, column, row_net(rows - 1))


def column_net(column: int) -> str:
    """Return the net of a column; the last one is tied high and reads open in every row."""
    return f"COL{column}" if column <= GUARDED else LOGIC


def row_net(row: int) -> str:
    """Return the net of a row."""
    return f"ROW{row}"


def add_column_register(circuit: Circuit, nth: int, gates: int) -> None:
    """Add a register of eight columns, on its own data line."""
    nets = {pin: column_net(8 * nth + at) for at, pin in enumerate(INPUTS)}
    load, clock = gated("SR_LATCH", nth, gates), gated("SR_CLK", nth, gates)
    pins = {LOAD: load, CLOCK: clock, NEXT_OUT: f"SR_DATA{nth}", SERIAL: LOGIC}
    supplied = {GROUND_PIN: GROUND, INHIBIT: GROUND, POWER: LOGIC}
    circuit.add(f"U{100 + nth}", "hcs165", {**pins, **nets, **supplied})
    pulled = {at + 2: net for at, net in enumerate(nets.values()) if net != LOGIC}
    circuit.add(f"RN{100 + nth}", "network", {1: LOGIC, **pulled})
    circuit.two("C", "c100n", LOGIC, GROUND)


def add_row_driver(circuit: Circuit, nth: int, rows: int) -> None:
    """Add a register and a driver chip whose transistors pull eight rows down."""
    before = "ROW_DATA" if nth == 0 else f"ROW_NEXT{nth}"
    own = range(8 * nth, min(8 * nth + 8, rows))
    chosen = {pin: f"SEL{row}" for pin, row in zip(HC595_OUTPUTS, own, strict=False)}
    pins = {8: GROUND, 10: LOGIC, 11: "ROW_CLK_R", 12: "ROW_CLK_R", 13: GROUND, 14: before}
    behind = {9: f"ROW_NEXT{nth + 1}"} if own[-1] + 1 < rows else {}
    circuit.add(f"U{200 + nth}", "hc595", {**pins, 16: LOGIC, **behind, **chosen})
    circuit.two("C", "c100n", LOGIC, GROUND)
    inputs = {at: f"SEL{row}" for at, row in enumerate(own, 1)}
    unused = dict.fromkeys(range(len(own) + 1, 9), GROUND)
    outputs = {pin: row_net(row) for pin, row in zip(DRIVER_OUTPUTS, own, strict=False)}
    circuit.add(f"U{210 + nth}", "tbd62083", {**inputs, **unused, 9: GROUND, **outputs})
    pulled = {at: row_net(row) for at, row in enumerate(own, 2)}
    circuit.add(f"RN{200 + nth}", "network", {1: LOGIC, **pulled})


def add_crossings(circuit: Circuit, wiring: Wiring, row: int) -> None:
    """Add a row's diodes and contacts, from column to row; the sentinel has no contact."""
    for column in range(wiring.file.columns):
        channel = CHAIN * row + column
        site = wiring.channels.get(channel)
        if site is None:
            continue
        kind = "key" if wiring.senses[site] is Sense.KEY else "reed"
        add_diode(circuit, row, column, f"X{channel}", site)
        ref = f"{'K' if kind == 'key' else 'S'}{channel}"
        circuit.two(ref, kind, f"X{channel}", row_net(row), site)
    add_diode(circuit, row, GUARDED, row_net(row))


def add_diode(circuit: Circuit, row: int, column: int, to: str, site: str = "") -> None:
    """Add the diode of a crossing."""
    pins = {CATHODE: to, ANODE: column_net(column)}
    circuit.add(f"V{CHAIN * row + column}", "diode", pins, site)
