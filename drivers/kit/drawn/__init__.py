"""A panel on paper, in millimetres."""
