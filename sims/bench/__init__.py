"""The simulated table: pieces, hands and faults, with the firmware's modules reading them."""
