"""Parts of a page that take some thought."""
