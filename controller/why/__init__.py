"""Why the table decided as it did: for pages, the workshop and `stardeck why`."""
