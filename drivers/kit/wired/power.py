"""The brick, its fuses and branches, the regulators, and what the Pico sees of the supply."""

from __future__ import annotations

from controller.values import Sense
from drivers.fit import fitted
from drivers.kit.physics.supply import BRANCH, Supply
from drivers.kit.wired.circuit import AUX, GROUND, LAMPS, LOGIC, READERS, Circuit
from drivers.wiring import Wiring

REGULATOR = 800.0  # mA, an LD1117V33 (ST)
READER = 60.0  # mA, a PN532 with its field on
DROP = 5.2 - 3.3  # V that become heat
COOL = 0.5  # W beyond which a TO-220 (50 K/W) wants a fin
PICO_GIVES = 100.0  # mA of its 300 that a panel may take from pin 36
CLOSED, SENSOR = 0.33, 14.0  # mA: a pull-up held down, an LED of a sensor
HALL = 0.0016  # mA, a DRV5032 that looks 20 times a second, at 3 V (TI SLVSDC7)


def logic_mA(wiring: Wiring) -> float:
    """What registers, contacts and sensors draw when everything is closed and lit."""
    halls = sum(sense is Sense.SIDE for sense in wiring.senses.values())
    beams = sum(s is Sense.KEY and not n.startswith("key.") for n, s in wiring.senses.items())
    sensors = 3 * len(wiring.file.dials) + beams
    closed = 2 * wiring.file.columns or len(wiring.channels) - halls  # one row, one pole at a time
    return CLOSED * closed + HALL * halls + SENSOR * sensors


def regulated_mA(wiring: Wiring) -> dict[str, float]:
    """What each regulator gives, by net: one for readers, one where the Pico is too weak."""
    readers = {READERS: READER * fitted(wiring).chips} if wiring.file.readers else {}
    return readers | ({LOGIC: logic_mA(wiring)} if own_regulator(wiring) else {})


def fins(wiring: Wiring) -> int:
    """How many of them grow hot."""
    return sum(drawn / 1000 * DROP > COOL for drawn in regulated_mA(wiring).values())


def own_regulator(wiring: Wiring) -> bool:
    """The Pico alone cannot feed them."""
    return logic_mA(wiring) > PICO_GIVES


def add_power(circuit: Circuit, wiring: Wiring, supply: Supply) -> None:
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
    return f"{LAMPS}_{branch}"


def branch_of(pixel: int) -> int:
    return pixel // BRANCH


def add_regulators(circuit: Circuit, wiring: Wiring) -> None:
    for net in regulated_mA(wiring):
        circuit.add("U", "regulator", {1: GROUND, 2: net, 3: AUX})
        circuit.two("C", "c10u", net, GROUND)
        circuit.two("C", "c100n", AUX, GROUND)


def add_meters(circuit: Circuit) -> None:
    """Half the lights' voltage, and 1 mV for each mA, smoothed over their flicker (10 ms)."""
    circuit.open("power", 1)
    circuit.two("R", "r10k", LAMPS, "V5_LED")
    circuit.two("R", "r10k", "V5_LED", GROUND)
    circuit.two("R", "r100k", "I_RAW", GROUND)
    circuit.two("R", "r10k", "I_RAW", "I_LED")
    circuit.two("C", "c1u", "I_LED", GROUND)
    circuit.add("U", "ina180", {1: "I_RAW", 2: GROUND, 3: "+5V_S", 4: LAMPS, 5: "+3V3_PICO"})
