"""Whatever somebody is called is kept as it is, or refused at the door; kinds are not names."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import msgspec
import pytest

from controller.app.arguments import seat_words
from controller.app.commands import main
from controller.app.library.history import history
from controller.app.library.library import GameLibrary, import_game, lawful_game
from controller.app.setup.line_up import SEAT_KINDS, line_up
from controller.app.setup.start_game import Environment, agreed_game, resumable_games, resumed
from controller.errors import Misuse
from controller.names import LONGEST_NAME, is_name
from controller.sitting.journal import Journal
from controller.web.keys import NAMESAKE, player_at
from controller.web.mailbox import Begin, Place, reader
from controller.web.view import Who
from tests.web.house import stock

GOOD = [
    *SEAT_KINDS,
    "Ada",
    "Smith, John",
    ",",
    "Ada+Bob",
    "Ron and Hermione",
    '[{"names":["x"],"kind":"captain"}]'[:LONGEST_NAME],
    '"quoted" \\ <b>',
    "x" * LONGEST_NAME,
    "Zoë Çelik",
    "علی\u200cرضا",
    "宇宙",
    "'; drop table sittings",
]
BAD = {
    "none": "",
    "only a space": " ",
    "a space before": " Ada",
    "a space after": "Ada ",
    "too long": "x" * (LONGEST_NAME + 1),
    "a megabyte": "x" * 1_000_000,
    "two lines": "Ada\nBob",
    "a carriage return": "Ada\rBob",
    "a tab": "Ada\tBob",
    "an escape": "\x1b[2JAda",
    "a bell": "Ada\x07",
    "a C1 control": "Ada\x9b2J",
    "delete": "Ada\x7f",
    "a line separator": "Ada\u2028Bob",
    "the other way round": "Ada\u202ebob",
}


@pytest.fixture
def house(tmp_path):
    with closing(Journal(tmp_path / "journal.db")) as journal:
        yield Environment("sim://", stock, journal, lambda: 7, lambda: "today")


def begun(house, *places):
    terms = agreed_game(house, Begin("situation7", places))
    terms.record.write()
    return terms


@pytest.mark.parametrize("name", GOOD)
def test_a_name_and_a_kind_come_back_as_they_were(house, name):
    terms = begun(house, Place(name), Place(name, "captain"))
    assert [(one.name, one.kind) for one in terms.who] == [(name, "human"), (name, "captain")]
    assert resumed(house).who == terms.who
    assert resumable_games(house, None)[0].players == (name, name)
    assert history(house.journal).lineups["situation7"] == terms.who
    assert [one.name for one in history(house.journal).people] == [name]


@pytest.mark.parametrize("name", GOOD)
def test_those_who_share_a_seat_stay_two_people(house, name):
    terms = begun(house, Place(name, partner="Grace"), Place("Bob"))
    assert terms.who[0].people == (name, "Grace")
    assert resumed(house).who == terms.who
    assert {one.name for one in history(house.journal).people} == {name, "Grace", "Bob"}


@pytest.mark.parametrize("name", GOOD)
def test_a_game_goes_through_a_file_with_its_names_and_kinds(house, tmp_path, name):
    terms = begun(house, Place(name, partner="Grace"), Place(name, "pilot"))
    terms.record.end("over")
    text = GameLibrary(tmp_path / "journal.db").file(1)
    with closing(Journal.open(tmp_path / "other.db")) as other:
        assert import_game(other, lawful_game(text)) == 1
        assert line_up(other.sitting(1).players) == terms.who
    assert GameLibrary(tmp_path / "other.db").file(1) == text


def file_with(tmp_path, house, *players: str) -> str:
    """A game's file in which somebody has written these names."""
    begun(house, *(Place(f"Seat {n}") for n in range(1, 3))).record.end("over")
    text = GameLibrary(tmp_path / "journal.db").file(1)
    written = msgspec.json.encode(players).decode().replace("\x7f", "\\u007f")
    return text.replace('["Seat 1", "Seat 2"]', written)


def by_page(name, house, tmp_path):
    body = {"type": "begin", "game": "situation7", "places": [{"name": name}, {"name": "Bob"}]}
    reader(Begin).decode(msgspec.json.encode(body))


def by_partner(name, house, tmp_path):
    places = [{"name": "Bob"}, {"name": "Ada", "partner": name}]
    body = {"type": "begin", "game": "situation7", "places": places}
    reader(Begin).decode(msgspec.json.encode(body))


def by_file(name, house, tmp_path):
    lawful_game(file_with(tmp_path, house, name, "Bob"))


def by_command(name, house, tmp_path):
    seat_words(f"Cy+{name}+Dee,Bob", 2, simulated=True, demo=False)


DOORS = [by_page, by_partner, by_file, by_command]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", BAD.values(), ids=BAD)
def test_every_door_refuses_what_nobody_can_be_called(house, tmp_path, capsys, door, name):
    if door is by_partner and not name:
        name = " "  # no partner at all is none
    with pytest.raises((Misuse, ValueError)) as trouble:
        door(name, house, tmp_path)
    told = f"{trouble.value}{capsys.readouterr()}"
    assert len(told) < 500 and "Traceback" not in told


@pytest.mark.parametrize("door", [by_page, by_partner, by_file])
@pytest.mark.parametrize("name", GOOD)
def test_every_door_lets_the_same_names_in(house, tmp_path, door, name):
    door(name, house, tmp_path)


OLD = {
    "Ada,captain": [("Ada", "human"), ("Captain 2", "captain")],
    "human,robot": [("Player 1", "human"), ("Robot 2", "robot")],
    "Ada and Grace,first": [("Ada and Grace", "human"), ("Robot 2", "first")],
}


@pytest.mark.parametrize("text", OLD)
def test_journals_of_before_are_still_read(house, tmp_path, text):
    begun(house, Place("Ada"), Place("Bob"))
    house.journal.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as base:
        base.execute("update sittings set players = ?", (text,))
        base.execute("pragma user_version = 4")
        base.commit()
    assert [(one.name, one.kind) for one in resumed(house).who] == OLD[text]


def test_files_of_before_are_still_read(house, tmp_path):
    text = file_with(tmp_path, house, "Ada", "captain").replace("stardeck = 2", "stardeck = 1")
    text = text.replace('kinds = ["human", "human"]\n', "")
    assert [(one.name, one.kind) for one in lawful_game(text).who] == OLD["Ada,captain"]


SPOILT = [
    "Smith, John,Ada",
    "",
    "Ada",
    "[]",
    '[{"names":[],"kind":"human"},{"names":["\\u001b[2J"],"kind":"admin"}]',
    '[{"names":["' + "x" * 100_000 + '"],"kind":"human"},{"names":["a\\nb"],"kind":"robot"}]',
    "\x1b[2J,\x07",
]


@pytest.mark.parametrize("text", SPOILT)
def test_whatever_a_journal_says_every_seat_has_somebody_with_a_name(house, tmp_path, text):
    """Pages, sounds and the command line count on it."""
    begun(house, Place("Ada"), Place("Bob"))
    house.journal.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as base:
        base.execute("update sittings set players = ?", (text,))
        base.commit()
    who = resumed(house).who
    assert len(who) == 2 and all(one.kind in SEAT_KINDS for one in who)
    assert all(is_name(name) for one in who for name in one.people)
    assert all(map(is_name, resumable_games(house, None)[0].players))
    review = msgspec.json.decode(GameLibrary(tmp_path / "journal.db").review(1))
    assert len(review["seats"]) == 2


def test_no_name_opens_the_seat_of_another():
    every = [*GOOD, "Ada", "Ada", "Ada,2", "Ada,3", "Ada 2"]
    people = [Who(name) for name in every]
    grants = [player_at(seat, people) for seat in range(len(people))]
    assert len(set(grants)) == len(grants)
    assert not is_name(f"Ada{NAMESAKE}2")


ORDERS = "\x1b[2J\x1b]0;title\x07\x9b31m\r\x08"
CONTROLS = {sign for sign in ORDERS if not sign.isprintable()}


def test_no_order_to_a_terminal_comes_out_of_a_journal(house, tmp_path, capsys):
    begun(house, Place("Ada"), Place("Bob"))
    house.journal.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as base:
        base.execute("update sittings set opened = ?, ended = ?", (ORDERS, f"over{ORDERS}"))
        base.commit()
    for words in (["games"], ["show", "1"], ["show", "1", "--file"], ["show", "1", "--json"]):
        assert main([*words, "--journal", str(tmp_path / "journal.db")]) == 0
        out, err = capsys.readouterr()
        assert out and not {*out, *err} & CONTROLS, words


def test_no_order_to_a_terminal_comes_out_of_a_mistake(tmp_path, capsys):
    for words in (["play", ORDERS], ["import", str(tmp_path / ORDERS)], ["show", ORDERS]):
        try:
            main(words)
        except SystemExit as ended:
            assert ended.code
        out, err = capsys.readouterr()
        assert err and not {*out, *err} & CONTROLS, words
