"""The simulated table: a world of pieces, hands in it, the firmware over it, and its faults."""
