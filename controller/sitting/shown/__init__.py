"""What the table lights, says and sounds."""
