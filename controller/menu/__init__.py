"""The menu on the board: four keys and the lights are enough to choose, begin, leave and end."""
