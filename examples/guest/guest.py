"""A program that takes a seat at a running table and moves at random: python guest.py SEAT KEY

The key is the table's; it is in the address that `stardeck play` prints. Let a person sit there:
`stardeck play astron --players Ada,Guest`, and `python guest.py 2 KEY`.
"""

from __future__ import annotations

import sys
from random import Random

from stardeck.client import Client, Page, Play

ADDRESS = "http://127.0.0.1:8765"


def choices(page: Page) -> list[str]:
    """Return every move that the seat may make now, in the notation of the record."""
    if not page.get("yours"):
        return []
    by_card = [move for card in page["hand"] for move in card["moves"]]
    return [*by_card, *page["said"], *page["moves"]]


def play(client: Client, seat: int, luck: Random) -> None:
    """Say a move whenever others may be made than before, until the table is closed."""
    before: list[str] = []
    for page in client.pages(f"seat/{seat}"):
        moves = choices(page)
        if moves and moves != before:
            refused = client.send(f"seat/{seat}", Play(luck.choice(moves)))
            sys.stdout.write(f"{refused or page['asks']}\n")
        before = moves


if __name__ == "__main__":
    play(Client(ADDRESS, key=sys.argv[2]), int(sys.argv[1]), Random())
