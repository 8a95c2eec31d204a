"""One turn of the table: the observation is interpreted, decided about and carried out."""
