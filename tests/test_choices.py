"""What a seat may choose before the first move: said, settled, and refused in a sentence."""

from __future__ import annotations

import pytest

from controller.app import arguments
from controller.app.setup.start_game import Environment, agreed_game, partners_at_seat, resumed
from controller.choices import Choice, Offer
from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.journal import Journal
from controller.web.mailbox import Begin, Place
from tests.panels import load_panel

BERTHS = Choice("berth", "H1", "Berth", {b: Offer(b) for b in "nesw"}, ("n", "s", "e"))


@pytest.mark.parametrize(
    ("picked", "settled"),
    [
        ((), ("n", "s", "e")),
        (("w",), ("w", "s", "e")),
        (("", "n"), ("s", "n", "e")),
        (("e", "n", "s"), ("e", "n", "s")),
        (("x", "n"), ("s", "n", "e")),
    ],
    ids=["nothing said", "one said", "another's own is taken", "all said", "what is not offered"],
)
def test_each_seat_has_what_it_picked_or_its_own_or_what_is_left(picked, settled):
    assert BERTHS.settled(picked, 3) == settled


@pytest.mark.parametrize(
    ("game", "picks", "sentence"),
    [
        ("astron", {"sail": ("1",)}, "Astron has no 'sail' to choose; it has ship and cell."),
        ("astroplane", {"ship": ("1",)}, "Astroplane has no 'ship' to choose; it has none at all."),
        ("astron", {"ship": ("7",)}, "Ship: there is no '7' to pick; there are 1, 2, 3, 4, 5, 6."),
        ("astron", {"ship": ("3", "3")}, "Ship 3 can be picked by one player only (rule A1)."),
        ("astron", {"ship": ("1", "2", "3")}, "Ship: 3 picks are too many for 2 seats."),
    ],
)
def test_a_pick_that_cannot_be_is_refused_in_a_sentence(game, picks, sentence):
    with pytest.raises(Misuse) as trouble:
        SHELF[game].start(Setting(2, picks=picks))
    assert str(trouble.value) == sentence


def test_picks_are_written_seat_by_seat_on_the_command_line():
    words = ("--seats", "3", "--choose", "ship=3,,1", "--choose", "cell=b1")
    asked = arguments.parse(["play", "astron", *words])
    setting = arguments.setting(asked, asked.game)
    assert setting.picks == {"ship": ("3", "", "1"), "cell": ("b1",)}


def test_picks_without_an_equals_sign_are_told_how_they_are_written():
    with pytest.raises(Misuse, match="written like ship=3,1, not 'ship'"):
        arguments.parse_picks("ship")


def test_the_command_line_says_what_there_is_to_choose():
    assert "ship=1,2,3,4,5,6 (Astron)" in arguments.choosable()


def test_a_seat_that_is_for_one_cannot_be_shared():
    with pytest.raises(Misuse, match="Ada\\+Grace cannot share a seat of Astron: it is for one"):
        partners_at_seat(SHELF["astron"], ("Ada", "Grace"))


@pytest.fixture
def house(tmp_path):
    journal = Journal.open(tmp_path / "journal.db")
    yield Environment(
        "sim://", lambda game: load_panel(game.name), journal, lambda: 1, lambda: "today"
    )
    journal.close()


def test_what_was_picked_in_the_lobby_is_there_again_when_the_game_is_resumed(house):
    picks = {"ship": ("5", "2"), "cell": ("", "h1")}
    agreed_game(house, Begin("astron", (Place("Ada"), Place("Bob")), picks=picks)).record.write()
    start = resumed(house).start
    assert (start.fleet, start.ships) == ((4, 1), ("g1", "h1"))


def test_partners_are_named_together_in_the_journal_too(house):
    places = (Place("Ada", partner="Grace"), Place("Bob", "robot"))
    agreed_game(house, Begin("situation7", places)).record.write()
    assert [who.name for who in resumed(house).who] == ["Ada and Grace", "Bob"]


def test_a_partner_where_nobody_shares_a_seat_is_refused(house):
    with pytest.raises(Misuse, match="Ada\\+Grace cannot share a seat of Astron"):
        agreed_game(house, Begin("astron", (Place("Ada", partner="Grace"), Place("Bob"))))


def test_what_was_agreed_for_the_table_is_there_again_when_the_game_is_resumed(house):
    options = {"confirm_moves": True, "touch_move": False, "short_game": True}
    begun = agreed_game(house, Begin("zylatron", (Place("Ada"), Place("Bob")), options=options))
    assert begun.rules.names == ("confirm_moves",)
    begun.record.write()
    assert resumed(house).rules == begun.rules
