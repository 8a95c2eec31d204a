"""The difference of two pages, as a JSON merge patch (RFC 7396), so that only changes are sent."""

from __future__ import annotations

from typing import Any, TypeAlias

Page: TypeAlias = dict[str, Any]
"""A page as plain values. None never occurs in it, since in a patch it means "removed"."""


def patch(before: Page, after: Page) -> Page:
    """Return the patch that turns one page into the other; {} if they are equal."""
    if before is after:
        return {}
    change: Page = dict.fromkeys(before.keys() - after.keys())
    for key, value in after.items():
        was = before.get(key)
        if isinstance(value, dict) and isinstance(was, dict):
            if deeper := patch(was, value):
                change[key] = deeper
        elif was != value:
            change[key] = value
    return change
