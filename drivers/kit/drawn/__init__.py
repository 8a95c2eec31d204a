"""Drawings of a panel on paper, in millimetres."""
