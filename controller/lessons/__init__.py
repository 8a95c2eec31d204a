"""Pages of play, read: how a game is laid out in plain text, and lessons made of that."""
