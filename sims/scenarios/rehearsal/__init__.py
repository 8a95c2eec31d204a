"""Plays all suitable scenarios on a real board, one after the other, with a person's help."""
