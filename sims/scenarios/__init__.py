"""Scenarios in plain text, and the worlds they are played in."""
