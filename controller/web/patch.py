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


def patched(page: Page, change: Page) -> Page:
    """Return the page after a change, as `patch` writes it."""
    after = {key: value for key, value in page.items() if change.get(key, page) is not None}
    for key, value in change.items():
        was = page.get(key)
        if isinstance(value, dict):
            after[key] = patched(was if isinstance(was, dict) else {}, value)
        elif value is not None:
            after[key] = value
    return after
