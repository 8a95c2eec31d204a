"""Explanations of decisions, for the pages, the workshop and `stardeck why`."""
