"""One game at the table: reading sensor input, deciding, lighting, asking and recording."""
