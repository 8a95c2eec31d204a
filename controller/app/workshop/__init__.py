"""The workshop: checks, calibrations and enrolments while the game has lent its board."""
