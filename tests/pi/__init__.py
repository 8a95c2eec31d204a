"""The Pi alone as a board, over pins that the bench drives."""
