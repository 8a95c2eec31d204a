"""The assembly book: what it says, as a page and on paper."""
