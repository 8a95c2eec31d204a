"""Circuits of a kit as decks for ngspice, from the figures that its formulas reckon with.

SPICE's own units: V, A, Ω, F, H, s. Where no source stands, a figure is from memory.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from drivers.kit.physics import lines, sparks
from drivers.kit.physics.lines import ClockLine
from drivers.kit.physics.matrix import SUPPLY
from drivers.kit.physics.sparks import Plug
from drivers.kit.physics.supply import BRANCH, RAIL
from tests.walls import HUNG

EDGE = 3e-9  # of a Pico's pin at its usual, slow slew
SECTIONS = 48  # of ribbon, at least: each far shorter than an edge is long
PIXEL = 100e-9  # beside each pixel
PAIR = 0.7e-6  # to the metre, a red and a black wire side by side
PLUGGED = 100e-9  # in which a plug makes contact
HENRY = sparks.WAVE**2 * lines.RIBBON * 1e-12  # to the metre of ribbon


def ngspice() -> str:
    """Where it is; a test that wants it is skipped without it, or fails where it was promised."""
    found = shutil.which("ngspice")
    if found is None and os.environ.get("STARDECK_SPICE") == "required":
        pytest.fail("There is no ngspice here: apt-get install ngspice")
    if found is None:
        pytest.skip("There is no ngspice here: apt-get install ngspice")
    return found


def run(deck: list[str], seen: list[str]) -> list[list[float]]:
    """A row for each step: its time, then what was to be seen."""
    with TemporaryDirectory() as folder:
        return simulated(deck, seen, Path(folder))


def simulated(deck: list[str], seen: list[str], folder: Path) -> list[list[float]]:
    told = [
        ".control",
        "set wr_singlescale",
        "run",
        f"wrdata seen.txt {' '.join(seen)}",
        "quit",
        ".endc",
    ]
    (folder / "deck.cir").write_text("\n".join([*deck, *told, ".end", ""]))
    asked = [ngspice(), "-b", "deck.cir"]
    subprocess.run(asked, cwd=folder, check=True, capture_output=True, timeout=HUNG)
    rows = (folder / "seen.txt").read_text().splitlines()
    return [[float(cell) for cell in row.split()] for row in rows]


# ------------------------------------------------------------------------------------------- clock


KIT = (lines.SERIES_OHMS, lines.SMOOTH, lines.INTO)  # Ω, pF, Ω


def clock(
    line: ClockLine, through: tuple[float, float, float] = KIT
) -> tuple[list[str], list[str]]:
    """An edge out of a pin, through this along the ribbon, and what each register sees of it."""
    own = lines.GATE_OHMS if line.gates else lines.PIN_OHMS
    many = -(-line.registers // max(1, line.gates))
    each = -(-SECTIONS // many)  # sections from register to register
    step = line.long / (many * each)
    deck = ["* a clock along its ribbon", f"V1 pin 0 PWL(0 0 10n 0 {10e-9 + EDGE} {SUPPLY})"]
    series, smooth, into = through
    deck += [f"R1 pin c {series + own}", f"C0 c 0 {smooth * 1e-12}", f"R2 c n0 {into + 1e-3}"]
    for at in range(1, many * each + 1):
        felt = lines.INPUT if at % each == 0 else 0.0
        deck.append(f"L{at} n{at - 1} n{at} {HENRY * step}")
        deck.append(f"C{at} n{at} 0 {(lines.RIBBON * step + felt) * 1e-12}")
    deck.append(f".tran 0.3n {lines.HALF_CLOCK}n 0 0.3n")
    return deck, [f"v(n{at * each})" for at in range(1, many + 1)]


# -------------------------------------------------------------------------------------------- plug


def plug(made: Plug, buffers: int) -> tuple[list[str], list[str]]:
    """A live brick plugged in, and what its lead carries and the pixels of each branch get."""
    supply = made.supply
    deck = ["* a brick plugged in", f"V1 brick 0 PWL(0 0 1u 0 {1e-6 + PLUGGED} {RAIL})"]
    deck += [f"R1 brick lead {made.trunk}", f"L1 lead bar {PAIR * sparks.CABLE}"]
    for at in range(supply.branches):
        pixels = min(BRANCH, supply.pixels - at * BRANCH)
        deck.append(f"Rf{at} bar f{at} {made.feed}")
        deck.append(f"Lf{at} f{at} b{at} {PAIR * supply.far / 2}")
        deck.append(f"Cp{at} b{at} p{at} {pixels * PIXEL}")
        deck.append(f"Rp{at} p{at} 0 5m")
        deck.append(f"Rd{at} b{at} 0 {RAIL / (pixels * 1e-3)}")  # dark pixels
        if at in sorted({0, supply.branches - 1})[:buffers]:
            deck += [f"Cb{at} b{at} e{at} 1000u", f"Re{at} e{at} 0 {sparks.INNER}"]
    deck.append(".tran 200n 2m 0 200n UIC")
    return deck, ["i(L1)", *(f"v(b{at})" for at in range(supply.branches))]
