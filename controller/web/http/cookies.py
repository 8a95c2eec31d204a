"""The cookies in which a browser keeps the secrets of tables.

Cookies are shared by all ports of a host. So each table has a cookie name of its own: a device is
known at any port, and two tables on one machine do not overwrite each other's cookies.
"""

from __future__ import annotations

from collections.abc import Mapping

from controller.web.devices import hashed

OURS = "stardeck-"
TOLD = 12  # hex digits of a hash, which grant no access


def cookie_of(secret: str) -> str:
    """Return the name of the cookie for a secret."""
    return OURS + hashed(secret)[:TOLD]


def secrets_in(cookies: Mapping[str, str]) -> tuple[str, ...]:
    """Return the secrets in all Stardeck cookies, of this and of other tables."""
    return tuple(secret for name, secret in cookies.items() if name.startswith(OURS))
