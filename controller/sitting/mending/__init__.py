"""Leading the board back to where it should stand."""
