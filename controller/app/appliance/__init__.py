"""A table that is switched on like a kettle: it waits, starts by itself and is looked after."""
