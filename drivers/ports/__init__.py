"""Waiting for bytes of a port, and serial ports in memory."""
