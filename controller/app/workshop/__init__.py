"""The workshop: a board lent to who builds or mends it."""
