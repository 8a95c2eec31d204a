"""The computer that a table runs on: its health, log and keyboard, lights that dim, last ending."""
