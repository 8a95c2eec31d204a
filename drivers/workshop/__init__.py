"""Where a board is tested, calibrated, enrolled and flashed."""
