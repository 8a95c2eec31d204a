"""What a hand meant: what may be done, the traces it would leave, what to make of the others."""
