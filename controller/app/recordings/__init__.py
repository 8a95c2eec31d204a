"""A sitting kept byte by byte, and played again: what a hand and a board did, found out later."""
