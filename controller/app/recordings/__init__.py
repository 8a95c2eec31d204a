"""Recordings of a sitting byte by byte, their replay, and the evidence of single decisions."""
