"""The table in a terminal: the board drawn in characters, and a line to type on."""
