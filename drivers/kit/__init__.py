"""What a maker needs to build a panel, out of its wiring and the game's drawing."""
