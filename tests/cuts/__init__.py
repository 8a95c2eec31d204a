"""Power cuts by the thousand: what was lit is on paper, whatever instant it was."""
