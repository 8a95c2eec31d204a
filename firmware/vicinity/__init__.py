"""ISO 15693: reads all tags over each of many coils with one PN5180."""
