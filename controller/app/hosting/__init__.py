"""A running table with its web pages: requests, views, reports."""
