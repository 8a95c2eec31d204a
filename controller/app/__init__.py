"""The running table: the one room that joins rules, drivers, pages and, by an opener, the twin."""
