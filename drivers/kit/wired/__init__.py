"""The circuit of a panel: its parts, nets and wires."""
