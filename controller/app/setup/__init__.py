"""What a running table is built from: game, players, environment, simulator, thinker."""
