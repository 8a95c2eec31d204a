"""Where bytes come in: what they are waited for with, and ports without a wire."""
