"""Programs at the table: `stardeck.client` follows its pages and is heard like anybody's phone."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import guest
from controller.games import SHELF
from stardeck.client import Client, NotReached, Play, Press

MOVES = 4


class Brief(Client):
    """A client that leaves when it has said a few moves."""

    said = 0

    def send(self, role, letter):
        self.said += 1
        return super().send(role, letter)

    def pages(self, role="table"):
        for page in super().pages(role):
            yield page
            if self.said == MOVES:
                return


@pytest.mark.parametrize("name", ["astron", "astroplane"])
def test_a_program_plays_at_a_seat(house, name):
    web_table = house(game=SHELF[name], players=("Guest", "first"), pace=50.0).web_table
    guest.play(Brief(web_table.address.base, web_table.keys.table), 1, Random(1))
    watcher = Client(web_table.address.base).pages()
    recorded = next(len(page["record"]) for page in watcher if page.get("record"))
    assert recorded >= MOVES / 2
    watcher.close()


def test_a_page_that_is_followed_is_the_page_as_a_newcomer_gets_it(house):
    web_table = house(players=("Ada", "first"), pace=50.0).web_table
    client = Client(web_table.address.base, web_table.keys.table)
    pages = client.pages("seat/1")
    (move, *_) = guest.choices(next(page for page in pages if guest.choices(page)))
    assert client.send("seat/1", Play(move)) == ""
    changed = next(page for page in pages if guest.choices(page) and page["last"])
    fresh = next(page for page in client.pages("seat/1") if page["hand"] == changed["hand"])
    assert fresh == changed


def test_a_rule_against_a_move_is_said(house):
    web_table = house(players=("Ada", "first")).web_table
    client = Client(web_table.address.base, web_table.keys.table)
    assert client.send("seat/1", Play("castles")) != ""


@pytest.mark.parametrize("key", ["", "wrong"])
def test_without_a_key_one_only_watches(house, key):
    client = Client(house().web_table.address.base, key)
    assert list(islice(client.pages(), 1))
    with pytest.raises(NotReached, match="status 403"):
        client.send("lobby", Press("yes"))
    with pytest.raises(NotReached, match="is the key right"):
        next(client.pages("lobby"))


def test_nobody_at_home_is_told_of():
    client = Client("http://127.0.0.1:1")
    with pytest.raises(NotReached, match="Does it run"):
        client.send("lobby", Press("yes"))
    with pytest.raises(NotReached, match="Does it run"):
        next(client.pages())
