"""The menu on the board, by keys and lights alone."""
