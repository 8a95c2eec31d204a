"""Hands as people have them, over every panel: natural ones, obedient ones, none at all."""
