"""The Pi alone as a board: the firmware's own modules over its pins, in a process of their own."""
