"""The devices with access: each has a secret, stored as a hash, until it is revoked."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from threading import Lock

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller.own_files import owner_only, write_private
from controller.values import Saying
from controller.words import say

MAX_DEVICES = 100  # maximum number of devices; with more, the oldest loses access

# Words in the User-Agent, most specific first: an iPad says Macintosh, Android says Linux.
MAKES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")

log = logging.getLogger(__name__)


class Device(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that was given access with a key and can return without one."""

    number: int
    make: str  # from the User-Agent; "" for a program
    hashed: str  # SHA-256 of its secret; 128 random bits need no salt
    grants: tuple[str, ...]
    since: str  # wall clock, for people


class Devices:
    """The list of devices, in a file only its owner can read; without a path, in memory."""

    def __init__(self, path: Path | None, token: Callable[[], str], today: Callable[[], str]):
        self.trouble: Saying | None = None
        self._path, self._token, self._today = path, token, today
        self._changing = Lock()
        self._known = by_hash(self._read())

    @property
    def all(self) -> tuple[Device, ...]:
        """The devices, the latest admitted last."""
        return tuple(self._known.values())

    def grants(self, secret: str) -> frozenset[str]:
        """Return what the device with this secret has access to."""
        device = self._bearing(secret)
        return frozenset(device.grants) if device else frozenset()

    def admit(self, secret: str, grant: str, calls_itself: str) -> str:
        """Grant access to the device with this secret, or to a new device; return its secret."""
        with self._changing:
            known = self._bearing(secret)
            secret = secret if known else self._token()
            device = known or self._new(secret, calls_itself)
            device = replace(device, grants=tuple(sorted({*device.grants, grant})))
            others = [one for one in self.all if one.number != device.number]
            self._write((*others, device)[-MAX_DEVICES:])
        return secret

    def revoke(self, number: int) -> bool:
        """Revoke a device's access; return whether it existed."""
        with self._changing:
            left = tuple(one for one in self.all if one.number != number)
            found = len(left) < len(self.all)
            if found:
                self._write(left)
        return found

    def _bearing(self, secret: str) -> Device | None:
        return self._known.get(hashed(secret)) if secret else None

    def _new(self, secret: str, calls_itself: str) -> Device:
        number = 1 + max((one.number for one in self.all), default=0)
        make = next((make for make in MAKES if make in calls_itself), "")
        return Device(number, make, hashed(secret), (), self._today())

    # ------------------------------------------------------------------------------------- the file

    def _read(self) -> tuple[Device, ...]:
        """Return the devices in the file; a damaged file is renamed, and all have to scan again."""
        if self._path is None or not self._path.exists():
            return ()
        try:
            owner_only(self._path)
            return msgspec.json.decode(self._path.read_bytes(), type=tuple[Device, ...])
        except (OSError, ValueError, RecursionError) as trouble:
            self._set_aside(self._path, trouble)
        return ()

    def _set_aside(self, path: Path, trouble: Exception) -> None:
        aside = path.with_name(f"{path.name}.damaged")
        self._complain(Saying("page.devices_damaged", {"path": str(path), "aside": str(aside)}))
        try:
            os.replace(path, aside)
        except OSError:
            self._complain(Saying("page.devices_unkept", {"why": str(trouble)}))

    def _write(self, devices: tuple[Device, ...]) -> None:
        """Set the list and save it; it takes effect even if saving fails."""
        self._known = by_hash(devices)
        try:
            if self._path:
                write_private(self._path, msgspec.json.encode(devices))
            self.trouble = None
        except OSError as trouble:
            self._complain(Saying("page.devices_unkept", {"why": trouble.strerror or str(trouble)}))

    def _complain(self, trouble: Saying) -> None:
        self.trouble = trouble
        log.warning("%s", say(trouble))


def by_hash(devices: Iterable[Device]) -> dict[str, Device]:
    """Return the devices by the hash of their secrets."""
    return {device.hashed: device for device in devices}


def hashed(secret: str) -> str:
    """Return the SHA-256 of a secret in hexadecimal."""
    return sha256(secret.encode(errors="replace")).hexdigest()
