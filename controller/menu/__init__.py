"""The menu on the board, operated by four keys and shown by lights."""
