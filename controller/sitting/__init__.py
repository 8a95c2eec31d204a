"""One sitting: what is seen, decided, lit, asked and kept, from the shelf to the end."""
