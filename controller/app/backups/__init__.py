"""Backups: write all files that must be kept into one archive, and restore them."""
