"""Kits: what can be built, drawn at its true size and wired whole."""
