"""The sounds of a table: which sound when, and the notes of each."""
