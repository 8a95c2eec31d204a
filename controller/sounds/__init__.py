"""What is heard of a table: which sound when, and the notes it is made of."""
