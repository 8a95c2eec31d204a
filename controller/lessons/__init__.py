"""Lessons and rule books: pages of play in plain text, lessons made of them, and rules as HTML."""
