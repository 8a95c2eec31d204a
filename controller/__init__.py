"""Decides: the rules, the reading of moves, the sitting, what the lights say."""
