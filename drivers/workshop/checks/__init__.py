"""The steps of a checkup: each takes a workshop and returns a result."""
