"""The running table and the command line: joins rules, drivers, pages and the simulated table."""
