"""Interpretation of hands: the possible moves, the traces they leave, and decisions on traces."""
