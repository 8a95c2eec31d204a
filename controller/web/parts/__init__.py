"""Parts of pages that need longer computations."""
