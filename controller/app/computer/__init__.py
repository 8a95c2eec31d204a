"""The computer that a table runs on: its health, lamp, log and keyboard, and how it is ended."""
