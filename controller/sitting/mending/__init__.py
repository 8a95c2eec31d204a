"""Recovery: leading the board back to how it should stand."""
