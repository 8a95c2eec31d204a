"""The Pico and the parts beside it: resistors, buffers, level shifter, buzzer."""

from __future__ import annotations

from drivers.fit import fit_of
from drivers.kit.physics.lines import BUFFER_GATES
from drivers.kit.wired.circuit import AUX, GROUND, LOGIC, Circuit
from drivers.kit.wired.power import own_regulator
from drivers.wiring import COLUMN_REGISTERS, Wiring
from firmware.fit import CHAIN_LINES

PICO_3V3 = "+3V3_PICO"
DATA_PINS = (6, 7, 9, 10, 16)  # of SR_DATA0 to 4
LINE_PINS = (11, 12, 14, 15)  # of the lines of pixels; a strip has the last two for its encoder
SELECT_PINS = (22, 27, 26)  # of the readers
GROUNDS = (3, 8, 13, 18, 23, 28, 38)
SHIFTER = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))  # enable, in, out of a 74AHCT125
BUFFER = ((2, 18), (4, 16), (6, 14), (8, 12), (11, 9), (13, 7), (15, 5), (17, 3))  # of a 74HC244


def add_pico(circuit: Circuit, wiring: Wiring, gates: int) -> None:
    """Add the Pico and the parts beside it."""
    circuit.open("pico", 1)
    circuit.add("A1", "pico", pico_pins(wiring))
    fit = fit_of(wiring)
    power = PICO_3V3
    if not own_regulator(wiring):
        circuit.two("R", "link", PICO_3V3, LOGIC)
    lines = data_lines(wiring)
    for line in range(lines):
        circuit.two("R", "r10k", power, f"SR_DATA{line}")
    add_clocks(circuit, lines, gates)
    if wiring.file.columns:
        circuit.two("R", "r100", "ROW_CLK", "ROW_CLK_R")
    if gates:
        add_buffers(circuit, lines)
    add_shifter(circuit, len(fit.lines))
    if wiring.file.buzzer:
        circuit.two("R", "r100", "BUZZER", "BUZZER_R")
        circuit.two("BZ", "buzzer", "BUZZER_R", GROUND)


def data_lines(wiring: Wiring) -> int:
    """Return the number of data lines of the registers."""
    return COLUMN_REGISTERS if wiring.file.columns else min(len(wiring.widths), CHAIN_LINES)


def pico_pins(wiring: Wiring) -> dict[int, str]:
    """Return the net of each Pico pin that this panel uses."""
    fit = fit_of(wiring)
    pins: dict[int, str] = {4: "SR_CLK", 5: "SR_LATCH", 36: PICO_3V3}
    pins |= {31: "V5_LED", 32: "I_LED"}
    pins |= dict.fromkeys(GROUNDS, GROUND)
    pins |= {pin: f"SR_DATA{at}" for at, pin in enumerate(DATA_PINS[: data_lines(wiring)])}
    pins |= {pin: line_net(at) for at, pin in enumerate(LINE_PINS[: len(fit.lines)])}
    if wiring.file.dials:
        pins |= {14: "ENC_A", 15: "ENC_B", 17: "STRIP_CLOCK", 19: "STRIP_DATA", 20: "STRIP_HOME"}
    if wiring.file.columns:
        pins |= {17: "ROW_DATA", 19: "ROW_CLK"}
    if fit.chips:
        pins |= {21: "NFC_MISO", 24: "NFC_SCK", 25: "NFC_MOSI", 29: "NFC_RESET"}
        pins |= {pin: select_net(at) for at, pin in enumerate(SELECT_PINS[: fit.chips])}
    if wiring.file.buzzer:
        pins[2] = "BUZZER"
    if fit.antennas:
        pins[1] = "ANT_LATCH"
    if fit.wakes:
        pins[20] = "NFC_BUSY"
    return pins


def line_net(at: int) -> str:
    """Return the net of a pixel line."""
    return ("LED_DATA", "LED_AUX", "LED_THIRD", "LED_FOURTH")[at]


def select_net(at: int) -> str:
    """Return the net of a reader's select line."""
    return ("CS_CARD", "CS_DECK", "CS_DOCK")[at]


def add_clocks(circuit: Circuit, lines: int, gates: int) -> None:
    """Add the resistors of clock and latch; the clock's edges are slowed against reflections."""
    for pin, end in line_drivers("SR_CLK", lines, gates):
        circuit.two("R", "r47", pin, f"{end}_C")
        circuit.two("C", "c220p", f"{end}_C", GROUND)
        circuit.two("R", "r100", f"{end}_C", end)
    for pin, end in line_drivers("SR_LATCH", lines, gates):
        circuit.two("R", "r100", pin, end)


def line_drivers(net: str, lines: int, gates: int) -> list[tuple[str, str]]:
    """Return each pin or gate that drives the line, with the net of the registers behind it."""
    behind = [(f"{net}_G{line}", f"{net}{line}") for line in range(lines)]
    return behind if gates else [(net, f"{net}_R")]


def add_buffers(circuit: Circuit, lines: int) -> None:
    """Add the 74HC244s that buffer clock and latch for each data line."""
    wanted = [(net, f"{net}_G{line}") for net in ("SR_CLK", "SR_LATCH") for line in range(lines)]
    for first in range(0, len(wanted), BUFFER_GATES):
        pins: dict[int, str] = {1: GROUND, 19: GROUND, 10: GROUND, 20: LOGIC}
        for at, (into, out) in enumerate(BUFFER, first):
            if at < len(wanted):
                pins[into], pins[out] = wanted[at]
            else:
                pins[into] = GROUND
        circuit.add("U", "hc244", pins)
        circuit.two("C", "c100n", LOGIC, GROUND)


def add_shifter(circuit: Circuit, lines: int) -> None:
    """Add a level shifter gate for each pixel line, pulled low while the Pico is off."""
    pins: dict[int, str] = {7: GROUND, 14: AUX}
    for at, (enable, into, out) in enumerate(SHIFTER):
        pins[enable] = GROUND if at < lines else AUX
        pins[into] = line_net(at) if at < lines else GROUND
        if at < lines:
            pins[out] = f"{line_net(at)}_5V"
    circuit.add("U", "ahct125", pins)
    circuit.two("C", "c100n", AUX, GROUND)
    for at in range(lines):
        circuit.two("R", "r10k", line_net(at), GROUND)
