"""Runs before main.py. Nothing to do: the USB port of a fresh Pico is the line to the host."""
