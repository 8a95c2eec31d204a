"""Robots at the table: when they think and move, and the hints they give to people."""
