"""The file that games are kept in: found, written, noticed when it changes, mended."""
