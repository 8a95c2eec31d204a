"""Games in the journal: list, review, export as a file, import from one, judge moves."""
