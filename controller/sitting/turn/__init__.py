"""One turn of the table: what is seen is read, decided, and takes effect."""
