"""Inputs that nobody makes on purpose, by the million: nothing comes of them but sentences."""
