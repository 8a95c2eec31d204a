"""The answers to HTTP requests."""
