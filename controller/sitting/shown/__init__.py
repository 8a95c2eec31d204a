"""What the table lights, writes and says aloud."""
