"""Robots that think beside the table, and what they say to whoever asks for a hint."""
