"""Random inputs by the million; nothing but sentences may come of them."""
