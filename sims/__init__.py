"""The twin: a table on a desk that is not there, with the faults of one that is."""
