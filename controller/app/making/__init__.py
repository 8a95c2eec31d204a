"""What is made for whoever builds a panel."""
