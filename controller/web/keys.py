"""Keys and who holds them: what each opens, and what stays open to a device that was let in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hmac import compare_digest
from typing import TypeAlias

from msgspec import Struct

from controller.web.devices import Devices
from controller.web.view import Who

TABLE, SERVICE, PLAYER = "table", "service", "player "
NAMESAKE = "\n"  # before the number of a second one of the same name: no name has it in it

People: TypeAlias = Sequence[Who]


class Keys:
    """What is printed where the table is started, and scanned at it.

    A person's key opens once, and then another lies there: a picture of it is soon worth nothing.
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
        """The key for this; who comes for the first time gets a new one."""
        if grant not in self._keys:
            self._keys[grant] = self._token()
        return self._keys[grant]

    def opened(self, key: str) -> str:
        """What this key is for; '' when it is none of ours."""
        found = (grant for grant, own in tuple(self._keys.items()) if same(own, key))
        return next(found, "")

    def used(self, grant: str) -> None:
        """Somebody came in by it."""
        if grant.startswith(PLAYER):
            self._keys.pop(grant, None)


class Guest(Struct, frozen=True):
    """Whoever asks: what the key that was brought is for, and the secret of the device."""

    by_key: str = ""
    secret: str = ""


class Entrance:
    """Who may come in where, while these people sit at the table.

    Seats belong to people: who sat there before and sits elsewhere now finds the own cards there.
    """

    def __init__(self, keys: Keys, devices: Devices) -> None:
        self.keys, self.devices = keys, devices

    def guest(self, key: str, secrets: Iterable[str] = ()) -> Guest:
        """Known by the one secret of those in the browser that is ours."""
        own = (secret for secret in secrets if self.devices.grants(secret))
        return Guest(self.keys.opened(key), next(own, ""))

    def opens(self, role: str, guest: Guest, who: People) -> bool:
        """The table's own screen may show every hand; nobody else any but the own."""
        grants, wanted = self.grants(guest), wanted_for(role, who)
        if role.startswith("seat ") and not who:
            return any(grant == TABLE or grant.startswith(PLAYER) for grant in grants)
        return wanted in grants or (wanted.startswith(PLAYER) and TABLE in grants)

    def grants(self, guest: Guest) -> frozenset[str]:
        shown = {guest.by_key} if guest.by_key else set()
        return self.devices.grants(guest.secret) | shown

    def seat_of(self, guest: Guest, who: People) -> int:
        """Where this guest sits, the first of several; -1 for nowhere."""
        grants = self.grants(guest)
        own = (seat for seat in range(len(who)) if player_at(seat, who) in grants)
        return next(own, -1) if grants else -1

    def key_of(self, seat: int, who: People) -> str:
        return self.keys.of(player_at(seat, who))


def wanted_for(role: str, who: People) -> str:
    """What one must have been let in for; '' for what is nobody's."""
    match role.split():
        case ["table" | "lobby"]:
            return TABLE
        case ["service"]:
            return SERVICE
        case ["seat", number] if number.isdecimal() and len(number) < 3:
            return player_at(int(number) - 1, who)
    return ""


def player_at(seat: int, who: People) -> str:
    """What the person who sits there is let in for; '' for a robot's seat, or nobody's."""
    if not 0 <= seat < len(who) or who[seat].kind != "human":
        return ""
    name = who[seat].name
    namesakes = sum(other.name == name for other in who[:seat])
    return f"{PLAYER}{name}{NAMESAKE}{namesakes + 1}" if namesakes else f"{PLAYER}{name}"


def same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode(errors="replace"))
