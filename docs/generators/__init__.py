"""Pages that are made from the code each time the site is built, into docs/reference/generated/."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = "reference/generated"
PAGES: dict[str, Callable[[], str]] = {}  # by file name; each returns Markdown or SVG


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_pages(app: Any) -> None:
    """Write each page that has changed since the last build."""
    folder = Path(app.srcdir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in PAGES.items():
        text, path = make(), folder / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
