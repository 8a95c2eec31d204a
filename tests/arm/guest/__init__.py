"""What runs inside the emulated machine, with nothing but its own Python."""
