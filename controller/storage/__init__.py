"""The journal's file: opening, writing, detecting changes and repairing."""
