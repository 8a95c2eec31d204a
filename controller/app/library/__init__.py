"""The games that were kept: to be looked at again, taken away as a file, brought in from one."""
