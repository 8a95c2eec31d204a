"""The power supply: fuses, branches, regulators, and the Pico's measuring points."""

from __future__ import annotations

from controller.values import Sense
from drivers.fit import fit_of
from drivers.kit.physics.supply import BRANCH, Supply
from drivers.kit.wired.circuit import AUX, GROUND, LAMPS, LOGIC, READERS, Circuit
from drivers.wiring import Wiring

REGULATOR = 800.0  # mA, an LD1117V33 (ST)
READER_CURRENT = 60.0  # mA, a PN532 with its field on
DROP = 5.2 - 3.3  # V, the drop that becomes heat
COOL = 0.5  # W beyond which a TO-220 (50 K/W) needs a heat sink
PICO_GIVES = 100.0  # mA of the Pico's 300 that a panel may take from pin 36
CLOSED, SENSOR = 0.33, 14.0  # mA: a closed contact's pull-up, a sensor's LED
HALL_CURRENT = 0.0016  # mA, a DRV5032 that samples 20 times a second, at 3 V (TI SLVSDC7)


def logic_mA(wiring: Wiring) -> float:
    """Return the current of registers, contacts and sensors when all are closed and lit."""
    halls = sum(sense is Sense.SIDE for sense in wiring.senses.values())
    beams = sum(s is Sense.KEY and not n.startswith("key.") for n, s in wiring.senses.items())
    sensors = 3 * len(wiring.file.dials) + beams
    closed = 2 * wiring.file.columns or len(wiring.channels) - halls  # one row, one pole at a time
    return CLOSED * closed + HALL_CURRENT * halls + SENSOR * sensors


def regulated_mA(wiring: Wiring) -> dict[str, float]:
    """Return the load of each regulator by net: the readers', and the logic's if it needs one."""
    readers = {READERS: READER_CURRENT * fit_of(wiring).chips} if wiring.file.readers else {}
    return readers | ({LOGIC: logic_mA(wiring)} if own_regulator(wiring) else {})


def fins(wiring: Wiring) -> int:
    """Return the number of regulators that need a heat sink."""
    return sum(drawn / 1000 * DROP > COOL for drawn in regulated_mA(wiring).values())


def own_regulator(wiring: Wiring) -> bool:
    """True if the Pico cannot supply the logic itself."""
    return logic_mA(wiring) > PICO_GIVES


def add_power(circuit: Circuit, wiring: Wiring, supply: Supply) -> None:
    """Add the supply's jack, fuses, shunt, branches, buffer capacitors and regulators."""
    circuit.open("power", 1)
    circuit.add("J1", "brick", {1: "+5V_IN", 2: GROUND})
    circuit.two("F1", "fuse", "+5V_IN", "+5V_S")
    circuit.two("R", "shunt", "+5V_S", LAMPS)
    circuit.two("F2", "fuse1", "+5V_IN", AUX)
    for branch in range(supply.branches):
        circuit.two(f"F{10 + branch}", "ptc", LAMPS, branch_net(branch))
    for branch in sorted({0, supply.branches - 1}):
        circuit.two("C", "c1000u", branch_net(branch), GROUND)
    add_regulators(circuit, wiring)


def branch_net(branch: int) -> str:
    """Return the net of a branch of lights."""
    return f"{LAMPS}_{branch}"


def branch_of(pixel: int) -> int:
    """Return the branch of a pixel."""
    return pixel // BRANCH


def add_regulators(circuit: Circuit, wiring: Wiring) -> None:
    """Add each regulator with its capacitors."""
    for net in regulated_mA(wiring):
        circuit.add("U", "regulator", {1: GROUND, 2: net, 3: AUX})
        circuit.two("C", "c10u", net, GROUND)
        circuit.two("C", "c100n", AUX, GROUND)


def add_meters(circuit: Circuit) -> None:
    """Add the measuring points: half the lights' voltage, and 1 mV per mA, smoothed over 10 ms."""
    circuit.open("power", 1)
    circuit.two("R", "r10k", LAMPS, "V5_LED")
    circuit.two("R", "r10k", "V5_LED", GROUND)
    circuit.two("R", "r100k", "I_RAW", GROUND)
    circuit.two("R", "r10k", "I_RAW", "I_LED")
    circuit.two("C", "c1u", "I_LED", GROUND)
    circuit.add("U", "ina180", {1: "I_RAW", 2: GROUND, 3: "+5V_S", 4: LAMPS, 5: "+3V3_PICO"})
