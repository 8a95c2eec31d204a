"""Pages that are made from the code each time the site is built, into docs/reference/generated/.

They are included by pages of docs/reference/, part by part, and are no pages themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from generators import commands, contract, formats, games, http, lights, messages, states

GENERATED_FOLDER = "reference/generated"
GENERATED_PAGES: dict[str, Callable[[], str]] = {  # by file name; each returns Markdown or SVG
    "boxes.md": formats.box_formats,
    "commands.md": commands.commands,
    "contract.md": contract.contract_page,
    "formats.md": formats.formats,
    "http.md": http.http,
    "lights.md": lights.lights_page,
    "messages.md": messages.messages,
    "settings.md": games.settings,
    "table_states.md": states.state_table,
    "table_states.svg": states.states_drawing,
    "typed_lines.md": commands.typed_lines,
}


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("config-inited", exclude_folder)
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def exclude_folder(_: Any, config: Any) -> None:
    """Keep Sphinx from taking the folder's files for pages."""
    config.exclude_patterns.append(GENERATED_FOLDER)


def write_pages(app: Any) -> None:
    """Write each page that has changed since the last build, and remove those that are gone."""
    folder = Path(app.srcdir) / GENERATED_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for stale in {path.name for path in folder.iterdir()} - GENERATED_PAGES.keys():
        (folder / stale).unlink()
    for name, make in GENERATED_PAGES.items():
        text, path = make(), folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
