"""Robot players: choosing moves by rule of thumb, at random, or by tree search."""
