"""The pages: the table, a seat, the lobby, the workshop. They watch and ask; the loop decides."""
