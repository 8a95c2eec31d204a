"""What can work and what cannot: magnets, supply, signal lines."""
