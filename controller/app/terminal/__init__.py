"""The table in a terminal: the board in letters, and a line to type on."""
