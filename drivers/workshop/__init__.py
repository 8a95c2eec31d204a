"""Tests, calibrates, enrols and flashes a board."""
