"""One game at one board, turn by turn."""
