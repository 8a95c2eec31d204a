"""The keys to the pages: what each grants, and which devices keep access."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hmac import compare_digest
from typing import TypeAlias

from msgspec import Struct

from controller.web.devices import Devices
from controller.web.view import Who

TABLE, SERVICE, PLAYER = "table", "service", "player "
NAMESAKE = "\n"  # before the number of a second player of the same name; no name contains it

People: TypeAlias = Sequence[Who]


class QrKeys:
    """The keys that are shown as QR codes at the table.

    A player's key works once and is then replaced, so that a photo of it is soon worthless.
    """

    def __init__(self, token: Callable[[], str]) -> None:
        self._token = token
        self._keys: dict[str, str] = {}

    @property
    def table(self) -> str:
        return self.of(TABLE)

    @property
    def service(self) -> str:
        return self.of(SERVICE)

    def of(self, grant: str) -> str:
        """Return the key for this grant, creating it if there is none."""
        if grant not in self._keys:
            self._keys[grant] = self._token()
        return self._keys[grant]

    def opened(self, key: str) -> str:
        """Return what this key grants; "" if it is not valid."""
        found = (grant for grant, own in tuple(self._keys.items()) if same(own, key))
        return next(found, "")

    def used(self, grant: str) -> None:
        """Replace a player's key after it was used."""
        if grant.startswith(PLAYER):
            self._keys.pop(grant, None)


class Guest(Struct, frozen=True):
    """A visitor: the grant of the key that was brought, and the secret of the device."""

    by_key: str = ""
    secret: str = ""


class Entrance:
    """Decides who has access to which page, given who sits at the table.

    Access to seats belongs to players: if they change seats, it moves with them.
    """

    def __init__(self, keys: QrKeys, devices: Devices) -> None:
        self.keys, self.devices = keys, devices

    def guest(self, key: str, secrets: Iterable[str] = ()) -> Guest:
        """Return the guest with this key and the first known secret among the browser's."""
        own = (secret for secret in secrets if self.devices.grants(secret))
        return Guest(self.keys.opened(key), next(own, ""))

    def opens(self, role: str, guest: Guest, who: People) -> bool:
        """True if the guest has access; the table's own screen has access to every seat."""
        grants, wanted = self.grants(guest), wanted_for(role, who)
        if role.startswith("seat ") and not who:
            return any(grant == TABLE or grant.startswith(PLAYER) for grant in grants)
        return wanted in grants or (wanted.startswith(PLAYER) and TABLE in grants)

    def grants(self, guest: Guest) -> frozenset[str]:
        shown = {guest.by_key} if guest.by_key else set()
        return self.devices.grants(guest.secret) | shown

    def seat_of(self, guest: Guest, who: People) -> int:
        """Return the first seat of this guest; -1 for none."""
        grants = self.grants(guest)
        own = (seat for seat in range(len(who)) if player_at(seat, who) in grants)
        return next(own, -1) if grants else -1

    def key_of(self, seat: int, who: People) -> str:
        return self.keys.of(player_at(seat, who))


def wanted_for(role: str, who: People) -> str:
    """Return the grant that this role needs; "" if there is none."""
    match role.split():
        case ["table" | "lobby"]:
            return TABLE
        case ["service"]:
            return SERVICE
        case ["seat", number] if number.isdecimal() and len(number) < 3:
            return player_at(int(number) - 1, who)
    return ""


def player_at(seat: int, who: People) -> str:
    """Return the grant of the person at this seat; "" for a robot's or an empty seat."""
    if not 0 <= seat < len(who) or who[seat].kind != "human":
        return ""
    name = who[seat].name
    namesakes = sum(other.name == name for other in who[:seat])
    return f"{PLAYER}{name}{NAMESAKE}{namesakes + 1}" if namesakes else f"{PLAYER}{name}"


def same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return compare_digest(one.encode(), other.encode(errors="replace"))
