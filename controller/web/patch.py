"""Only what changed travels: the difference of two pages as a JSON merge patch (RFC 7396)."""

from __future__ import annotations

from typing import Any, TypeAlias

Page: TypeAlias = dict[str, Any]
"""What a viewer is told, in plain values. None never stands in it: that means "gone"."""


def patch(before: Page, after: Page) -> Page:
    """What has to be laid over the one page to make it the other; empty when nothing has."""
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
