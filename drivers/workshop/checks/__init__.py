"""The steps of a checkup, a noun each: a workshop goes in, a result comes out."""
