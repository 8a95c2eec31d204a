"""Scenarios in plain text, and what they need to run."""
