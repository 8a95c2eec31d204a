"""What the table lights and says."""
