"""Building kits for panels, written as files or offered on the workshop page."""
