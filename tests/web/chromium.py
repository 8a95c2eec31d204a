"""Which browser the tests use, and how it is started."""

from __future__ import annotations

import os
from pathlib import Path

# The first takes half the CPU: a full Chromium opens a window with tabs for every page.
PATHS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]


def chromium() -> str:
    """The browser that STARDECK_CHROMIUM names, or else the first that is installed."""
    found = (path for path in PATHS if Path(path).exists())
    return os.environ.get("STARDECK_CHROMIUM") or next(found, PATHS[-1])
