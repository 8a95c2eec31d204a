"""Formulas that decide what can work: magnets, coils, supply, signal lines."""
