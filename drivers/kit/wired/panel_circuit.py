"""The circuit of a whole panel, in the order of soldering."""

from __future__ import annotations

from drivers.kit.physics.supply import Supply
from drivers.kit.wired.circuit import Circuit
from drivers.kit.wired.contacts import add_chains
from drivers.kit.wired.lamps import add_pixels
from drivers.kit.wired.matrix import add_matrix
from drivers.kit.wired.optics import add_optics
from drivers.kit.wired.pico import add_pico
from drivers.kit.wired.power import add_meters, add_power
from drivers.kit.wired.readers import add_readers
from drivers.wiring import Wiring


def circuit_of(wiring: Wiring, supply: Supply, gates: int) -> Circuit:
    """Return the circuit: power, the Pico, contacts, lights, strip and readers."""
    circuit = Circuit()
    add_power(circuit, wiring, supply)
    add_pico(circuit, wiring, gates)
    add_meters(circuit)
    if wiring.file.columns:
        add_matrix(circuit, wiring, gates)
    else:
        add_chains(circuit, wiring, gates)
    add_pixels(circuit, wiring)
    add_optics(circuit, wiring)
    add_readers(circuit, wiring)
    return circuit
