"""Every scenario that a real board can be played through, one after the other, by a person."""
