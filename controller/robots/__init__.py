"""Seats that think for themselves."""
