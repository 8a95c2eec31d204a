"""What a program imports to take part at a running table: follow its pages, send it letters.

    from stardeck.client import Client, Play

    client = Client("http://127.0.0.1:8765", key="...")
    for page in client.pages("seat/1"):
        if page.get("yours") and page["moves"]:
            client.send("seat/1", Play(page["moves"][0]))

The address and its keys are printed when the table starts. `docs/reference/http_api.md` lists what
each role may ask for, and what lies on its page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

from msgspec.json import encode
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from controller.errors import StardeckError
from controller.web.mailbox import (
    Again,
    Back,
    Begin,
    Branch,
    Choose,
    Discard,
    Draft,
    Help,
    Hint,
    Learn,
    Obey,
    Place,
    Play,
    Press,
    Resume,
)
from controller.web.patch import Page, patched

__all__ = [
    "Again",
    "Back",
    "Begin",
    "Branch",
    "Choose",
    "Client",
    "Discard",
    "Draft",
    "Help",
    "Hint",
    "Learn",
    "NotReached",
    "Obey",
    "Page",
    "Place",
    "Play",
    "Press",
    "Resume",
]

RESPONSE_TIMEOUT = 35.0  # s; the table answers each letter within 30 s
LONGEST_MESSAGE = 2**24  # bytes of one live message; a whole page has some 100,000


class NotReached(StardeckError):
    """Raised if the table does not answer, or does not accept the key."""


class Client:
    """A table, by its address and one of its keys; without a key you can only watch."""

    def __init__(self, address: str = "http://127.0.0.1:8765", key: str = "") -> None:
        self.address = address.rstrip("/")
        self._headers = {"X-Stardeck-Key": key} if key else {}
        self._open = build_opener(ProxyHandler({})).open  # the table is at home

    def send(self, role: str, letter: Any) -> str:
        """Send a letter to `lobby`, `hands` or `seat/1`; return why it was not done, "" if it was.

        Raise NotReached if the table did not see it.
        """
        headers = {"Content-Type": "application/json", **self._headers}
        request = Request(f"{self.address}/{role}", encode(letter), headers)
        try:
            with self._open(request, timeout=RESPONSE_TIMEOUT) as answer:
                return str(json.load(answer)["said"])
        except HTTPError as refused:
            raise NotReached(
                "client.refused", status=refused.code, why=refusal_sentence(refused)
            ) from None
        except (URLError, OSError, ValueError) as trouble:
            raise self._unreached(trouble) from None

    def pages(self, role: str = "table") -> Iterator[Page]:
        """Yield the page of `table`, `lobby`, `service` or `seat/1`: now, and after each change.

        It ends when the table closes the line. Raise NotReached if it cannot be opened.
        """
        address = f"ws{self.address.removeprefix('http')}/live/{role}"
        headers, page = self._headers, Page()
        try:
            with connect(
                address, additional_headers=headers, proxy=None, max_size=LONGEST_MESSAGE
            ) as line:
                for message in line:
                    page = patched(page, json.loads(message))
                    yield page
        except ConnectionClosed:
            return
        except (InvalidHandshake, OSError) as trouble:
            raise self._unreached(trouble) from None

    def _unreached(self, trouble: Exception) -> NotReached:
        return NotReached("client.unreached", address=self.address, why=trouble)


def refusal_sentence(refused: HTTPError) -> str:
    """Return the sentence with which a letter was refused."""
    try:
        with refused:
            return str(json.load(refused)["said"])
    except (ValueError, LookupError):
        return refused.reason
