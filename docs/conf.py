"""The documentation site: Sphinx with Furo, its pages in Markdown (MyST). `make docs` builds it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

project = "Stardeck"
author = "the Stardeck authors"
copyright = f"2026, {author}"
release = tomllib.loads((HERE.parent / "pyproject.toml").read_text())["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "generators"]
exclude_patterns = ["films", "generators"]
nitpicky = False  # of types in signatures; links and anchors in pages are always checked
myst_enable_extensions = ["colon_fence", "deflist", "attrs_block"]
myst_heading_anchors = 3
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": False}

html_theme = "furo"
html_title = "Stardeck"
html_static_path: list[str] = []
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1d4ed8", "color-brand-content": "#1d4ed8"},
    "dark_css_variables": {"color-brand-primary": "#7dd3fc", "color-brand-content": "#7dd3fc"},
}
