"""Backups: all that has to be kept in one file, and the way back."""
