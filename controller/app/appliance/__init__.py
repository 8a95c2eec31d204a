"""The appliance: a table that starts by itself, with its menu, installation, updates and checks."""
