"""The web pages: table, seat, lobby, workshop. They show snapshots and pass requests on."""
