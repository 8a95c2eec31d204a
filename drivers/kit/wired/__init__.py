"""A panel as parts and nets."""
