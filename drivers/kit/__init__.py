"""Plans, drawings, wiring and parts list for building a panel, from its wiring and drawing."""
