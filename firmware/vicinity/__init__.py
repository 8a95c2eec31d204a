"""ISO 15693: all tags in the field of a coil, told by one reader that is switched between many."""
