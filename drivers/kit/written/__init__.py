"""The assembly book: its content, as HTML and as PDF."""
