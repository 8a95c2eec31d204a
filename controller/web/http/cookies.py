"""How a browser carries the secrets of tables: each under a name of its own.

Cookies do not know of ports: whoever was let in at a table is known to it at whatever port it is
found, and two tables on one machine do not take each other's.
"""

from __future__ import annotations

from collections.abc import Mapping

from controller.web.devices import hashed

OURS = "stardeck-"
TOLD = 12  # hex digits of a hash; they open nothing


def cookie_of(secret: str) -> str:
    return OURS + hashed(secret)[:TOLD]


def secrets_in(cookies: Mapping[str, str]) -> tuple[str, ...]:
    """Those of any table on this machine, whatever they are called."""
    return tuple(secret for name, secret in cookies.items() if name.startswith(OURS))
