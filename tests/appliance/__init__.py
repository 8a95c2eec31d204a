"""A table that starts by itself."""
